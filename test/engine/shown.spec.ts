// A confirmation is about what it showed, and a repeated command is the one that it repeats (docs/architecture.md#exactly-once).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { affiliateStream, firstSite, refusals, type SiteView } from '@framelift/contracts';
import { metaOf } from '../../services/src/engine/log/deciding/command.ts';
import { Registration } from '../../services/src/programme/sign-in/registration.ts';
import { type App, type Client, startApp } from '../support/system.ts';
import { sold } from '../support/sales.ts';

let app: App;
let nina: Client;
let ada: Client;
beforeAll(async () => {
  app = await startApp();
  [nina, ada] = [await app.admin(), await app.admin()];
});
afterAll(() => app.stop());

const section = async (name: string) => (await nina.get<SiteView>('/api/admin/site')).body.sections.find((one) => one.section === name)!;
const saves = async (admin: Client, text: string) => {
  const { position, draft } = await section('announcement');
  const content = { ...firstSite.announcement, text };
  const body = { content, draftSavedAt: draft?.savedAt ?? null, editBase: position };
  const saved = await admin.put('/api/admin/site/announcement', body);
  expect(saved.status).toBe(200);
  return { savedAt: saved.body.savedAt as string, position };
};
const publishes = ({ savedAt, position }: { savedAt: string; position: number }, key = randomUUID()) => {
  const body = { sections: ['announcement'], drafts: [{ section: 'announcement', savedAt }], editBase: position };
  return nina.send('POST', '/api/admin/site/publish', body, { 'Idempotency-Key': key });
};
const textOf = ({ content }: { content: object }) => (content as { text: string }).text;

describe('publishing', () => {
  it('publishes no draft that was saved after it was shown, and names who saved it', async () => {
    const shown = await saves(nina, 'Price 25');
    await saves(ada, 'Price 2.50');
    const { status, body } = await publishes(shown);
    expect([status, body.error]).toEqual([
      409,
      expect.stringMatching(/^Changed meanwhile: Announcement by \S+\. Please look at the changes and publish again$/),
    ]);
    const { published, draft } = await section('announcement');
    expect([textOf({ content: published }), textOf(draft!)]).toEqual(['', 'Price 2.50']);
  });

  it('keeps a draft that was saved after a publication whose answer was lost', async () => {
    const key = randomUUID();
    const first = await saves(nina, 'One');
    expect((await publishes(first, key)).status).toBe(200);
    await saves(nina, 'Two');
    expect((await publishes(first, key)).status).toBe(200);
    const { published, draft } = await section('announcement');
    expect([textOf({ content: published }), draft && textOf(draft)]).toEqual(['One', 'Two']);
  });

  it('without the drafts that were shown publishes those that are there, as it did', async () => {
    await saves(nina, 'Three');
    const { position } = await section('announcement');
    const body = { sections: ['announcement'] };
    expect((await nina.send('POST', '/api/admin/site/publish', body, { 'Edit-Base': String(position) })).status).toBe(200);
    const { published, draft } = await section('announcement');
    expect([textOf({ content: published }), draft]).toEqual(['Three', null]);
  });
});

it('discards no draft that was saved after it was shown', async () => {
  const { savedAt } = await saves(nina, 'Mine');
  await saves(ada, 'Hers');
  const refused = await nina.send('DELETE', '/api/admin/site/announcement', { draftSavedAt: savedAt });
  expect([refused.status, textOf((await section('announcement')).draft!)]).toEqual([409, 'Hers']);
  const { draft } = await section('announcement');
  expect((await nina.send('DELETE', '/api/admin/site/announcement', { draftSavedAt: draft!.savedAt })).status).toBe(200);
  expect((await section('announcement')).draft).toBeNull();
});

/** An affiliate with this much available (cents). */
async function earner(cents: number) {
  const affiliate = await app.affiliate();
  const added = await affiliate.post('/api/affiliate/payment-methods', method('a'));
  await sold(app.system.log, affiliate.id, cents);
  const { body } = await affiliate.get('/api/affiliate/stats');
  return { ...affiliate, position: added.position, methodId: body.paymentMethods[0].id as string };
}
const method = (name: string) => ({ paymentType: 'paypal', paymentDetails: { email: `${name}@example.org` } });

