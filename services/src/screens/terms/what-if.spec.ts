import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { affiliateStream, type Fact, firstTerms, programmeStream } from '@framelift/contracts';
import { recalculateTier, saleTerms, tierReachedBy } from '../../programme/affiliate/tier.decider.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { earlier, registered } from '../../../../test/support/sale-given.ts';
import { AFFILIATES, begin, NOW, step, take, SimulatedProgramme } from '../../../../test/support/simulated-programme.ts';
import { WhatIf } from './what-if.ts';
import { affiliateEdited, saleRecorded, saleRestored, saleReversed, tiersRecalculated } from '../../../../test/support/facts.ts';

const TIERS = firstTerms.tiers.map(({ tier }) => tier);

/** What admins do about tiers, beside all that can happen in a programme. */
const deed = fc.oneof(
  { weight: 8, arbitrary: step },
  { weight: 1, arbitrary: fc.record({ of: fc.constantFrom(...AFFILIATES), tier: fc.constantFrom(...TIERS) }) },
  { weight: 1, arbitrary: fc.constant('recalculate all' as const) },
);

function decide(programme: SimulatedProgramme, what: { of: string; tier: string } | 'recalculate all') {
  if (what !== 'recalculate all') {
    if (!programme.affiliate(what.of).deleted) programme.append(affiliateStream(what.of), [affiliateEdited({ tier: what.tier })]);
    return;
  }
  for (const id of AFFILIATES)
    programme.append(affiliateStream(id), recalculateTier({ affiliate: programme.affiliate(id), programme: programme.terms() }).affiliate);
  programme.append(programmeStream, [tiersRecalculated({ affiliates: AFFILIATES.length, changed: 0 })]);
}

const [sale] = earlier(1) as [Fact<'SaleRecorded'>];
function sell(programme: SimulatedProgramme, id: string, sales: number) {
  for (let i = 0; i < sales; i++) {
    const affiliate = programme.affiliate(id);
    const on = { affiliate, programme: programme.terms() };
    const data = { ...sale.data, invoiceId: `${id}-${i}`, ...saleTerms(on, 29_99, programme.now) };
    programme.append(affiliateStream(id), [saleRecorded(data), ...tierReachedBy(affiliate, on.programme.terms)]);
  }
}

it('costs nothing under the tiers of today, whatever happened', () => {
  const tiers = new Set<string>();
  fc.assert(
    fc.property(fc.array(deed, { minLength: 20, maxLength: 80 }), (deeds) => {
      const programme = new SimulatedProgramme();
      begin(programme);
      // One sale more makes the first affiliate silver, the second gold.
      sell(programme, AFFILIATES[0]!, 19);
      sell(programme, AFFILIATES[1]!, 39);
      for (const d of deeds) programme.attempt(() => (typeof d === 'object' && 'do' in d ? take(programme, d) : decide(programme, d)));

      const fold = new WhatIf(firstTerms, firstTerms);
      for (const event of programme.folded()) fold.add(event as never);
      for (const [id, { actualCents, whatIfCents, actualTier, whatIfTier }] of fold.affiliates) {
        expect([id, whatIfCents, whatIfTier]).toEqual([id, actualCents, actualTier]);
        tiers.add(actualTier);
      }
    }),
    { numRuns: 100, seed: 3 },
  );
  expect([...tiers].sort()).toEqual([...TIERS].sort());
});

it('reverses the refunded sale’s commission, not that of another provider’s equal id', () => {
  const tiers = [
    { tier: 'bronze', name: 'Bronze', threshold: 0, rateBps: 10_00 },
    { tier: 'gold', name: 'Gold', threshold: 1, rateBps: 50_00 },
  ];
  const fold = new WhatIf({ ...firstTerms, tiers }, firstTerms);
  const add = (fact: Fact, provider: string) =>
    fold.add({ ...fact, streamId: affiliateStream('a1'), data: { ...fact.data, provider }, metadata: { occurredAt: NOW } } as never);
  add(registered, 'none');
  for (const provider of ['sellauth', 'other']) add(sale, provider);
  add(saleReversed({ ...ref(sale.data.invoiceId), amountCents: 29_99, commissionCents: 6_00, cause: 'refund' }), 'sellauth');
  // The first sale was at the own rate of 20 %, the second at 50 %: the second stays.
  expect(fold.affiliates.get('a1')!.whatIfCents).toBe(15_00);
});

it('restores the commission after a won dispute', () => {
  const fold = new WhatIf({ ...firstTerms, defaultRateBps: 50_00 }, firstTerms);
  const add = (fact: Fact) => fold.add({ ...fact, streamId: affiliateStream('a1'), metadata: { occurredAt: NOW } } as never);
  const amounts = { ...ref(sale.data.invoiceId), amountCents: 29_99, commissionCents: 6_00 };
  add(registered);
  add(sale);
  for (let n = 0; n < 2; n++) {
    add(saleReversed({ ...amounts, cause: 'dispute' }));
    expect(fold.affiliates.get('a1')).toMatchObject({ actualCents: 0, whatIfCents: 0, netSales: 0 });
    add(saleRestored(amounts));
    expect(fold.affiliates.get('a1')).toMatchObject({ actualCents: 6_00, whatIfCents: 15_00, netSales: 1 });
  }
});

it('compares only from a moment on: earlier sales and their refunds stay unchanged', () => {
  const from = '2026-01-01T00:00:00.000Z';
  const tiers = [
    { tier: 'bronze', name: 'Bronze', threshold: 0, rateBps: 10_00 },
    { tier: 'gold', name: 'Gold', threshold: 2, rateBps: 50_00 },
  ];
  const fold = new WhatIf({ tiers, defaultRateBps: 0 }, firstTerms, from);
  const add = (fact: Fact, occurredAt: string) => fold.add({ ...fact, streamId: affiliateStream('a1'), metadata: { occurredAt } } as never);
  const sold = (invoiceId: string) => saleRecorded({ ...sale.data, ...ref(invoiceId) });
  add(registered, '2025-01-01T00:00:00.000Z');
  for (const id of ['before-1', 'before-2']) add(sold(id), '2025-06-01T00:00:00.000Z');
  add(sold('within'), from);
  add(saleReversed({ ...ref('before-1'), amountCents: 29_99, commissionCents: 6_00, cause: 'refund' }), '2026-02-01T00:00:00.000Z');
  // They were bronze until then, whatever their two sales would have reached: 10 % instead of 20 %.
  expect(fold.affiliates.get('a1')).toMatchObject({ actualCents: 6_00, whatIfCents: 3_00, netSales: 2, whatIfTier: 'gold' });
});
