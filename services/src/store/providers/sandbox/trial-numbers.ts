import { createHash } from 'node:crypto';
import type { Product } from '@framelift/contracts';
import type { Products } from '../../provider.ts';

/** The same on every start, so that invoices stay known. */
const numberOf = (sku: string): number => (createHash('sha256').update(sku).digest().readUInt32BE() >>> 2) + 1;

const numbered = (product: Product): Product =>
  product.kind === 'free' || product.providers.sellauth
    ? product
    : { ...product, providers: { ...product.providers, sellauth: { productId: numberOf(product.sku), variantId: 1 } } };

/** A trial sells a product before its seller has an account at a provider. */
export const withTrialNumbers =
  (products: Products): Products =>
  async () =>
    (await products()).map(numbered);
