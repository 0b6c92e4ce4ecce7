import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { payoutRefusals, type PayoutReportView, RETURNS, rules } from '@framelift/contracts';
import type { CommandMeta, Outcome } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { uuidFrom } from '../../platform/keys.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import { isBankReport, readBankReport } from './bank-report.ts';
import { attemptOf, transferId } from './credit-transfer.ts';
import { type PaidFile, readReport, type ReportRow } from './payer-report.ts';
import { DiscardPayoutFile, NotePayoutResult, ReturnPayment } from './payout-run.commands.ts';
import { type PayoutRun, payoutRunSource, type RunCashout } from './payout-run.decider.ts';

/** Whether a row is about a payment of the run; a bank reports only what a bank paid, and of which attempt. */
const isOfRun = ({ cashouts }: PayoutRun, { cashoutId, attempt }: ReportRow, isBank: boolean, paid: PaidFile | undefined): boolean => {
  const cashout = Object.hasOwn(cashouts, cashoutId) ? cashouts[cashoutId]! : undefined;
  if (!cashout || cashout.state === 'removed') return false;
  return !isBank || (cashout.paymentType === 'bank' && (attempt === undefined || attempt === paid?.attempt));
};

/** Why a row of the run is ignored; undefined: it is used. */
function problemOf(run: PayoutRun, row: ReportRow, isBank: boolean): string | undefined {
  const { cashoutId, amountCents, currency = rules.currency, says } = row;
  const cashout = run.cashouts[cashoutId]!;
  if (row.problem) return row.problem;
  if (currency !== rules.currency) return 'The amount is not in euros';
  if (says === 'again') return AGAIN;
  // A bank may keep a part of a return.
  const isPart = isBank && says === 'returned' && amountCents !== undefined && amountCents > 0 && amountCents < cashout.amountCents;
  if (amountCents !== undefined && amountCents !== cashout.amountCents && !isPart) return 'The amount is not the cashout’s';
  return says ? undefined : 'The status is unknown';
}
/** Refusals that are about one payment. */
const ROW_REFUSALS: readonly string[] = [payoutRefusals.ownPayment, payoutRefusals.returnedMore];
const AGAIN = 'The bank took back a return of this payment: the money left again. Check the account before it is paid once more';

/** Without the returns that a later row of the same report takes back: together they say that the payment was made. */
const standing = (rows: readonly ReportRow[]): ReportRow[] =>
  rows.reduce<ReportRow[]>((kept, row) => {
    const undone = row.says === 'again' ? kept.findLastIndex((one) => isReturnOf(one, row)) : -1;
    return undone < 0 ? [...kept, row] : kept.with(undone, { ...row, says: 'completed' });
  }, []);
const isReturnOf = (one: ReportRow, again: ReportRow): boolean =>
  one.says === 'returned' && one.cashoutId === again.cashoutId && one.amountCents === again.amountCents;

/** The file for the bank that paid the run, if there was one. */
function paidFile({ id, files, cashouts }: PayoutRun): PaidFile | undefined {
  const transfer = files.bank?.open ? files.bank.transfer : undefined;
  const paid = Object.entries(cashouts).filter(([, cashout]) => cashout.state !== 'removed' && cashout.paymentType === 'bank');
  const isBack = ({ state }: RunCashout) => state !== 'in' && state !== 'paid';
  return (
    transfer && {
      id: transferId(id, transfer),
      attempt: attemptOf(id, transfer),
      cashouts: paid.map(([cashoutId, cashout]) => ({ cashoutId, amountCents: cashout.amountCents, isBack: isBack(cashout) })),
    }
  );
}

/** Rows about the run. A bank’s notification names every payment of an account: others are one problem, and alone they are refused. */
function rowsOf(run: PayoutRun, report: string): { rows: ReportRow[]; problems: PayoutReportView['problems'] } {
  const isBank = isBankReport(report);
  const paid = paidFile(run);
  const all = isBank ? standing(readBankReport(report, paid)) : readReport(report);
  const rows = all.filter((row) => isOfRun(run, row, isBank, paid));
  const others = all.filter((row) => !isOfRun(run, row, isBank, paid));
  const what = 'No cashout of this run has this id';
  if (!isBank) return { rows, problems: others.map(({ row }) => ({ row, what })) };
  refuseIf(!rows.length, payoutRefusals.bankFileOfOthers, 'conflict');
  const more = others.length - 1;
  const alsoNot = more < 1 ? 'This payment is not' : `This payment and ${more} ${more > 1 ? 'others' : 'other'} are not`;
  return { rows, problems: others.slice(0, 1).map(({ row }) => ({ row, what: `${alsoNot} of this run` })) };
}

