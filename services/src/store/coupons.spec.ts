import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream, checkoutStream, couponProblems, couponRefusals, couponWithoutDiscount, refusals } from '@framelift/contracts';
import { affiliateEdited, programmeTermsSet } from '../../../test/support/facts.ts';
import { append } from '../../../test/support/history.ts';
import { ref } from '../../../test/support/invoices.ts';
import { StoreHarness } from '../../../test/support/store-harness.ts';

let harness: StoreHarness;
let admin: Record<string, string>;
beforeAll(async () => {
  harness = await StoreHarness.open();
  admin = await harness.admin();
});
afterAll(() => harness.close());

let n = 0;
/** An affiliate with a new name. */
const somebody = async () => {
  const username = `zoe-${++n}`;
  return { username, id: await harness.affiliate(username) };
};
const newCode = () => `CODE${++n}`;
const give = (id: string, body: object, headers = admin) => harness.call('POST', `/api/admin/affiliates/${id}/coupons`, body, headers);
const takeBack = (id: string, code: string, headers = admin) =>
  harness.call('DELETE', `/api/admin/affiliates/${id}/coupons/${code}`, undefined, headers);
const ask = (code: string, headers: Record<string, string> = {}) =>
  harness.call('GET', `/api/store/coupon?code=${encodeURIComponent(code)}`, undefined, headers);
const signedIn = async (username: string) => {
  const { body } = await harness.call('POST', '/api/affiliate/login', { username, password: 'correct horse battery' });
  return { authorization: `Bearer ${body['token']}` };
};
const begun = async (invoice: string) =>
  (await harness.db.log.readStream(checkoutStream(ref(invoice))))[0]!.data as unknown as Record<string, unknown>;
const outcome = async (page: string, invoice: string, email?: string) => {
  await harness.press(page, 'pay', email);
  await harness.settled(invoice);
  return (await harness.outcome(invoice))[0]!;
};
const head = async () => (await harness.db.pool.query('select max(position) as head from log.events')).rows[0].head;
const atStore = async () =>
  (await harness.db.pool.query('select code, discount_bps from sandbox_store.coupons order by created_at')).rows as {
    code: string;
    discount_bps: number;
  }[];

