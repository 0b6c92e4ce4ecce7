import { rules } from './rules.ts';
import { says } from './text.ts';

/** The seller's products, which admins set (docs/rules.md#2-product-and-price). Integer cents (EUR), basis points, ISO 8601 UTC. */

/** The commission on a sale of a product: at the affiliate's rate, none, or at the product's rate (basis points). */
export type Commission = 'tier' | 'none' | number;

/** The numbers that a payment provider knows a product by; null: it is not sold there. */
export interface ProductNumbers {
  readonly sellauth: { readonly productId: number; readonly variantId: number } | null;
  /** Without the id of a price, each checkout gives Stripe title and price. */
  readonly stripe: { readonly priceId: string | null } | null;
}

export interface Product {
  /** Its id, which stays. */
  readonly sku: string;
  readonly title: string;
  readonly kind: 'paid' | 'free';
  readonly priceCents: number;
  /** Shown struck through while the offer runs. */
  readonly oldPriceCents: number | null;
  readonly offerEndsAt: string | null;
  readonly features: readonly string[];
  readonly providers: ProductNumbers;
  readonly commission: Commission;
  /** How many one purchase may have. */
  readonly minQuantity: number;
  readonly maxQuantity: number;
  /** Whether its pages ask for the quantity; otherwise they sell the smallest. */
  readonly asksQuantity: boolean;
  /** The last word of its page's address. Addresses that it had before lead to it. */
  readonly slug: string;
  /** The one that the site sells first, at /premium. */
  readonly isMain: boolean;
  /** Of a free product: `owner/name` at the code host, whose newest release is downloaded; null: there is none, or a setting names it. */
  readonly release: string | null;
}

export const PRODUCT_KINDS = ['paid', 'free'] as const;

/** What products may be at most. */
export const productLimits = {
  products: 50,
  sku: 40,
  title: 80,
  priceCents: 1_000_000_00,
  features: 20,
  feature: 160,
  number: 2_147_483_647,
  priceId: 100,
  quantity: 10,
} as const;

export const productRefusals = {
  count: `Please give 1 to ${productLimits.products} products`,
  skuInvalid: `A product’s id has at most ${productLimits.sku} lower-case letters and digits, in words joined by a hyphen`,
  skuTwice: 'Each product needs a different id',
  slugInvalid: `A product’s address has at most ${productLimits.sku} lower-case letters and digits, in words joined by a hyphen`,
  slugTwice: 'Each paid product needs a different address',
  mainTwice: 'Only one product can be the main one',
  mainIsFree: 'The main product must be a paid one',
  nonePaid: 'At least one product must be paid: /premium sells it',
  titleInvalid: `A product’s title has 1 to ${productLimits.title} characters on one line`,
  kindInvalid: 'A product is paid or free',
  priceInvalid: 'A price is a whole number of cents, from €0 to €1,000,000',
  freeHasPrice: 'A free product has no price, no old price and no offer',
  paidNeedsPrice: 'A paid product needs a price above €0',
  oldPriceTooLow: 'The old price must be above the price',
  offerWithoutOldPrice: 'An offer with an end needs an old price',
  offerEndInvalid: 'The end of an offer is a time with its zone, such as 2026-01-31T23:59:59Z',
  featuresInvalid: `A product has at most ${productLimits.features} features of 1 to ${productLimits.feature} characters, each on one line`,
  numbersInvalid: 'The numbers of a product at a provider are whole numbers above 0',
  numbersTwice: 'Two products have the same numbers at a provider',
  priceIdInvalid: `An id of a price at Stripe has 1 to ${productLimits.priceId} letters, digits and _`,
  quantityInvalid: `A quantity is a whole number from 1 to ${productLimits.quantity}`,
  releaseInvalid: 'A release source is owner/name at the code host, such as acme/tool',
  releaseOfPaid: 'Only a free product has a release source',
  quantitiesReversed: 'The smallest quantity must not be above the largest',
  notThisMany: says`This product is sold in quantities of ${(range: string) => range}`,
  commissionInvalid: 'The commission is by tier, none, or a rate from 0 to 100 percent in basis points',
} as const;

