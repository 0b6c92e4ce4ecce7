import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { availableCents, balanceCents, affiliateStream, type Books, debtCents, emptyBooks, owedCents } from '@framelift/contracts';
import { adminOverview } from '../../services/src/screens/admin-overview/admin-overview.projection.ts';
import { BooksAudit } from '../../services/src/operating/audit/books.audit.ts';
import { sumsOf } from '../../services/src/screens/affiliate-sums.ts';
import { dashboard } from '../../services/src/screens/dashboard/dashboard.projection.ts';
import { foldAll } from '../../services/src/engine/projecting/fold.ts';
import { AFFILIATES, begin, step, take, SimulatedProgramme } from '../support/simulated-programme.ts';

/** After every event the books are held against the read models, and against the audit, which shares no code with either. */
function check(programme: SimulatedProgramme, audit: BooksAudit) {
  const folded = programme.folded();
  const totals = new Map(foldAll(dashboard, folded).totals.map((t) => [t.key.at(-1), t.row!]));
  const sum = { ...emptyBooks };
  for (const id of AFFILIATES) {
    const books = programme.books(id);
    for (const [bucket, cents] of Object.entries(books)) {
      expect([id, bucket, cents >= 0]).toEqual([id, bucket, true]);
      sum[bucket as keyof Books] += cents;
    }
    expect(sumsOf(totals.get(id)!).books).toEqual(books);
    expect(audit['account'](affiliateStream(id)).books).toEqual(books);
    expect(balanceCents(books) - debtCents(books)).toBe(availableCents(books));
  }
  const overview = foldAll(adminOverview, folded);
  const overall = (table: 'totals' | 'days', column: string) =>
    overview[table].reduce((n, t) => n + (t.row as Record<string, number>)[column]!, 0);
  expect(overall('days', 'owed_cents')).toBe(owedCents(sum));
  expect(overall('totals', 'paid_cents')).toBe(sum.paidCents);
  expect(overall('totals', 'revenue_cents')).toBe(AFFILIATES.reduce((n, id) => n + programme.affiliate(id).generatedCents, 0));
}

it('holds after every event of any history: per affiliate, in total, in every fold, no bucket negative', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const audit = new BooksAudit();
      const programme = new SimulatedProgramme((event) => expect(audit.add(event)).toEqual([]));
      begin(programme);
      for (const s of steps) {
        const before = programme.events.length;
        programme.attempt(() => take(programme, s));
        if (programme.events.length > before) check(programme, audit);
      }
      for (const { type } of programme.events) seen.add(type);
      for (const type of ['SaleRecorded', 'SaleReversed']) {
        const invoices = programme.events.filter((e) => e.type === type).map((e) => e.data['invoiceId']);
        expect(new Set(invoices).size).toBe(invoices.length);
      }
    }),
    { numRuns: 120, seed: 7 },
  );
  // A history in which nothing happens would prove nothing.
  for (const type of ['SaleRecorded', 'SaleReversed', 'SaleNotCredited', 'CashoutRequested', 'CashoutProcessed', 'AffiliateDeleted'])
    expect(seen).toContain(type);
});
