import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  affiliateStream,
  firstSite,
  premium,
  type Product,
  productRefusals,
  refusals,
  type SellingProvider,
  sellauth,
} from '@framelift/contracts';
import { StoreHarness } from '../../../test/support/store-harness.ts';

/** A second product, sold at both providers. */
const pro: Product = {
  ...premium,
  sku: 'pro',
  title: 'Framelift Pro',
  priceCents: 49_99,
  oldPriceCents: 59_99,
  offerEndsAt: null,
  providers: { sellauth: { productId: 7, variantId: 8 }, stripe: { priceId: null } },
  commission: 15_00,
};
const [, free] = firstSite.products.products;

describe.each<SellingProvider>(['sellauth', 'stripe'])('products that an admin sets, at %s', (provider) => {
  let harness: StoreHarness;
  let boss: Record<string, string>;
  let ann: string;
  beforeAll(async () => {
    harness = await StoreHarness.open({ provider });
    ann = await harness.affiliate('ann');
    boss = await harness.admin();
  });
  afterAll(() => harness.close());

  const publish = async (...products: Product[]) => {
    const headers = { ...boss, 'Edit-Base': String(Number.MAX_SAFE_INTEGER) };
    expect(await harness.call('PUT', '/api/admin/site/products', { content: { products } }, headers)).toMatchObject({ status: 200 });
    expect(await harness.call('POST', '/api/admin/site/publish', { sections: ['products'] }, headers)).toMatchObject({ status: 200 });
    harness.sold = [...products, ...harness.sold];
  };
  const cart = (line: object) => ({ cart: [{ ...line, quantity: 2 }], shopId: sellauth.shopId, ref: 'ann' });
  const begin = (line: object) => harness.opened(cart(line));
  const settled = async ({ page, invoice }: { page: string; invoice: string }) => {
    await harness.press(page, 'pay');
    expect(await harness.settled(invoice)).toHaveLength(1);
    const sales = await harness.db.log.readStream(affiliateStream(ann));
    return sales.findLast(({ type }) => type === 'SaleRecorded' || type === 'TierReached')?.data;
  };

  it('are sold by their id, at their price and commission', async () => {
    await publish(premium, free!, pro);
    const sale = await begin({ sku: 'pro' });
    expect((await harness.events('CheckoutStarted')).at(-1)!.data).toMatchObject({
      sku: 'pro',
      quantity: 2,
      listCents: 99_98,
      product: { title: 'Framelift Pro', priceCents: 49_99, oldPriceCents: 59_99, commission: 15_00 },
    });
    expect(await settled(sale)).toMatchObject({
      product: 'Framelift Pro',
      amountCents: 99_98,
      commissionBps: 15_00,
      commissionCents: 15_00,
    });
  });

  it('are credited by the price at the beginning of the checkout', async () => {
    const before = await begin({ sku: 'pro' });
    const { providers } = pro;
    await publish({
      ...pro,
      title: 'Renamed',
      priceCents: 9_99,
      commission: 'none',
      providers: { ...providers, sellauth: { productId: 9, variantId: 9 } },
    });
    expect(await settled(before)).toMatchObject({ product: 'Framelift Pro', amountCents: 99_98, commissionCents: 15_00, capped: false });
    const after = await begin({ sku: 'pro' });
    await harness.press(after.page, 'pay');
    expect(await harness.settled(after.invoice)).toEqual(['SaleNotCredited']);
    expect((await harness.outcome(after.invoice))[0]!.data).toMatchObject({ reason: 'noCommission' });
  });

  it('are sold in the quantities that they allow', async () => {
    await publish({ ...pro, minQuantity: 2, maxQuantity: 3 });
    for (const quantity of [1, 4]) {
      const order = { ...cart({}), cart: [{ sku: 'pro', quantity }] };
      expect(await harness.checkout(order)).toMatchObject({ status: 400, body: { error: productRefusals.notThisMany('2 to 3') } });
    }
    expect(await begin({ sku: 'pro' })).toMatchObject({ invoice: expect.any(String) });
  });

  it.each<[string, object]>([
    ['that is free', { sku: 'free' }],
    ['that is no longer sold', { ...premium.providers.sellauth }],
    ['that there never was', { sku: 'nothing' }],
    ['without an id', {}],
    ['with half its numbers', { productId: 9 }],
  ])('are refused where a cart names one %s', async (_, line) =>
    expect(await harness.checkout(cart(line))).toMatchObject({ status: 400, body: { error: refusals.cartInvalid } }),
  );
});
