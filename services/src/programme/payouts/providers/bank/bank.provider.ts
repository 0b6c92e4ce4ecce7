import { payoutRefusals } from '@framelift/contracts';
import { refuseIf } from '../../../../platform/refused.ts';
import type { PayoutProvider } from '../../provider.ts';
import { bankReports } from './bank.reports.ts';
import { creditTransfer, transferFrom, writtenName } from './credit-transfer.ts';

/** A SEPA credit transfer for the seller's bank, from the account that an admin set. */
export const bankProvider: PayoutProvider = {
  optionsOf: ({ at }, before, { payoutAccount }) => {
    refuseIf(!before && !payoutAccount, payoutRefusals.noAccount, 'conflict');
    refuseIf(!before && !writtenName(payoutAccount!.name), payoutRefusals.accountUnwritable, 'conflict');
    return { transfer: before?.transfer ?? transferFrom(payoutAccount!, at) };
  },
  write: (runId, payments, { transfer }) => {
    const transfers = payments.map(({ payTo, name, ...payment }) => ({ ...payment, to: { iban: payTo, name: name! } }));
    return creditTransfer(runId, transfer!, transfers);
  },
  reports: bankReports,
  unpayable: {
    has: ({ name }, { transfer }) => transfer?.edition === 2 && !writtenName(name ?? ''),
    refusal: payoutRefusals.payeeUnwritable,
  },
};