describe('a purchase with a code', () => {
  it('is credited without a click, by username or added code', async () => {
    const { username, id } = await somebody();
    const code = newCode();
    expect(await give(id, { code })).toEqual({ status: 201, body: { success: true } });
    for (const coupon of [username.toUpperCase(), ` ${code.toLowerCase()} `]) {
      const { page, invoice } = await harness.opened({ coupon });
      expect(await begun(invoice)).toMatchObject({ affiliateId: id, attributedBy: 'coupon', visitKnown: false });
      const { rows } = await harness.db.pool.query('select affiliate from sandbox_store.invoices where id = $1', [invoice]);
      expect(rows).toEqual([{ affiliate: id }]);
      expect(await outcome(page, invoice)).toMatchObject({ type: 'SaleCredited', data: { affiliateId: id, amountCents: 29_99 } });
    }
  });

  it('takes precedence over another affiliate’s click, which stays as evidence', async () => {
    const [winner, loser] = [await somebody(), await somebody()];
    const visit = await harness.call('POST', '/api/track/track-visit', {
      ref: loser.username,
      pageUrl: '/premium?c=spring',
      userAgent: 'Mozilla/5.0',
    });
    const referredAt = new Date().toISOString();
    const { page, invoice } = await harness.opened({
      ref: loser.username,
      visitId: visit.body['visitId'],
      referredAt,
      coupon: winner.username,
    });
    expect(await begun(invoice)).toMatchObject({
      affiliateId: winner.id,
      outvoted: { affiliateId: loser.id, visitId: visit.body['visitId'], visitKnown: true },
    });
    expect(await outcome(page, invoice)).toMatchObject({ type: 'SaleCredited', data: { affiliateId: winner.id } });
  });

  it('takes precedence over clicks of any age, and keeps the data of an own click', async () => {
    const { username, id } = await somebody();
    const referredAt = new Date(Date.now() - 90 * 24 * 60 * 60 * 1000).toISOString();
    const { page, invoice } = await harness.opened({ ref: username, referredAt, coupon: username });
    expect(await begun(invoice)).toMatchObject({ affiliateId: id, attributedBy: 'coupon', referredAt });
    const { rows } = await harness.db.pool.query('select affiliate from sandbox_store.invoices where id = $1', [invoice]);
    expect(rows).toEqual([{ affiliate: id }]);
    expect((await outcome(page, invoice)).type).toBe('SaleCredited');
  });

  it('has its discount at the store, and a commission on the rest', async () => {
    const { id } = await somebody();
    const code = newCode();
    await give(id, { code, discount: 12.5 });
    const { page, invoice } = await harness.opened({ coupon: code.toLowerCase() });
    expect(await (await fetch(page)).text()).toContain('Pay €26.24');
    expect(await outcome(page, invoice)).toMatchObject({ data: { amountCents: 26_24, commissionCents: 5_25 } });
  });

  it('earns a suspended affiliate nothing, with the reason', async () => {
    const { username, id } = await somebody();
    const { page, invoice } = await harness.opened({ coupon: username });
    await append(harness.db, affiliateStream(id), [affiliateEdited({ status: 'suspended' })]);
    expect(await outcome(page, invoice)).toMatchObject({ type: 'SaleNotCredited', data: { reason: 'suspended', affiliateId: id } });
  });

  it('earns no commission on own purchases while logged out', async () => {
    const { username } = await somebody();
    const { page, invoice } = await harness.opened({ coupon: username });
    expect(await outcome(page, invoice, `${username}@example.org`)).toMatchObject({ data: { reason: 'ownPurchase' } });
  });

  it('has the usual price if the store lost the coupon, and says so', async () => {
    const { id } = await somebody();
    const code = newCode();
    await give(id, { code, discount: 10 });
    await harness.db.pool.query('delete from sandbox_store.coupons where code = $1', [code]);
    const { status, body } = await harness.checkout({ coupon: code });
    expect([status, body['notice']]).toEqual([200, couponWithoutDiscount]);
    expect(await (await fetch(body['url'])).text()).toContain('Pay €29.99');
  });
});

describe('a purchase continues without a code', () => {
  const cases: [
    keyof typeof couponProblems,
    (who: { username: string; id: string }, code: string) => Promise<Record<string, string> | void>,
  ][] = [
    ['unknown', async ({ id }, code) => void (await takeBack(id, code)) as void],
    ['takenBack', async ({ id }, code) => void (await takeBack(id, code))],
    ['suspended', async ({ id }) => void (await append(harness.db, affiliateStream(id), [affiliateEdited({ status: 'banned' })]))],
    ['own', async ({ username }) => signedIn(username)],
  ];
  it.each(cases)('that is %s, to the click’s affiliate, and says why', async (problem, make) => {
    const [who, other] = [await somebody(), await somebody()];
    const code = newCode();
    await give(who.id, { code });
    const headers = (await make(who, code)) ?? {};
    const typed = problem === 'unknown' ? 'nobody-has-this' : code;
    expect(await ask(typed, headers)).toEqual({
      status: 200,
      body: { supporting: null, discount: null, problem: couponProblems[problem] },
    });
    const { body } = await harness.checkout({ coupon: typed, ref: other.username }, headers);
    expect(body['notice']).toBe(couponProblems[problem]);
    const { rows } = await harness.db.pool.query('select id from sandbox_store.invoices where unique_id = $1', [
      (body['url'] as string).split('/').at(-1),
    ]);
    expect(await begun(String(rows[0].id))).toMatchObject({ affiliateId: other.id, attributedBy: 'click', couponProblem: problem });
  });

  it.each(['x'.repeat(200), '<script>alert(1)</script>', '%', '٣٣٣'])('that is %j', async (coupon) => {
    expect((await ask(coupon)).body).toEqual({ supporting: null, discount: null, problem: couponProblems.unknown });
    const { status, body } = await harness.checkout({ coupon });
    expect([status, body['notice']]).toEqual([200, couponProblems.unknown]);
  });

  it('ignores an empty one', async () => {
    for (const coupon of ['', '  ', null])
      expect((await harness.checkout({ coupon })).body).toEqual({ url: expect.any(String), sameTab: false, notice: null });
    expect(await ask('')).toMatchObject({ status: 400, body: { error: refusals.fieldsRequired } });
  });
});

