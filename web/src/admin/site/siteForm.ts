import { laterFields } from '@framelift/contracts/offers';
import type { Product } from '@framelift/contracts/products';
import { toEuros, toPercent } from '@framelift/contracts/rules';
import { fieldTime, timeOf } from './fieldValues.ts';

/** A product as its fields show it: euros, percent, features a line each, times in UTC. */
export interface ProductValues {
  sku: string;
  slug: string;
  isMain: boolean;
  title: string;
  kind: Product['kind'];
  price: number | null;
  oldPrice: number | null;
  offerEnds: string;
  features: string;
  productId: number | null;
  variantId: number | null;
  isAtStripe: boolean;
  priceId: string;
  commission: 'tier' | 'none' | 'rate';
  rate: number | null;
  minQuantity: number | null;
  maxQuantity: number | null;
  asksQuantity: boolean;
  release: string;
}
export interface ProductsValues {
  products: ProductValues[];
  note: string;
}

const euros = (cents: number | null) => (cents === null ? null : toEuros(cents));
const cents = (amount: number | null) => (amount === null ? null : Math.round(amount * 100));

export const emptyProduct: ProductValues = {
  sku: '',
  slug: '',
  isMain: false,
  title: '',
  kind: 'paid',
  price: null,
  oldPrice: null,
  offerEnds: '',
  features: '',
  productId: null,
  variantId: null,
  isAtStripe: true,
  priceId: '',
  commission: 'tier',
  rate: null,
  ...laterFields,
  release: '',
};

export const productValues = ({ providers: { sellauth, stripe }, ...p }: Product): ProductValues => ({
  sku: p.sku,
  slug: p.slug,
  isMain: p.isMain,
  title: p.title,
  kind: p.kind,
  price: p.kind === 'free' ? null : euros(p.priceCents),
  oldPrice: euros(p.oldPriceCents),
  offerEnds: fieldTime(p.offerEndsAt),
  features: p.features.join('\n'),
  productId: sellauth?.productId ?? null,
  variantId: sellauth?.variantId ?? null,
  isAtStripe: stripe !== null,
  priceId: stripe?.priceId ?? '',
  commission: typeof p.commission === 'number' ? 'rate' : p.commission,
  rate: typeof p.commission === 'number' ? toPercent(p.commission) : null,
  minQuantity: p.minQuantity,
  maxQuantity: p.maxQuantity,
  asksQuantity: p.asksQuantity,
  release: p.release ?? '',
});

const productOf = (v: ProductValues, before: Product | undefined): Product => {
  const isPaid = v.kind === 'paid';
  const sellauth = v.productId && v.variantId ? { productId: v.productId, variantId: v.variantId } : null;
  return {
    sku: v.sku.trim(),
    slug: v.slug.trim() || v.sku.trim(),
    isMain: isPaid && v.isMain,
    title: v.title.trim(),
    kind: v.kind,
    priceCents: isPaid ? (cents(v.price) ?? 0) : 0,
    oldPriceCents: isPaid ? cents(v.oldPrice) : null,
    offerEndsAt: isPaid ? timeOf(v.offerEnds, before?.offerEndsAt ?? null) : null,
    features: v.features
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    providers: isPaid
      ? { sellauth, stripe: v.isAtStripe ? { priceId: v.priceId.trim() || null } : null }
      : { sellauth: null, stripe: null },
    commission: v.commission === 'rate' ? (cents(v.rate) ?? 0) : v.commission,
    minQuantity: (isPaid && v.minQuantity) || laterFields.minQuantity,
    maxQuantity: (isPaid && v.maxQuantity) || laterFields.maxQuantity,
    asksQuantity: isPaid && v.asksQuantity,
    release: (!isPaid && v.release.trim()) || null,
  };
};

/** `before`: the products that the form was filled from. */
export const productsIn = ({ products }: ProductsValues, before: readonly Product[]): Product[] =>
  products.map((values) =>
    productOf(
      values,
      before.find(({ sku }) => sku === values.sku.trim()),
    ),
  );
