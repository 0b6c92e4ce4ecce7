// Decisions about signals in a simulated programme, by the real rules.
import * as fc from 'fast-check';
import { affiliateStream, checkoutStream, invoiceKey, REVIEW_DECISIONS, REVIEWED } from '../../contracts/src/index.ts';
import { affiliateOf } from '../../services/src/store/checkout.decider.ts';
import { decideReview } from '../../services/src/store/review.decider.ts';
import { DecideReview } from '../../services/src/store/store.commands.ts';
import { ref } from './invoices.ts';
import type { SimulatedProgramme } from './simulated-programme.ts';

export const reviewing = (affiliates: readonly string[], invoices: readonly string[]) =>
  fc.record({
    do: fc.constant('review' as const),
    of: fc.constantFrom(...REVIEWED),
    decision: fc.constantFrom(...REVIEW_DECISIONS, 'hold' as const),
    affiliate: fc.constantFrom(...affiliates),
    sale: fc.constantFrom(...invoices),
  });
type Reviewing = typeof reviewing extends (...args: never[]) => fc.Arbitrary<infer T> ? T : never;

/** Of an affiliate's cashouts, the last one. */
export function decideAbout(programme: SimulatedProgramme, { of, decision, affiliate, sale }: Reviewing): void {
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
  const facts = decideReview({ affiliate: state, checkout, programme: programme.terms() }, command);
  programme.append(affiliateStream(affiliateId), facts.affiliate);
  programme.append(checkoutStream(ref(sale)), facts.checkout);
}
