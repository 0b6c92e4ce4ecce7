import type { PayoutRunView } from '@framelift/contracts';
import { formatCount, formatDate, formatMoney } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';

/** '1 cashout', '60 cashouts'. */
export const runCount = (count: number): string => `${formatCount(count)} ${count === 1 ? 'cashout' : 'cashouts'}`;

/** In euros, added as cents. */
export const sumOf = (cashouts: readonly { amount: number }[]): number =>
  cashouts.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;

/** Of a payment that no run has. */
export const unmatchedAmount = ({ amount }: { amount: number | null }): string => (amount === null ? 'Not in euros' : formatMoney(amount));

/** 'Run of Nov 26, 2026 · 60 cashouts · €2,310.00'. */
export const runName = ({ startedAt, count, amount }: Pick<PayoutRunView, 'startedAt' | 'count' | 'amount'>): string =>
  `Run of ${formatDate(startedAt)} · ${runCount(count)} · ${formatMoney(amount)}`;

/** Where a run is: what is to be done next, or how it ended. */
export function RunBadge({
  run: { state, needsApproval, atPaypal, unbooked, outcomeUnknown },
}: {
  run: Pick<PayoutRunView, 'state' | 'needsApproval' | 'atPaypal' | 'unbooked' | 'outcomeUnknown'>;
}) {
  if (state === 'cancelled') return <Badge>Cancelled</Badge>;
  if (state === 'settled') return unbooked ? <Badge tone="yellow">Booking</Badge> : <Badge tone="green">Paid</Badge>;
  if (outcomeUnknown) return <Badge tone="yellow">Outcome unknown</Badge>;
  if (atPaypal) return <Badge tone="yellow">At PayPal</Badge>;
  return needsApproval ? <Badge tone="yellow">Needs a second admin</Badge> : <Badge tone="accent">Ready to pay</Badge>;
}
