import type { Product } from '@framelift/contracts/products';
import { euros, toPercent } from '@framelift/contracts/rules';
import { isSameContent } from '@framelift/contracts/site';
import { fieldsOf, type SiteContent, type SiteSection } from '@framelift/contracts/site-sections';
import { formatMoment, formatPercent } from '../../lib/format.ts';
import { fieldChanges } from './fieldWords.ts';

const moment = (time: string | null, none: string): string => (time === null ? none : formatMoment(time));

export const commissionWords = (commission: Product['commission']): string =>
  typeof commission === 'number' ? formatPercent(toPercent(commission)) : { tier: 'By tier', none: 'None' }[commission];

export const priceWords = ({ kind, priceCents }: Pick<Product, 'kind' | 'priceCents'>): string =>
  kind === 'free' ? 'Free' : euros(priceCents);

const numbersAt = ({ sellauth }: Product['providers']): string =>
  sellauth === null ? 'none' : `${sellauth.productId} / ${sellauth.variantId}`;
const atStripe = ({ stripe }: Product['providers']): string => (stripe === null ? 'not sold' : (stripe.priceId ?? 'sold'));

/** What of a product is said when it changes. */
const facts: [string, (product: Product) => string][] = [
  ['title', ({ title }) => title],
  ['page', ({ kind, slug }) => (kind === 'paid' ? `/products/${slug}` : 'none')],
  ['main product', ({ isMain }) => (isMain ? 'yes' : 'no')],
  ['price', priceWords],
  ['old price', ({ oldPriceCents }) => (oldPriceCents === null ? 'none' : euros(oldPriceCents))],
  ['offer ends', ({ offerEndsAt }) => moment(offerEndsAt, 'never')],
  ['commission', ({ commission }) => commissionWords(commission).toLowerCase()],
  ['smallest quantity', ({ minQuantity }) => `${minQuantity}`],
  ['largest quantity', ({ maxQuantity }) => `${maxQuantity}`],
  ['quantity', ({ asksQuantity }) => (asksQuantity ? 'chosen by the buyer' : 'the smallest')],
  ['release source', ({ release }) => release ?? 'none'],
  ['numbers at SellAuth', ({ providers }) => numbersAt(providers)],
  ['at Stripe', ({ providers }) => atStripe(providers)],
];

const featureChanges = (before: Product, after: Product): string[] => [
  ...after.features.filter((feature) => !before.features.includes(feature)).map((feature) => `${after.title}: “${feature}” added`),
  ...before.features.filter((feature) => !after.features.includes(feature)).map((feature) => `${after.title}: “${feature}” removed`),
];

function productChanges(before: readonly Product[], after: readonly Product[]): string[] {
  const was = (sku: string) => before.find((product) => product.sku === sku);
  const isThere = (sku: string) => after.some((product) => product.sku === sku);
  const changes = after.flatMap((product) => {
    const earlier = was(product.sku);
    if (!earlier) return [`${product.title} added: ${priceWords(product)}`];
    const changed = facts.filter(([, said]) => said(earlier) !== said(product));
    return [
      ...changed.map(([name, said]) => `${earlier.title}: ${name} ${said(earlier)} → ${said(product)}`),
      ...featureChanges(earlier, product),
    ];
  });
  const removed = before.filter(({ sku }) => !isThere(sku)).map(({ title }) => `${title} removed`);
  return [...changes, ...removed];
}

/** What a change of a section says, a sentence each; none: both are the same. */
export const changesOf = (section: SiteSection, before: object, after: object): string[] => {
  if (isSameContent(before, after)) return [];
  const fields = fieldsOf(section);
  if (fields) {
    const changes = fieldChanges(fields, { ...before }, { ...after });
    return changes.length ? changes : ['The example is kept as it is'];
  }
  const said = productChanges((before as SiteContent['products']).products, (after as SiteContent['products']).products);
  return said.length ? said : ['Order changed'];
};