describe('a query about a code', () => {
  it('returns only the supported name and the discount', async () => {
    const { username, id } = await somebody();
    const code = newCode();
    await give(id, { code, discount: 10 });
    expect(await ask(code)).toEqual({ status: 200, body: { supporting: username, discount: 10, problem: null } });
    expect(await ask(username.toUpperCase(), { authorization: 'Bearer not.a.token' })).toEqual({
      status: 200,
      body: { supporting: username, discount: null, problem: null },
    });
  });

  it('accepts own codes if the terms credit own purchases', async () => {
    const { username } = await somebody();
    const headers = await signedIn(username);
    expect((await ask(username, headers)).body['problem']).toBe(couponProblems.own);
    const terms = { ...programmeTermsSet().data, ownPurchases: 'credited' as const, windowDays: 60 };
    await append(harness.db, 'programme', [programmeTermsSet(terms)]);
    expect((await ask(username, headers)).body['supporting']).toBe(username);
    await append(harness.db, 'programme', [programmeTermsSet({ ...terms, ownPurchases: 'refused' })]);
  });
});

describe('an added code', () => {
  it('works in a link, but not for login', async () => {
    const { id } = await somebody();
    const code = newCode();
    await give(id, { code });
    const { invoice } = await harness.opened({ ref: code.toLowerCase() });
    expect(await begun(invoice)).toMatchObject({ affiliateId: id, attributedBy: 'click' });
    const login = await harness.call('POST', '/api/affiliate/login', { username: code, password: 'correct horse battery' });
    expect(login).toMatchObject({ status: 401, body: { error: refusals.signInFailed } });
    const register = { username: code.toLowerCase(), email: 'thief@example.org', password: 'correct horse battery' };
    expect(await harness.call('POST', '/api/affiliate/register', register)).toMatchObject({
      status: 409,
      body: { error: refusals.usernameTaken },
    });
  });

  it('is refused if invalid or taken, and nothing is appended or created at the store', async () => {
    const [{ username, id }, other] = [await somebody(), await somebody()];
    const plain = `plain${++n}`;
    await harness.affiliate(plain);
    const [taken, others] = [newCode(), newCode()];
    await give(id, { code: taken });
    await give(other.id, { code: others, discount: 5 });
    const before = [await head(), await atStore()];
    const cases: [object, number, string][] = [
      [{ code: others, discount: 10 }, 409, couponRefusals.taken],
      [{ code: taken, discount: 10 }, 409, couponRefusals.taken],
      [{ code: taken.toLowerCase() }, 409, couponRefusals.taken],
      [{ code: plain.toUpperCase(), discount: 10 }, 409, couponRefusals.taken],
      [{ code: 'boss', discount: 10 }, 409, couponRefusals.taken],
      [{ code: username }, 400, couponRefusals.invalid],
      [{ code: 'x'.repeat(200) }, 400, couponRefusals.invalid],
      [{ code: '<b>zoe</b>' }, 400, couponRefusals.invalid],
      [{ code: 'ab' }, 400, couponRefusals.invalid],
      [{ code: 'zoé' }, 400, couponRefusals.invalid],
      [{ code: 123 }, 400, refusals.fieldsRequired],
      [{ code: newCode(), discount: 0 }, 400, couponRefusals.discountInvalid],
      [{ code: newCode(), discount: -1 }, 400, couponRefusals.discountInvalid],
      [{ code: newCode(), discount: 100.01 }, 400, couponRefusals.discountInvalid],
      [{ code: newCode(), discount: 0.001 }, 400, couponRefusals.discountInvalid],
      [{ code: newCode(), discount: '10' }, 400, couponRefusals.discountInvalid],
    ];
    for (const [body, status, error] of cases) expect([body, await give(id, body)]).toMatchObject([body, { status, body: { error } }]);
    expect(await give('nobody', { code: newCode(), discount: 10 })).toMatchObject({
      status: 404,
      body: { error: refusals.affiliateNotFound },
    });
    expect(await takeBack(other.id, taken)).toMatchObject({ status: 404, body: { error: couponRefusals.notFound } });
    expect(await takeBack(id, username)).toMatchObject({ status: 404, body: { error: couponRefusals.notFound } });
    expect(await takeBack(id, 'x'.repeat(200))).toMatchObject({ status: 400, body: { error: refusals.badRequest } });
    expect([await head(), await atStore()]).toEqual(before);
  });

  it('is added once of twenty concurrent requests', async () => {
    const affiliates = await Promise.all(Array.from({ length: 4 }, () => somebody()));
    const code = newCode();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => give(affiliates[i % 4]!.id, { code })));
    expect(answers.map((a) => a.status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });

  it('is created at the store first and once, despite crashes, and deleted there when removed', async () => {
    const { id } = await somebody();
    const code = newCode();
    await harness.db.pool.query('insert into sandbox_store.coupons (code, discount_bps) values ($1, 1000)', [code.toLowerCase()]);
    const repeated = { ...admin, 'idempotency-key': code };
    expect((await give(id, { code, discount: 10 }, repeated)).status).toBe(201);
    expect((await give(id, { code, discount: 10 }, repeated)).status).toBe(201);
    expect((await atStore()).filter((c) => c.code.toUpperCase() === code)).toHaveLength(1);
    const again = { ...admin, 'idempotency-key': `${code} back` };
    expect((await takeBack(id, code, again)).status).toBe(200);
    expect((await takeBack(id, code, again)).status).toBe(200);
    expect((await atStore()).filter((c) => c.code.toUpperCase() === code)).toEqual([]);
    expect(await takeBack(id, code)).toMatchObject({ status: 404, body: { error: couponRefusals.notFound } });
    const other = await somebody();
    expect(await give(other.id, { code, discount: 10 })).toMatchObject({ status: 409, body: { error: couponRefusals.taken } });
    expect((await give(id, { code, discount: 20 })).status).toBe(201);
  });

  it('is refused if the store has another coupon of its name, or does not respond', async () => {
    const { id } = await somebody();
    const code = newCode();
    await harness.db.pool.query('insert into sandbox_store.coupons (code, discount_bps) values ($1, 500)', [code]);
    const before = await head();
    expect(await give(id, { code, discount: 10 })).toMatchObject({ status: 409, body: { error: couponRefusals.differs } });
    const store = harness.system.config.store.sellauth!;
    const apiUrl = store.apiUrl;
    store.apiUrl = 'http://127.0.0.1:9';
    expect(await give(id, { code: newCode(), discount: 10 })).toMatchObject({ status: 502, body: { error: couponRefusals.storeFailed } });
    store.apiUrl = apiUrl;
    expect(await head()).toBe(before);
  });

  it('is free of a deleted affiliate only after the window', async () => {
    const [{ id }, other] = [await somebody(), await somebody()];
    const code = newCode();
    await give(id, { code });
    expect((await harness.call('DELETE', `/api/admin/affiliates/${id}`, undefined, admin)).status).toBe(200);
    expect((await ask(code)).body['problem']).toBe(couponProblems.takenBack);
    expect((await give(other.id, { code })).body).toMatchObject({ error: couponRefusals.taken });
    harness.ahead = 61 * 24 * 60 * 60 * 1000;
    const later = await harness.admin('later');
    expect((await give(other.id, { code }, later)).status).toBe(201);
    harness.ahead = 0;
  });
});
