// Decisions about signals, and imported history, in a simulated programme, by the real rules.
import * as fc from 'fast-check';
import { siteDecider } from '../../services/src/programme/site/site.decider.ts';
import { affiliateStream, checkoutStream, DAY_MS, invoiceKey, REVIEW_DECISIONS, REVIEWED } from '../../contracts/src/index.ts';
import { ImportHistory } from '../../services/src/programme/moving-in/moving-in.commands.ts';
import { importHistory, movedInDecider } from '../../services/src/programme/moving-in/moving-in.decider.ts';
import { affiliateOf } from '../../services/src/store/checkout.decider.ts';
import { decideReview } from '../../services/src/store/review.decider.ts';
import { DecideReview } from '../../services/src/store/store.commands.ts';
import { ref } from './invoices.ts';
import { payer } from './given.ts';
import type { SimulatedProgramme } from './simulated-programme.ts';

const reviewing = (affiliates: readonly string[], invoices: readonly string[]) =>
  fc.record({
    do: fc.constant('review' as const),
    of: fc.constantFrom(...REVIEWED),
    decision: fc.constantFrom(...REVIEW_DECISIONS, 'hold' as const),
    affiliate: fc.constantFrom(...affiliates),
    sale: fc.constantFrom(...invoices),
  });
const movingIn = (affiliates: readonly string[]) =>
  fc.record({
    do: fc.constant('move in' as const),
    affiliate: fc.constantFrom(...affiliates),
    id: fc.integer({ min: 1, max: 20 }),
    cents: fc.integer({ min: 1, max: 300_00 }),
    heldDays: fc.constantFrom(0, 0, 10),
    opening: fc.boolean(),
  });
type Of<F> = F extends (...args: never[]) => fc.Arbitrary<infer T> ? T : never;
type Reviewing = Of<typeof reviewing>;
type MovingIn = Of<typeof movingIn>;

export const operating = (affiliates: readonly string[], invoices: readonly string[]) =>
  fc.oneof({ weight: 3, arbitrary: reviewing(affiliates, invoices) }, { weight: 1, arbitrary: movingIn(affiliates) });
export const operate = (programme: SimulatedProgramme, s: Reviewing | MovingIn): void =>
  s.do === 'review' ? decideAbout(programme, s) : moveIn(programme, s);

/** A commission, and a payment of half of it; the same ids again change nothing. */
function moveIn(programme: SimulatedProgramme, { affiliate: affiliateId, id, cents, heldDays, opening }: MovingIn): void {
  const stream = affiliateStream(affiliateId);
  const at = { from: 'csv', file: 'a.csv', row: id } as const;
  const held = heldDays ? { availableAt: new Date(Date.parse(programme.now) + heldDays * DAY_MS).toISOString() } : {};
  const sale = { ...at, sourceId: `s${id}`, amountCents: cents * 5, commissionCents: cents, soldAt: programme.now, ...held };
  const payout = { ...at, sourceId: `p${id}`, amountCents: Math.floor(cents / 2), paidAt: programme.now };
  const command = new ImportHistory({
    meta: programme.meta(),
    affiliateId,
    sales: [sale],
    // Commission on hold is not paid yet.
    payouts: heldDays ? [] : [payout],
    ...(opening ? { opening: { ...at, amountCents: cents } } : {}),
  });
  programme.append(stream, importHistory(programme.state(movedInDecider, stream), command));
}

/** An affiliate's last cashout. */
function decideAbout(programme: SimulatedProgramme, { of, decision, affiliate, sale }: Reviewing): void {
  const affiliateId = of === 'sale' ? affiliateOf(programme.checkout(sale)) : affiliate;
  if (!affiliateId) return;
  const state = programme.affiliate(affiliateId);
  const about = { sale: invoiceKey(ref(sale)), cashout: `${affiliateId}-${state.cashouts}`, affiliate: affiliateId }[of];
  const subject = { of, about, affiliateId, ...(of === 'sale' ? { ref: ref(sale) } : {}) };
  const command = new DecideReview({
    meta: programme.meta(),
    ...subject,
    decision,
    rules: [],
    upTo: programme.events.length,
    reason: 'why',
  });
  const checkout = programme.checkout(of === 'sale' ? sale : 'none');
  const facts = decideReview({ affiliate: state, checkout, programme: programme.terms(), site: siteDecider.initial, ...payer }, command);
  programme.append(affiliateStream(affiliateId), facts.affiliate);
  programme.append(checkoutStream(ref(sale)), facts.checkout);
}