export const isCommission = (value: unknown): boolean =>
  value === 'tier' || value === 'none' || (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= rules.maximumRateBps);

type Numbered = Pick<Product, 'providers'>;
export const sameAtSellauth = ({ providers: { sellauth: a } }: Numbered, { providers: { sellauth: b } }: Numbered): boolean =>
  a !== null && b !== null && a.productId === b.productId && a.variantId === b.variantId;

const sameNumbers = (a: Product, b: Product): boolean => {
  if (sameAtSellauth(a, b)) return true;
  const priceId = a.providers.stripe?.priceId;
  return !!priceId && priceId === b.providers.stripe?.priceId;
};

/** Why products cannot be published although each field is well formed; undefined: they can. */
export function productsProblem(products: readonly Product[]) {
  if (isTwice(products.map(({ sku }) => sku))) return productRefusals.skuTwice;
  for (const { kind, priceCents, oldPriceCents, offerEndsAt, minQuantity, maxQuantity, release } of products) {
    if (minQuantity > maxQuantity) return productRefusals.quantitiesReversed;
    if (kind === 'paid' && release !== null) return productRefusals.releaseOfPaid;
    if (kind === 'free' && (priceCents > 0 || oldPriceCents !== null || offerEndsAt !== null)) return productRefusals.freeHasPrice;
    if (kind === 'paid' && priceCents === 0) return productRefusals.paidNeedsPrice;
    if (oldPriceCents !== null && oldPriceCents <= priceCents) return productRefusals.oldPriceTooLow;
    if (offerEndsAt !== null && oldPriceCents === null) return productRefusals.offerWithoutOldPrice;
  }
  const twice = products.some((a, i) => products.slice(i + 1).some((b) => sameNumbers(a, b)));
  return twice ? productRefusals.numbersTwice : pagesProblem(products);
}

const isTwice = (names: readonly string[]): boolean => new Set(names).size < names.length;
/** Links of affiliates lead to /premium: something is sold there. */
function pagesProblem(products: readonly Product[]) {
  const paid = products.filter(({ kind }) => kind === 'paid');
  const main = products.filter(({ isMain }) => isMain);
  if (!paid.length) return productRefusals.nonePaid;
  if (isTwice(paid.map(({ slug }) => slug))) return productRefusals.slugTwice;
  if (main.length > 1) return productRefusals.mainTwice;
  return main.some(({ kind }) => kind === 'free') ? productRefusals.mainIsFree : undefined;
}

/** A line of a cart: a product by its id, or by its numbers at the first provider. */
export interface CartLine {
  sku?: string;
  productId?: number;
  variantId?: number;
}

/** The product that a line orders; undefined: none that is sold. */
export const orderedProduct = <P extends Product>(products: readonly P[], { sku, productId, variantId }: CartLine): P | undefined =>
  products.find(({ kind, providers: { sellauth }, ...product }) => {
    if (kind !== 'paid') return false;
    if (sku !== undefined) return product.sku === sku && (productId ?? sellauth?.productId) === sellauth?.productId;
    return sellauth !== null && sellauth.productId === productId && sellauth.variantId === variantId;
  });

/** Why so many cannot be ordered at once; undefined: they can. */
export const quantityProblem = ({ minQuantity, maxQuantity }: Product, quantity: number) => {
  if (quantity >= minQuantity && quantity <= maxQuantity) return undefined;
  return productRefusals.notThisMany(minQuantity === maxQuantity ? `${minQuantity}` : `${minQuantity} to ${maxQuantity}`);
};

/** A product in half a sentence, for programs. */
export const soldInWords = ({ title, priceCents }: Pick<Product, 'title' | 'priceCents'>): string =>
  `${title}, bought once for €${(priceCents / 100).toFixed(2)}`;
