import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  affiliateStream,
  firstSite,
  premium,
  type Product,
  sellauth,
  type SiteHistoryView,
  type SiteView,
  soldAtFirst,
} from '@framelift/contracts';
import * as fc from 'fast-check';
import { atProof } from '../../../../test/support/counts.ts';
import { press, proofFor } from '../../../../test/support/orders.ts';
import { until } from '../../../../test/support/until.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';

let app: App;
let admins: Client[];
let zoe: Client & { id: string; username: string };
beforeAll(async () => {
  app = await startApp();
  admins = [await app.admin(), await app.admin()];
  zoe = await app.affiliate();
});
afterAll(() => app.stop());

const at = (cents: number): Product => ({ ...premium, priceCents: cents, oldPriceCents: null, offerEndsAt: null });
const step = fc.record({
  do: fc.constantFrom('publish' as const, 'publish' as const, 'restore' as const, 'buy' as const),
  cents: fc.integer({ min: 1, max: 100_00 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const path = '/api/admin/site';
const from = (position: number) => ({ 'Edit-Base': String(position) });
const section = async (admin: Client) => (await admin.get<SiteView>(path)).body.sections.find(({ section: name }) => name === 'products')!;
const history = async (admin: Client) => (await admin.get<SiteHistoryView>(`${path}/history?limit=500`)).body.changes;
const priceIn = (content: object) => (content as { products: readonly Product[] }).products[0]!.priceCents;

/** Checkouts of an affiliate's buyers, with the payment page of each. */
const opened: { url: string; invoiceId: string; listCents: number; isAlone: boolean }[] = [];

/** The event of a checkout that begins now. */
async function begun({ isAlone } = { isAlone: true }) {
  const body = { cart: [{ sku: 'premium', quantity: 1 }], shopId: sellauth.shopId, ref: zoe.username, altcha: await proofFor(app.url) };
  const { status, position, body: answer } = await app.anybody.post('/api/store/checkout', body);
  expect(status).toBe(200);
  const [event] = await app.system.log.readMany([position]);
  if (event?.type !== 'CheckoutStarted') throw new Error('The checkout did not begin');
  opened.push({ url: answer.url, invoiceId: event.data.invoiceId, listCents: event.data.listCents, isAlone });
  return event.data;
}

/** What one admin does, from what their screen shows. Every refusal is one that the other admin causes. */
async function take(admin: Client, { do: what, cents }: Step): Promise<void> {
  if (what === 'buy') {
    const { listCents, product } = await begun({ isAlone: false });
    return expect(product).toMatchObject({ title: soldAtFirst[0]!.title, priceCents: listCents });
  }
  const { position, draft } = await section(admin);
  if (what === 'restore') {
    const changes = await history(admin);
    const to = changes[cents % (changes.length + 1)]?.position ?? 0;
    const restored = await admin.post(`${path}/history/${to}/restore`, { section: 'products' }, from(position));
    return expect([200, 409]).toContain(restored.status);
  }
  const body = { content: { products: [at(cents)] }, draftSavedAt: draft?.savedAt ?? null };
  const saved = await admin.put(`${path}/products`, body, from(position));
  expect([200, 409]).toContain(saved.status);
  if (saved.status !== 200) return;
  const drafts = [{ section: 'products', savedAt: saved.body.savedAt }];
  const published = await admin.post(`${path}/publish`, { sections: ['products'], drafts, editBase: position });
  expect([200, 404, 409]).toContain(published.status);
  if (published.status !== 200 || !published.position) return;
  // The other admin may save between: what becomes public is what this one confirmed.
  const [event] = await app.system.log.readMany([published.position]);
  expect(event?.type === 'SiteChanged' && priceIn(event.data.content)).toBe(cents);
}

it('agrees in history, pages and checkout, whatever two admins publish and restore at once', async () => {
  const steps = fc.sample(fc.tuple(step, step), { numRuns: atProof(200, 8, 'pairs of changes of the site'), seed: 42 });
  for (const both of steps) {
    await Promise.all(both.map((one, i) => take(admins[i]!, one)));
    const { published, position } = await section(admins[0]!);
    const events = (await app.system.log.readStream('site')).toReversed();
    const changes = await history(admins[0]!);
    // Each change is one event, and follows the one before.
    expect(changes.map((change) => change.position)).toEqual(events.map((event) => event.position));
    const prices = [...changes.map(({ content }) => priceIn(content)), priceIn(firstSite.products)];
    expect(changes.map(({ before }) => priceIn(before))).toEqual(prices.slice(1));
    expect([position, priceIn(published)]).toEqual([changes[0]?.position ?? 0, prices[0]]);
    // Visitors read the published price, and a checkout begins at it.
    const { products } = (await app.anybody.get('/api/public/site/products')).body;
    expect([products[0].priceCents, (await begun()).listCents]).toEqual([prices[0], prices[0]]);
  }
  // Each is paid long after its price was changed, and credited by its own.
  for (const { url } of opened) await press(url, 'pay', 'buyer@example.com');
  const credited = async () => {
    const events = await app.system.log.readStream(affiliateStream(zoe.id));
    return events.flatMap((e) => (e.type === 'SaleRecorded' ? [e.data] : []));
  };
  await until(async () => (await credited()).length === opened.length, 60_000);
  for (const { invoiceId, amountCents, paidCents, capped } of await credited()) {
    const { listCents, isAlone } = opened.find((one) => one.invoiceId === invoiceId)!;
    // The provider may take another price while it changes: what was paid counts, at most the price of the beginning.
    expect([amountCents, capped]).toEqual([Math.min(paidCents, listCents), paidCents > listCents]);
    if (isAlone) expect([invoiceId, paidCents]).toEqual([invoiceId, listCents]);
  }
});