it('requests no cashout to details that were changed after they were shown', async () => {
  const { put, post, methodId, position } = await earner(200_00);
  const ask = { amount: 60, paymentMethodId: methodId };
  const changed = await put(`/api/affiliate/payment-methods/${methodId}`, method('b'));
  expect(await post('/api/affiliate/cashouts', { ...ask, editBase: position })).toMatchObject({
    status: 409,
    body: { error: refusals.changedMeanwhile('payment method') },
  });
  expect((await post('/api/affiliate/cashouts', { ...ask, editBase: changed.position })).status).toBe(201);
  expect((await post('/api/affiliate/cashouts', ask)).status).toBe(201);
});

describe('a payout run', () => {
  const runs = '/api/admin/payout-runs';
  /** Of two cashouts, read, and then without the second one. */
  const shrunk = async () => {
    const cashouts = [];
    for (const { id, post, methodId } of [await earner(200_00), await earner(200_00)]) {
      expect((await post('/api/affiliate/cashouts', { amount: 60, paymentMethodId: methodId })).status).toBe(201);
      cashouts.push(`${id}-1`);
    }
    const { id } = (await nina.post(runs, { cashouts })).body;
    const { position: editBase, body } = await nina.get(`${runs}/${id}`);
    expect(body).toMatchObject({ count: 2, amount: 120 });
    const { position, status } = await ada.post(`${runs}/${id}/remove`, { cashoutId: cashouts[1] });
    expect(status).toBe(200);
    return { id, editBase, now: position };
  };
  const decisions: [string, object][] = [
    ['file', { type: 'paypal' }],
    ['send', {}],
    ['settle', { reference: 'PP-1' }],
    ['cancel', {}],
  ];

  it.each(decisions)('%s: is refused about payments that are no longer in it', async (what, body) => {
    const { id, editBase, now } = await shrunk();
    expect(editBase).toBeLessThan(now);
    const decide = (base: object) => nina.post(`${runs}/${id}/${what}`, { ...body, ...base });
    const refused = { status: 409, body: { error: refusals.changedMeanwhile('payout run'), code: 'changedMeanwhile' } };
    expect(await decide({ editBase })).toMatchObject(refused);
    expect((await nina.get(`${runs}/${id}`)).body).toMatchObject({ state: 'open', count: 1, files: [], batch: null });
    expect((await decide({ editBase: now })).status).toBe(200);
  });

  it('is not approved about payments that are no longer in it', async () => {
    const { terms, position } = (await nina.get('/api/admin/terms')).body;
    expect((await nina.put('/api/admin/terms', { ...terms, fourEyes: 1, editBase: position })).status).toBe(200);
    const { id, editBase } = await shrunk();
    const login = { username: 'second', password: 'correct horse battery' };
    await app.api
      .get(Registration)
      .admin(metaOf({ kind: 'system', id: 'spec' }, Date.now(), randomUUID()), { ...login, email: 'second@staff.example' });
    const second = app.as((await app.anybody.post('/api/affiliate/login', login)).body.token);
    const approve = (body?: object) => second.post(`${runs}/${id}/approve`, body);
    expect(await approve({ editBase })).toMatchObject({ status: 409, body: { error: refusals.changedMeanwhile('payout run') } });
    expect((await approve()).status).toBe(200);
  });
});

it('deletes no affiliate who would forfeit another sum than was shown', async () => {
  const { id } = await earner(60_00);
  const shown = (await nina.get(`/api/admin/affiliates/${id}`)).body.forfeits;
  expect(shown).toBe(60);
  await sold(app.system.log, id, 5_00);
  const refused = await nina.send('DELETE', `/api/admin/affiliates/${id}`, { forfeits: shown });
  expect(refused).toMatchObject({ status: 409, body: { error: refusals.changedMeanwhile('balance') } });
  expect((await nina.send('DELETE', `/api/admin/affiliates/${id}`, { forfeits: 65 })).status).toBe(200);
});

