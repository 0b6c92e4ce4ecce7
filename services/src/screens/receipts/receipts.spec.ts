import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as crypto from 'node:crypto';
import { affiliateStream, type ReceiptProofView, type ReceiptView } from '@framelift/contracts';
import { nodeTools, use, verifyReceipt } from '../../../../deploy/framelift-verify.mjs';
import { cashoutProcessed, cashoutRequested, saleRecorded } from '../../../../test/support/facts.ts';
import { append } from '../../../../test/support/history.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';

const receipts = '/api/affiliate/receipts';
let app: App;
let admin: Client;
let anybody: Client;
beforeAll(async () => {
  use(nodeTools(crypto));
  app = await startApp();
  admin = await app.admin();
  anybody = app.anybody;
});
afterAll(() => app.stop());

/** An affiliate with two sales in March 2025, and a cashout of 40 euros that was paid after two days. */
async function affiliate(name: string) {
  const who = await app.affiliate(name);
  const sale = (n: number) => saleRecorded({ ...ref(`${name}${n}`), amountCents: 300_00, paidCents: 300_00, commissionCents: 60_00 });
  const cashout = { cashoutId: `${who.id}-1`, amountCents: 40_00 };
  await append(app.system, affiliateStream(who.id), [sale(1), sale(2)], { at: '2025-03-01T12:00:00.000Z' });
  await append(app.system, affiliateStream(who.id), [cashoutRequested(cashout)], { at: '2025-03-02T12:00:00.000Z' });
  const paid = [
    cashoutProcessed({ ...cashout, from: 'pending', status: 'approved' }),
    cashoutProcessed({ ...cashout, from: 'approved', status: 'completed' }),
  ];
  await append(app.system, affiliateStream(who.id), paid, { at: '2025-03-04T09:00:00.000Z' });
  return who;
}
async function share(who: Client, body: object): Promise<string> {
  const { status, body: answer } = await who.post(receipts, { name: 'Mia', ...body });
  expect([status, answer.error]).toEqual([201, undefined]);
  return answer.id;
}
const opened = (id: string, more = '') => anybody.get(`/api/public/receipts/${id}${more}`);
const view = async (id: string): Promise<ReceiptView> => (await opened(id)).body;
const proofOf = async (id: string): Promise<ReceiptProofView & { checkpoint: string }> => (await opened(id, '/proof')).body;
const setTerms = async (more: object) => {
  const { terms, position } = (await admin.get('/api/admin/terms')).body;
  expect((await admin.put('/api/admin/terms', { ...terms, ...more, editBase: position })).status).toBe(200);
};

describe('a receipt', () => {
  it('shows one figure to anyone: all that was paid out, a cashout, or a month', async () => {
    const mia = await affiliate('mia');
    const month = new Date().toISOString().slice(0, 7);
    const all = await share(mia, { figure: 'paid' });
    const cashout = await share(mia, { figure: 'paid', of: `${mia.id}-1`, onPage: true });
    const earned = await share(mia, { figure: 'earned', of: month, name: ' Mia K. ' });
    const common = { countedAt: expect.any(String), sharedAt: expect.any(String), log: '/log' };
    const shown = [
      { id: all, name: 'Mia', figure: 'paid', month: null, days: null, amount: 40, events: 1, ...common },
      { id: cashout, name: 'Mia', figure: 'paid', month: null, days: 2, amount: 40, events: 1, ...common },
      { id: earned, name: 'Mia K.', figure: 'earned', month, days: null, amount: 120, events: 2, ...common },
    ];
    expect(await Promise.all([all, cashout, earned].map(view))).toEqual(shown);
    const own = (await mia.get(receipts)).body;
    expect(own).toEqual({ allowed: true, receipts: [2, 1, 0].map((n) => ({ ...shown[n], onPage: n === 1 })) });
  });

  it('tells nobody whose account it is, nor of which cashout', async () => {
    const nia = await affiliate('nia');
    const id = await share(nia, { figure: 'paid', of: `${nia.id}-1`, name: 'N.' });
    const texts = [JSON.stringify(await view(id)), JSON.stringify(await proofOf(id))];
    for (const text of texts) for (const secret of [nia.id, nia.username, 'nia1']) expect(text).not.toContain(secret);
  });

  it('keeps the amount that was shown at a position', async () => {
    const ola = await affiliate('ola');
    const { at } = (await ola.get('/api/why/paid')).body;
    await append(app.system, affiliateStream(ola.id), [
      cashoutProcessed({ cashoutId: `${ola.id}-1`, amountCents: 5_00, from: 'approved', status: 'completed' }),
    ]);
    const then = await share(ola, { figure: 'paid', at: at.position });
    const now = await share(ola, { figure: 'paid' });
    expect([(await view(then)).amount, (await view(now)).amount]).toEqual([40, 45]);
  });

  it.each([
    ['a month of what was paid', { figure: 'paid', of: '2025-03' }, 404],
    ['all that was earned', { figure: 'earned' }, 400],
    ['no month', { figure: 'earned', of: '2025-13' }, 400],
    ['a month without sales', { figure: 'earned', of: '2020-01' }, 400],
    ['a figure that is nobody else’s business', { figure: 'balance' }, 400],
    ['a cashout of another', { figure: 'paid', of: 'other-1' }, 404],
    ['no name', { figure: 'paid', name: ' ' }, 400],
    ['a name of 41 letters', { figure: 'paid', name: 'x'.repeat(41) }, 400],
  ])('is not made of %s', async (what, body, status) => {
    const who = await affiliate(`no${crypto.randomUUID().slice(0, 8)}`);
    const other = await affiliate(`o${crypto.randomUUID().slice(0, 8)}`);
    const of = (body as { of?: string }).of?.replace('other', other.id);
    expect([what, (await who.post(receipts, { name: 'Mia', ...body, ...(of ? { of } : {}) })).status]).toEqual([what, status]);
  });
});

