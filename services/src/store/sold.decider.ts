import { type Commission, elsewhereSale, soldAtFirst, type Product } from '@framelift/contracts';
import { everyProduct, type Site } from '../programme/site/site.decider.ts';
import type { Checkout } from './checkout.decider.ts';
import { ownItems } from './foreign.decider.ts';
import type { Invoice } from './invoice.ts';

/** What an invoice sold, as it was offered. `listCents`: the most a commission is computed from; null: what was paid. */
export interface Sold {
  title: string;
  listCents: number | null;
  commission: Commission;
}

const of = (products: readonly Product[], sku: string) => products.find((product) => product.sku === sku);

/** The list price of so many, of which one purchase may have no more than the product allows. */
const mostFor = (product: Product | undefined, quantity: number): number =>
  product ? product.priceCents * Math.min(quantity, product.maxQuantity) : 0;

/** A checkout sells at the price and commission of its beginning; an unknown one at those of now. */
export function soldBy({ checkout: { started }, site }: { checkout: Checkout; site: Site }, invoice: Invoice): Sold {
  const items = ownItems(invoice);
  const sku = items[0]?.sku ?? '';
  if (sku === 'elsewhere') return { title: elsewhereSale.title, listCents: started?.listCents ?? null, commission: 'tier' };
  const products = everyProduct(site);
  const product = of(products, sku);
  if (!started) {
    const listCents = items.reduce((sum, item) => sum + mostFor(of(products, item.sku!), item.quantity), 0);
    return { title: product?.title ?? sku, listCents, commission: product?.commission ?? 'tier' };
  }
  // A checkout of before products could change has no title.
  const title = started.title ?? of(soldAtFirst, sku)?.title ?? product?.title ?? sku;
  return { title, listCents: started.listCents, commission: started.commission };
}
