import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { availableCents, type Fact, ownCents } from '@framelift/contracts';
import { stateOf } from '../../../test/support/given.ts';
import { deleted, edited, given, invoice, item, registered, started } from '../../../test/support/sale-given.ts';
import { affiliateDecider } from '../programme/affiliate/affiliate.decider.ts';
import { Refused } from '../platform/refused.ts';
import type { SaleFacts } from './sale.decider.ts';

it('an invoice earns at most once and the books balance in any order of actions', () => {
  const kinds = ['record', 'refund', 'lose', 'win', 'credit', 'reverse', 'suspend', 'delete'] as const;
  type Step = (typeof kinds)[number];
  const steps = fc.array(fc.constantFrom<Step>(...kinds), { maxLength: 12 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 60_00 }), (order, totalCents) => {
      const facts = { affiliate: [registered] as Fact[], checkout: [started()] as Fact[] };
      const act: Record<Step, () => SaleFacts> = {
        record: () =>
          given(facts.affiliate, facts.checkout)
            .recording(invoice({ items: [item({ totalCents })] }))
            .facts(),
        refund: () => given(facts.affiliate, facts.checkout).refunding().facts(),
        lose: () => given(facts.affiliate, facts.checkout).chargingBack().facts(),
        win: () => given(facts.affiliate, facts.checkout).restoring().facts(),
        credit: () =>
          given(facts.affiliate, facts.checkout)
            .crediting(invoice({ items: [item({ totalCents })] }))
            .facts(),
        reverse: () => given(facts.affiliate, facts.checkout).reversing().facts(),
        suspend: () => ({ affiliate: [edited({ status: 'suspended' })] }),
        delete: () => ({ affiliate: [deleted] }),
      };
      for (const step of order) {
        try {
          const { affiliate = [], checkout = [] } = act[step]();
          facts.affiliate.push(...affiliate);
          facts.checkout.push(...checkout);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
        }
      }
      const count = (type: string) => [...facts.affiliate, ...facts.checkout].filter((f) => f.type === type).length;
      expect(count('SaleRecorded')).toBeLessThanOrEqual(1);
      expect(count('SaleCredited')).toBe(count('SaleRecorded'));
      expect(count('SaleCreditReversed')).toBe(count('SaleReversed'));
      const { books } = stateOf(affiliateDecider, facts.affiliate);
      const recorded = facts.affiliate.find((f) => f.type === 'SaleRecorded') as Fact<'SaleRecorded'> | undefined;
      expect(count('SaleCreditRestored')).toBe(count('SaleRestored'));
      const counts = count('SaleRecorded') - count('SaleReversed') + count('SaleRestored');
      expect([0, 1]).toContain(counts);
      // What a dispute gives back to a deleted affiliate is forfeited.
      const cents = counts * (recorded?.data.commissionCents ?? 0);
      expect(ownCents(books) + books.forfeitedCents).toBe(cents);
      if (books.forfeitedCents === 0) expect(availableCents(books, 0)).toBe(cents);
    }),
  );
});