it('recalculates no tiers but those that were shown, and a repeat is no other change', async () => {
  const { id } = await earner(10_00);
  await nina.put(`/api/admin/affiliates/${id}`, { tier: 'gold' });
  const { shown, down } = (await nina.get('/api/admin/recalculate-tiers')).body;
  expect(down).toBe(1);
  const other = await earner(10_00);
  await nina.put(`/api/admin/affiliates/${other.id}`, { tier: 'silver' });
  const recalculate = (by: object, key = randomUUID()) => nina.send('POST', '/api/admin/recalculate-tiers', by, { 'Idempotency-Key': key });
  expect(await recalculate({ shown })).toMatchObject({ status: 409, body: { error: refusals.changedMeanwhile('tiers') } });
  const again = (await nina.get('/api/admin/recalculate-tiers')).body;
  expect(again.down).toBe(2);
  const key = randomUUID();
  expect([(await recalculate({ shown: again.shown }, key)).status, (await recalculate({ shown: again.shown }, key)).status]).toEqual([
    200, 200,
  ]);
  expect((await nina.get('/api/admin/recalculate-tiers')).body).toMatchObject({ up: 0, down: 0 });
});

it('marks no notification read that arrived after the list was shown', async () => {
  const { id, get, put } = await earner(10_00);
  const unread = async () => (await get('/api/affiliate/stats')).body.notifications.filter((one: { isRead: boolean }) => !one.isRead);
  const upTo = Math.max(...(await unread()).map((one: { id: string }) => Number(one.id)));
  await sold(app.system.log, id, 1_00);
  expect((await put('/api/affiliate/notifications/read-all', { upTo })).status).toBe(200);
  expect(await unread()).toHaveLength(1);
  expect((await put('/api/affiliate/notifications/read-all', undefined)).status).toBe(200);
  expect(await unread()).toHaveLength(0);
});

describe('a repeat', () => {
  const terms = async () => {
    const { position, terms: inForce } = (await nina.get('/api/admin/terms')).body;
    return { position: position as number, terms: inForce };
  };
  const set = (body: object, headers: Record<string, string>) =>
    fetch(`${app.url}/api/admin/terms`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${nina.token}`, ...headers },
      body: JSON.stringify(body),
    });

  it('says that it is one', async () => {
    const { position, terms: inForce } = await terms();
    const body = { ...inForce, holdDays: 9, editBase: position };
    const headers = { 'Idempotency-Key': randomUUID() };
    const answers = [await set(body, headers), await set(body, headers)];
    expect(answers.map((answer) => [answer.status, answer.headers.get('Idempotent-Replayed')])).toEqual([
      [200, null],
      [200, 'true'],
    ]);
    expect(answers[1]!.headers.get('Log-Position')).toBe(answers[0]!.headers.get('Log-Position'));
  });

  it.each(['the field', 'the header'])('with another base is another command (%s)', async (place) => {
    const { position, terms: inForce } = await terms();
    const based = (base: number) =>
      (place === 'the field' ? [{ editBase: base }, {}] : [{}, { 'Edit-Base': String(base) }]) as [object, {}];
    const send = (base: number, key: string) => {
      const [body, headers] = based(base);
      return set({ ...inForce, holdDays: inForce.holdDays + 1, ...body }, { ...headers, 'Idempotency-Key': key });
    };
    const key = randomUUID();
    expect((await send(position, key)).status).toBe(200);
    expect((await send(position, key)).status).toBe(200);
    expect((await send(position + 100, key)).status).toBe(422);
  });

  it('may say its base by field or header', async () => {
    const { position, terms: inForce } = await terms();
    const body = { ...inForce, holdDays: inForce.holdDays + 1 };
    const key = { 'Idempotency-Key': randomUUID() };
    expect((await set({ ...body, editBase: position }, key)).status).toBe(200);
    const again = await set(body, { ...key, 'Edit-Base': String(position) });
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
  });
});

it('A, then B, then A again ends at A: of two that asked for one thing, each is done', async () => {
  const { id } = await earner(10_00);
  for (const status of ['suspended', 'active', 'suspended'])
    expect((await nina.send('PUT', `/api/admin/affiliates/${id}`, { status }, { 'Idempotency-Key': randomUUID() })).status).toBe(200);
  const events = await app.system.log.readStream(affiliateStream(id));
  expect(events.filter(({ type }) => type === 'AffiliateEdited')).toHaveLength(3);
});
