import { expect, it } from '@jest/globals';
import { DAY_MS } from '@framelift/contracts';
import { type Batch, isAsked, isAtPaypal } from './payout-batch.decider.ts';

const batch: Batch = { state: 'sent', hash: 'h', sentAt: '2026-01-01T00:00:00.000Z', batchId: null, code: null };

it('PayPal has what was sent, until it refuses it or an admin says that it is unused', () => {
  expect([null, batch].map(isAtPaypal)).toEqual([false, true]);
  expect((['accepted', 'processed', 'refused', 'unused'] as const).map((state) => isAtPaypal({ ...batch, state }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('PayPal is asked again for 29 days', () => {
  const after = (ms: number) => isAsked(batch, new Date(Date.parse(batch.sentAt) + ms).toISOString());
  expect([after(0), after(29 * DAY_MS - 1), after(29 * DAY_MS)]).toEqual([true, true, false]);
});
