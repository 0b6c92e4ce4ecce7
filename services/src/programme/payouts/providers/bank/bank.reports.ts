import { payoutRefusals } from '@framelift/contracts';
import type { ReportRow } from '../../payer-report.ts';
import type { PayoutRun, RunCashout } from '../../payout-run.decider.ts';
import type { PayerReports } from '../../provider.ts';
import { isBankReport, readBankReport } from './bank-report.ts';
import { attemptOf, transferId } from './credit-transfer.ts';

/** The file for the bank that paid the run, if there was one. */
function paidFile({ id, files, cashouts }: PayoutRun): ReturnType<PayerReports['paidFile']> {
  const file = files.bank?.open ? files.bank : undefined;
  const paid = Object.entries(cashouts).filter(([, cashout]) => cashout.state !== 'removed' && cashout.paymentType === 'bank');
  const isBack = ({ state }: RunCashout) => state !== 'in' && state !== 'paid';
  return (
    file?.transfer && {
      id: transferId(id, file.transfer),
      hash: file.hash,
      attempt: attemptOf(id, file.transfer),
      cashouts: paid.map(([cashoutId, cashout]) => ({ cashoutId, amountCents: cashout.amountCents, isBack: isBack(cashout) })),
    }
  );
}

/** Without the returns that a later row of the same report takes back: together they say that the payment was made. */
const standing = (rows: readonly ReportRow[]): ReportRow[] =>
  rows.reduce<ReportRow[]>((kept, row) => {
    const undone = row.says === 'again' ? kept.findLastIndex((one) => isReturnOf(one, row)) : -1;
    return undone < 0 ? [...kept, row] : kept.with(undone, { ...row, says: 'completed' });
  }, []);
const isReturnOf = (one: ReportRow, again: ReportRow): boolean =>
  one.says === 'returned' && one.cashoutId === again.cashoutId && one.amountCents === again.amountCents;

/** A bank reports only what a bank paid, and of which attempt; of a return it may keep a part. */
export const bankReports: PayerReports = {
  recognises: isBankReport,
  paidFile,
  read: (report, paid) => standing(readBankReport(report, paid)),
  isAbout: ({ paymentType }, { attempt }, paid) => paymentType === 'bank' && (attempt === undefined || attempt === paid?.attempt),
  ofOthers: payoutRefusals.bankFileOfOthers,
  again: 'The bank took back a return of this payment: the money left again. Check the account before it is paid once more',
};