/** Whether a bank refused every payment of the file of a run that is not settled, and why. */
function refusedFile(run: PayoutRun, report: string): { bankCode?: string } | undefined {
  const paid = paidFile(run);
  if (!paid || !isBankReport(report)) return undefined;
  const { rows } = rowsOf(run, report);
  const isRefused = ({ cashoutId }: { cashoutId: string }) => rows.some((row) => row.cashoutId === cashoutId && row.says === 'failed');
  if (!paid.cashouts.every(isRefused) || rows.some(({ says }) => says !== 'failed')) return undefined;
  const why = rows.find(({ bankCode }) => bankCode)?.bankCode;
  return why ? { bankCode: why } : {};
}
const nothing = { completed: 0, unclaimed: 0, returned: 0, unchanged: 0 };

/** Reads a payer's report on a run’s payments: each row is a separate command, and a repeated report changes nothing. */
@Injectable()
export class ReportReader {
  constructor(
    private readonly streams: Streams,
    private readonly commands: CommandBus,
  ) {}

  async read(runId: string, report: string, meta: CommandMeta): Promise<{ view: PayoutReportView; position: number }> {
    const { state: run } = await this.streams.load(payoutRunSource(runId));
    refuseIf(run.state === 'none', payoutRefusals.runNotFound, 'missing');
    const refused = run.state === 'open' ? refusedFile(run, report) : undefined;
    if (refused) return this.discard(run, refused, meta);
    refuseIf(run.state !== 'settled', payoutRefusals.notSettled, 'conflict');
    const { rows, problems } = rowsOf(run, report);
    const view: PayoutReportView = { ...nothing, problems };
    let position = 0;
    for (const row of rows) {
      const what = problemOf(run, row, isBankReport(report));
      if (what) {
        view.problems.push({ row: row.row, what });
        continue;
      }
      if (row.says === 'accepted') {
        view.unchanged++;
        continue;
      }
      const outcome = await this.take(runId, row, meta).catch((error: unknown) => {
        // One payment that cannot be booked does not keep the others from it.
        if (error instanceof Refused && ROW_REFUSALS.includes(error.message)) return error.message;
        throw error;
      });
      if (typeof outcome === 'string') {
        view.problems.push({ row: row.row, what: outcome });
        continue;
      }
      position = Math.max(position, outcome.position);
      const kind = RETURNS.some((because) => because === row.says) ? 'returned' : (row.says as 'completed' | 'unclaimed');
      view[outcome.events.length ? kind : 'unchanged']++;
    }
    view.problems.sort((a, b) => a.row - b.row);
    return { view, position };
  }

  /** Nothing of the file is paid: it is as if it had not been used. */
  private async discard({ id: runId, files }: PayoutRun, refused: { bankCode?: string }, meta: CommandMeta) {
    const { position } = await this.commands.execute<DiscardPayoutFile, Outcome>(
      new DiscardPayoutFile({ meta, runId, hash: files.bank!.hash, refused }),
    );
    return { view: { ...nothing, problems: [] }, position };
  }

  private take(runId: string, { cashoutId, says, amountCents, bankCode }: ReportRow, meta: CommandMeta): Promise<Outcome> {
    const commandId = uuidFrom(`${meta.commandId} ${cashoutId} ${says} ${amountCents ?? ''}`);
    const derived = { ...meta, commandId, causationId: meta.commandId };
    const because = RETURNS.find((known) => known === says);
    return because
      ? this.commands.execute(
          new ReturnPayment({ meta: derived, runId, cashoutId, because, bankCode, ...(because === 'returned' ? { amountCents } : {}) }),
        )
      : this.commands.execute(new NotePayoutResult({ meta: derived, runId, cashoutId, result: says as 'completed' }));
  }
}