describe('the proof of a receipt', () => {
  it('is signed, and its events are in the published log', async () => {
    const pia = await affiliate('pia');
    const id = await share(pia, { figure: 'earned', of: new Date().toISOString().slice(0, 7) });
    const proof = await proofOf(id);
    expect(await verifyReceipt(proof)).toMatchObject({ id, cents: 120_00, events: 2, checked: 2, problems: [] });
    const published = await (await fetch(`${app.url}/log/checkpoint`)).text();
    const size = published.split('\n')[1];
    const { body } = await opened(id, `/proof?size=${size}`);
    expect(await verifyReceipt({ ...body, checkpoint: published })).toMatchObject({ size: Number(size), problems: [] });
  });

  it('fails for another amount, another event and another log', async () => {
    const ria = await affiliate('ria');
    const proof = await proofOf(await share(ria, { figure: 'paid' }));
    const problems = async (changed: object) => (await verifyReceipt({ ...proof, ...changed })).problems;
    expect(await problems({ receipt: proof.receipt.replace('cents 4000', 'cents 9000') })).toEqual([
      'The receipt is not signed with the key of the log',
    ]);
    const [one] = proof.entries;
    const entry = Buffer.from(one!.entry, 'base64').fill(0, 0, 4).toString('base64');
    expect(await problems({ entries: [{ ...one!, entry }] })).toEqual([expect.stringMatching(/^Event \d+ is not in the published log$/)]);
    expect(await problems({ checkpoint: proof.checkpoint.replace(/\n\d+\n/, '\n1\n') })).toEqual([
      'The checkpoint is not signed with the key of the log',
      expect.stringMatching(/^Event \d+ is not in/),
    ]);
    await expect(verifyReceipt({ ...proof, entries: [] })).rejects.toThrow('The proof of the receipt is damaged');
  });
});

describe('a receipt is gone', () => {
  const isGone = async (id: string) => {
    expect([(await opened(id)).status, (await opened(id, '/proof')).status]).toEqual([404, 404]);
  };
  const isThere = async (id: string) => expect((await opened(id)).status).toBe(200);

  it('once it is withdrawn', async () => {
    const sia = await affiliate('sia');
    const id = await share(sia, { figure: 'paid' });
    await isThere(id);
    const other = await affiliate('uma');
    expect((await other.send('DELETE', `${receipts}/${id}`)).status).toBe(404);
    expect((await sia.send('DELETE', `${receipts}/${id}`)).status).toBe(200);
    await isGone(id);
    expect((await sia.get(receipts)).body.receipts).toEqual([]);
    expect((await sia.send('DELETE', `${receipts}/${id}`)).status).toBe(404);
  });

  it('while its account is banned', async () => {
    const tia = await affiliate('tia');
    const id = await share(tia, { figure: 'paid' });
    expect((await admin.put(`/api/admin/affiliates/${tia.id}`, { status: 'banned' })).status).toBe(200);
    await isGone(id);
    expect((await admin.put(`/api/admin/affiliates/${tia.id}`, { status: 'active' })).status).toBe(200);
    await isThere(id);
  });

  it('once its account is erased', async () => {
    const ula = await affiliate('ula');
    const id = await share(ula, { figure: 'paid' });
    expect((await admin.send('DELETE', `/api/admin/affiliates/${ula.id}`, { forfeits: 80 })).status).toBe(200);
    await isGone(id);
  });

  it('while the terms switch receipts off', async () => {
    const via = await affiliate('via');
    const id = await share(via, { figure: 'paid' });
    await setTerms({ receipts: 'off' });
    await isGone(id);
    expect((await via.post(receipts, { figure: 'paid', name: 'Via' })).status).toBe(409);
    expect((await via.get(receipts)).body.allowed).toBe(false);
    await setTerms({ receipts: 'allowed' });
    await isThere(id);
  });
});

it('the page about the programme has the newest three that may be on it', async () => {
  const { receipts: before } = (await anybody.get('/api/public/receipts')).body;
  const ana = await affiliate('ana');
  const bea = await affiliate('bea');
  const ids: string[] = [];
  for (const who of [ana, bea, ana, ana]) ids.unshift(await share(who, { figure: 'paid', onPage: true }));
  await share(ana, { figure: 'paid' });
  const shown = async () => (await anybody.get('/api/public/receipts')).body.receipts.map(({ id }: ReceiptView) => id);
  expect(await shown()).toEqual(ids.slice(0, 3));
  expect((await admin.put(`/api/admin/affiliates/${ana.id}`, { status: 'suspended' })).status).toBe(200);
  expect(await shown()).toEqual([ids[2], ...before.map(({ id }: ReceiptView) => id)].slice(0, 3));
});
