import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  affiliateStream,
  availableCents,
  balanceCents,
  type Books,
  DAY_MS,
  debtCents,
  emptyBooks,
  heldCents,
  owedCents,
  ownCents,
  underReviewCents,
} from '@framelift/contracts';
import { adminOverview } from '../../services/src/screens/admin-overview/admin-overview.projection.ts';
import { BooksAudit } from '../../services/src/operating/audit/books.audit.ts';
import { sumsOf } from '../../services/src/screens/affiliate-sums.ts';
import { dashboard } from '../../services/src/screens/dashboard/dashboard.projection.ts';
import { foldAll } from '../../services/src/engine/projecting/fold.ts';
import { atProof } from '../support/counts.ts';
import { AFFILIATES, begin, take, timedStep, SimulatedProgramme } from '../support/simulated-programme.ts';

/** After every event the books are compared with the read models, and with the audit, which shares no code with either. */
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
    const onHold = programme.onHold(id);
    expect(balanceCents(books, onHold) - debtCents(books, onHold)).toBe(availableCents(books, onHold));
    expect(heldCents(sumsOf(totals.get(id)!).holds, programme.now)).toBe(onHold);
    for (const cents of Object.values(programme.affiliate(id).holds)) expect([id, cents > 0]).toEqual([id, true]);
  }
  const overview = foldAll(adminOverview, folded);
  const overall = (table: 'totals' | 'days', column: string) =>
    overview[table].reduce((n, t) => n + (t.row as Record<string, number>)[column]!, 0);
  expect(overall('days', 'owed_cents')).toBe(owedCents(sum));
  expect(overall('totals', 'paid_cents')).toBe(sum.paidCents);
  expect(overall('totals', 'revenue_cents')).toBe(AFFILIATES.reduce((n, id) => n + programme.affiliate(id).generatedCents, 0));
}

/** Time alone releases: later as much is available or more, and in the end everything not under review. */
function checkFuture(programme: SimulatedProgramme) {
  for (const id of AFFILIATES) {
    const books = programme.books(id);
    let before = availableCents(books, programme.onHold(id));
    for (let days = 1; days <= 31; days++) {
      const then = new Date(Date.parse(programme.now) + days * DAY_MS).toISOString();
      const onHold = programme.onHold(id, then);
      expect([id, onHold >= 0]).toEqual([id, true]);
      expect([id, availableCents(books, onHold) >= before]).toEqual([id, true]);
      before = availableCents(books, onHold);
    }
    expect([id, before]).toEqual([id, ownCents(books) - underReviewCents(programme.affiliate(id).holds)]);
  }
}

/** Nothing else reduces the available amount. */
const LOWERS = ['SaleReversed', 'CashoutRequested', 'AffiliateDeleted', 'ReviewHoldPlaced', 'PayoutImported'];

it('holds after every event of any history: per affiliate, in total, in every fold, no bucket negative', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(timedStep, { minLength: 40, maxLength: 90 }), (steps) => {
      const audit = new BooksAudit();
      const programme = new SimulatedProgramme((event) => expect(audit.add(event)).toEqual([]));
      begin(programme);
      for (const s of steps) {
        const before = programme.events.length;
        const available = AFFILIATES.map((id) => availableCents(programme.books(id), programme.onHold(id)));
        programme.attempt(() => take(programme, s));
        if (programme.events.length > before) check(programme, audit);
        const lowering = programme.events.slice(before).filter(({ type }) => LOWERS.includes(type));
        for (const [n, id] of AFFILIATES.entries())
          if (availableCents(programme.books(id), programme.onHold(id)) < available[n]!)
            expect([id, lowering.map(({ streamId }) => streamId)]).toEqual([id, expect.arrayContaining([affiliateStream(id)])]);
        checkFuture(programme);
      }
      for (const { type } of programme.events) seen.add(type);
      const of = (type: string) => programme.events.filter((e) => e.type === type).map((e) => e.data['invoiceId'] as string);
      expect(new Set(of('SaleRecorded')).size).toBe(of('SaleRecorded').length);
      for (const id of of('SaleReversed')) {
        const [reversed, restored] = ['SaleReversed', 'SaleRestored'].map((type) => of(type).filter((other) => other === id).length);
        expect([0, 1]).toContain(reversed! - restored!);
      }
    }),
    { numRuns: atProof(200, 15, 'histories whose books are checked after every event'), seed: 3 },
  );
  // An empty history would prove nothing.
  for (const type of [
    'SaleRecorded',
    'SaleReversed',
    'SaleRestored',
    'SaleNotCredited',
    'CashoutRequested',
    'CashoutProcessed',
    'AffiliateDeleted',
    'HoldReleased',
    'ReviewHoldPlaced',
    'ReviewHoldLifted',
    'SaleImported',
    'PayoutImported',
    'OpeningBalanceImported',
    'PayoutRunCancelled',
    'PaymentReturned',
  ])
    expect(seen).toContain(type);
});
