import { fact, ownCents } from '@framelift/contracts';
import { tierReachedBy } from '../programme/affiliate/tier.decider.ts';
import { waitsForDispute } from './checkout.decider.ts';
import type { RestoreSale } from './store.commands.ts';
import { decided, holdOf, type Sale, type SaleFacts } from './sale.decider.ts';

/**
 * A dispute was won after all: a sale reversed for a lost one counts again, with the recorded cents. A sale not credited
 * because of it is decided as if the dispute had not happened.
 */
export const restoreSale = (sale: Sale, command: RestoreSale): SaleFacts => {
  const { affiliate, checkout, programme } = sale;
  if (!waitsForDispute(checkout)) return {};
  if (checkout.outcome === 'notCredited') return decided(sale, command);
  const { ref } = command.invoice;
  const { affiliateId, amountCents, commissionCents, found, foreign, product } = checkout.credit!;
  const hold = affiliate.deleted ? {} : holdOf(checkout, command.meta.occurredAt);
  const onAccount = Math.max(0, ownCents(affiliate.books) + commissionCents);
  const forfeitedCents = affiliate.deleted ? Math.min(commissionCents, onAccount) : 0;
  const restored = fact('SaleRestored', {
    ...ref,
    amountCents,
    commissionCents,
    ...found,
    ...checkout.started?.origin,
    ...(foreign ? { foreign } : {}),
    ...(product ? { product } : {}),
    ...hold,
    forfeitedCents,
  });
  return {
    affiliate: [restored, ...(affiliate.deleted ? [] : tierReachedBy(affiliate, programme.terms))],
    checkout: [fact('SaleCreditRestored', { ...ref, affiliateId, amountCents, commissionCents, ...hold })],
  };
};
