import { type PayoutRunView, paypalRules, paypalSentence, rateText, toEuros } from '@framelift/contracts';
import type { ReadRow } from '../../engine/projecting/projection.ts';
import type { payouts } from './payouts.projection.ts';

export type FileRow = Omit<ReadRow<typeof payouts, 'files'>, 'made_at'> & { made_at: Date; maker: string };
export type BatchRow = Omit<ReadRow<typeof payouts, 'batches'>, 'sent_at'> & { sent_at: Date; sender: string };

/** A payment file as an admin sees it. */
export const fileView = (f: FileRow): PayoutRunView['files'][number] => ({
  type: f.type,
  hash: f.hash,
  count: f.count,
  amount: toEuros(f.cents),
  madeAt: f.made_at.toISOString(),
  madeBy: f.maker,
  decimal: f.decimal,
  rate: f.rate_micro === null ? null : rateText(f.rate_micro),
});

/** What was sent to PayPal. `now`: ms. */
export const batchView = (b: BatchRow, now: number): NonNullable<PayoutRunView['batch']> => ({
  state: b.state,
  hash: b.hash,
  batchId: b.batch_id,
  count: b.count,
  amount: toEuros(b.cents),
  fee: b.fee_cents === null ? null : toEuros(b.fee_cents),
  sentAt: b.sent_at.toISOString(),
  sentBy: b.sender,
  problem: b.code === null ? null : paypalSentence(b.code),
  undecided: b.state === 'sent' && now - b.sent_at.getTime() >= paypalRules.askedForMs,
});
/** Nothing that PayPal had or may have: the same as the rule (programme/payouts/providers/paypal/paypal.decider.ts). */
export const canSend = (batch: BatchRow | undefined): boolean => !batch || (batch.state === 'refused' && batch.batch_id === null);
