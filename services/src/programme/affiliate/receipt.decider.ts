import { type Fact, fact, receiptRefusals, receiptRules } from '@framelift/contracts';
import { refuseIf } from '../../platform/refused.ts';
import type * as commands from './affiliate.commands.ts';
import { type Affiliate, type AffiliateFacts, type OnTerms, present } from './affiliate.decider.ts';

/** An affiliate publishes one figure (docs/rules.md#33-receipts). */
export const shareReceipt = ({ affiliate, programme }: OnTerms, command: commands.ShareReceipt): AffiliateFacts => {
  present(affiliate);
  const { meta: _meta, affiliateId: _affiliateId, of, days, ...shown } = command;
  refuseIf(programme.terms.receipts === 'off', receiptRefusals.off, 'conflict');
  refuseIf(affiliate.status !== 'active', receiptRefusals.inactive, 'forbidden');
  refuseIf(affiliate.receipts.length >= receiptRules.open, receiptRefusals.tooMany, 'conflict');
  refuseIf(shown.amountCents <= 0, receiptRefusals.nothing);
  return { affiliate: [fact('ReceiptShared', { ...shown, ...(of ? { of } : {}), ...(days === undefined ? {} : { days }) })] };
};

export const withdrawReceipt = (a: Affiliate, { receiptId }: commands.WithdrawReceipt): Fact[] => {
  present(a);
  refuseIf(!a.receipts.includes(receiptId), receiptRefusals.notFound, 'missing');
  return [fact('ReceiptWithdrawn', { receiptId })];
};
