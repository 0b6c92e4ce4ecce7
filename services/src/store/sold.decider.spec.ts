import { describe, expect, it } from '@jest/globals';
import { type Fact, premium, type Product } from '@framelift/contracts';
import { siteChanged } from '../../../test/support/facts.ts';
import { stateOf } from '../../../test/support/given.ts';
import { invoice, item, NOW, soldElsewhere, started } from '../../../test/support/sale-given.ts';
import { siteDecider } from '../programme/site/site.decider.ts';
import { checkoutDecider } from './checkout.decider.ts';
import type { Invoice } from './invoice.ts';
import { soldBy } from './sold.decider.ts';

const pro: Product = { ...premium, title: 'Pro', priceCents: 40_00, maxQuantity: 2, commission: 5_00 };
const addOn: Product = {
  ...pro,
  sku: 'add-on',
  title: 'Add-on',
  priceCents: 3_00,
  maxQuantity: 10,
  providers: { sellauth: null, stripe: null },
};
const selling = (...products: Product[]) => siteChanged({ section: 'products', content: { products } });
const sold = (items: Invoice['items'], checkout: Fact[] = [], site: Fact[] = [selling(pro, addOn)]) =>
  soldBy({ checkout: stateOf(checkoutDecider, checkout, NOW), site: stateOf(siteDecider, site) }, invoice({ items }));

describe('an invoice without a checkout of ours', () => {
  it('sells its first product, at the list prices of now, and by what that one earns', () => {
    expect(sold([item()])).toEqual({ title: 'Pro', listCents: 40_00, commission: 5_00 });
    const both = [item(), item({ sku: 'add-on', quantity: 3 })];
    expect(sold(both)).toEqual({ title: 'Pro', listCents: 49_00, commission: 5_00 });
    expect(sold(both.toReversed())).toMatchObject({ title: 'Add-on', listCents: 49_00 });
  });
  it('counts no more of a product than one purchase may have', () =>
    expect([1, 2, 3].map((quantity) => sold([item({ quantity })]).listCents)).toEqual([40_00, 80_00, 80_00]));
  it('knows a product that is no longer sold', () =>
    expect(sold([item()], [], [selling(pro), selling(addOn)])).toEqual({ title: 'Pro', listCents: 40_00, commission: 5_00 }));
  it('has no price for what never was a product', () =>
    expect(sold([item({ sku: 'other' }), item()])).toEqual({ title: 'other', listCents: 40_00, commission: 'tier' }));
  it('sells nothing where nothing of it is ours', () =>
    expect(sold([item({ sku: null })])).toEqual({ title: '', listCents: 0, commission: 'tier' }));
});

describe('an invoice of a checkout', () => {
  it('sells at the price, title and commission of its beginning', () => {
    const begun = started({ listCents: 20_00, product: { title: 'Before', priceCents: 20_00, commission: 'none' } });
    expect(sold([item()], [begun])).toEqual({ title: 'Before', listCents: 20_00, commission: 'none' });
  });
  it('of before products could change has the first title of its product', () => {
    const begun = started({ listCents: 20_00 });
    expect(sold([item()], [begun])).toEqual({ title: 'Framelift Premium', listCents: 20_00, commission: 'tier' });
    expect(sold([item({ sku: 'add-on' })], [begun]).title).toBe('Add-on');
    expect(sold([item({ sku: 'other' })], [begun]).title).toBe('other');
  });
});

it('a sale made elsewhere is one, of whatever was paid', () => {
  const { items } = soldElsewhere();
  expect(sold(items)).toEqual({ title: 'Sold elsewhere', listCents: null, commission: 'tier' });
  expect(sold(items, [started({ listCents: 5_00 })]).listCents).toBe(5_00);
});
