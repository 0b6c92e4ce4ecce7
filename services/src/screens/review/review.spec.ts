import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { affiliateStream, checkoutStream, type Fact, type ReviewItemView, type ReviewView, reviewRefusals } from '@framelift/contracts';
import {
  affiliateRegistered,
  cashoutProcessed,
  cashoutRequested,
  checkoutStarted,
  paymentMethodAdded,
  paymentMethodChanged,
  saleCredited,
  saleNotCredited,
  saleRecorded,
  saleReversed,
} from '../../../../test/support/facts.ts';
import { append } from '../../../../test/support/history.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { sold } from '../../../../test/support/sales.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { metaOf } from '../../engine/log/deciding/command.ts';
import { verify } from '../../engine/projecting/verify.ts';
import { affiliateSource } from '../../programme/affiliate/affiliate.decider.ts';
import { Registration } from '../../programme/sign-in/registration.ts';
import { review } from './review.projection.ts';

let app: App;
let boss: Client;
beforeAll(async () => {
  app = await startApp();
  boss = await app.admin();
});
afterAll(() => app.stop());

const hash = (text: string) => text.padEnd(40, '0');
const START = Date.parse('2025-03-01T12:00:00.000Z');
/** So many days and seconds after the first. */
const at = (days: number, seconds = 0) => new Date(START + days * 86_400_000 + seconds * 1000).toISOString();
const say = (id: string, facts: Fact[], when: string) => append(app.system, affiliateStream(id), facts, { at: when });
const joins = (id: string, email = id) =>
  say(id, [affiliateRegistered({ affiliateId: id, username: id, emailClaim: hash(`e${email}`) })], at(0));
const method = (id: string, when: string, detail = id) =>
  say(id, [paymentMethodAdded({ paymentMethodId: `m${id}`, detailsHash: hash(`d${detail}`) })], when);
const asks = (id: string, when: string, n = 1) =>
  say(id, [cashoutRequested({ cashoutId: `${id}-${n}`, paymentMethodId: `m${id}`, amountCents: 50_00 })], when);
const paid = (id: string, when: string, n = 1) =>
  say(id, [cashoutProcessed({ cashoutId: `${id}-${n}`, paymentMethodId: `m${id}`, amountCents: 50_00, status: 'completed' })], when);

interface How {
  click?: string;
  start?: string;
  known?: boolean;
  network?: string;
  payee?: string;
  account?: string;
  attributedBy?: 'click' | 'coupon';
}
let n = 0;
/** A sale on the checkout's stream, an hour after a click that was seen. */
async function sale(id: string, when: string, how: How = {}): Promise<string> {
  const invoice = ref(`v${++n}`);
  const hour = new Date(Date.parse(when) - 3_600_000).toISOString();
  const { network } = how;
  const began = {
    affiliateId: id,
    visitKnown: how.known ?? true,
    referredAt: how.click ?? hour,
    attributedBy: how.attributedBy ?? 'click',
  };
  const started = checkoutStarted({ ...invoice, ...began, ...(network ? { network: hash(network) } : {}) });
  const buyerAs = { account: hash(how.account ?? `x${n}`), payee: hash(how.payee ?? `x${n}`) };
  await append(app.system, checkoutStream(invoice), [started], { at: how.start ?? when });
  await append(app.system, checkoutStream(invoice), [saleCredited({ ...invoice, affiliateId: id, soldAt: when, buyerAs })], { at: when });
  return `sale-sellauth-${invoice.invoiceId}`;
}
const queue = async (status = ''): Promise<ReviewView> => (await boss.get(`/api/admin/review?limit=500&status=${status}`)).body;
const found = async (id: string): Promise<ReviewItemView | undefined> => (await queue()).items.find((item) => item.id === id);
const rulesOf = async (id: string) => (await found(id))?.signals.map(({ rule, alarm }) => (alarm ? rule : `${rule} (note)`));

describe('a signal', () => {
  it('says that payment details were changed within a week before a cashout, and no longer than that', async () => {
    for (const [id, changed] of [
      ['hijacked', at(24)],
      ['moved', at(22, 86_399)],
    ] as const) {
      await joins(id);
      await method(id, at(0));
      await asks(id, at(20));
      await paid(id, at(21));
      await say(id, [paymentMethodChanged({ paymentMethodId: `m${id}`, detailsHash: hash(`new ${id}`) })], changed);
      await asks(id, at(30), 2);
    }
    expect(await found('cashout-hijacked-2')).toMatchObject({
      kind: 'cashout',
      amount: 50,
      affiliate: { id: 'hijacked', username: 'hijacked' },
      signals: [{ rule: 'detailsChanged', alarm: true, evidence: 'The payment details were changed 6 days before it was asked for' }],
    });
    expect(await found('cashout-moved-2')).toBeUndefined();
    await paid('hijacked', at(31), 2);
    expect(await found('cashout-hijacked-2')).toBeUndefined();
  });
  it('notes a first cashout, and warns where the account is new', async () => {
    for (const [id, day] of [
      ['eager', 13],
      ['patient', 14],
    ] as const) {
      await joins(id);
      await method(id, at(0));
      await asks(id, at(day));
    }
    expect([await rulesOf('cashout-eager-1'), await rulesOf('cashout-patient-1')]).toEqual([['firstCashout'], ['firstCashout (note)']]);
    await paid('patient', at(20));
    await asks('patient', at(40), 2);
    expect(await rulesOf('cashout-patient-2')).toBeUndefined();
  });
  it('says whose address an affiliate or a buyer has too', async () => {
    for (const id of ['twin-a', 'twin-b', 'single']) await joins(id);
    await method('twin-a', at(1), 'twins');
    await method('twin-b', at(2), 'twins');
    await method('single', at(2));
    expect((await found('affiliate-twin-a'))!.signals[0]!.evidence).toBe('Is paid to an address of twin-b too');
    expect(await rulesOf('affiliate-twin-b')).toEqual(['sharedAddress']);
    expect(await rulesOf('affiliate-single')).toBeUndefined();

    const [payee, account, stranger, own] = [
      await sale('twin-a', at(3), { payee: 'dsingle' }),
      await sale('twin-a', at(3), { account: 'esingle' }),
      await sale('twin-a', at(3)),
      await sale('single', at(3), { payee: 'dlater' }),
    ];
    expect((await found(payee))!.signals[0]!.evidence).toBe('The buyer has an address of the affiliate single');
    expect(await rulesOf(account)).toEqual(['sharedAddress']);
    expect([await found(stranger), await found(own)]).toEqual([undefined, undefined]);
    // What is the seller's own at the sale is decided there; what becomes it afterwards is seen here.
    expect(await rulesOf(await sale('single', at(4), { payee: 'dsingle' }))).toBeUndefined();
    await say('single', [paymentMethodChanged({ paymentMethodId: 'msingle', detailsHash: hash('dlater') })], at(5));
    expect((await found(own))!.signals[0]!.evidence).toBe('The buyer’s address became the affiliate’s own after the sale');
  });
  it('says that a quarter of the sales came back, of eight or more', async () => {
    for (const [id, sales, back] of [
      ['farmer', 8, 2],
      ['unlucky', 9, 2],
      ['starter', 7, 7],
    ] as const) {
      await joins(id);
      const of = (i: number) => ref(`${id}${i}`);
      await say(
        id,
        Array.from({ length: sales }, (_, i) => saleRecorded({ ...of(i), soldAt: at(i), commissionCents: 1_00 })),
        at(1),
      );
      await say(
        id,
        Array.from({ length: back }, (_, i) => saleReversed({ ...of(i), commissionCents: 1_00 })),
        at(9),
      );
    }
    expect((await found('affiliate-farmer'))!.signals).toMatchObject([{ rule: 'reversedShare', evidence: '2 of 8 sales came back' }]);
    expect([await found('affiliate-unlucky'), await found('affiliate-starter')]).toEqual([undefined, undefined]);
  });
  it('says that sales came within seconds of each other, and that a day earned far more than usual', async () => {
    await joins('robot');
    await say(
      'robot',
      [0, 5, 9, 19].map((s) => saleRecorded({ ...ref(`r${s}`), soldAt: at(1, s), commissionCents: 1_00 })),
      at(1, 30),
    );
    expect((await found('affiliate-robot'))!.signals).toMatchObject([
      { rule: 'burst', evidence: '4 sales in a row, each within 10 seconds of the one before' },
    ]);
    await joins('dumper');
    await say('dumper', [saleRecorded({ ...ref('d0'), soldAt: at(1), commissionCents: 6_00 })], at(1));
    await say('dumper', [saleRecorded({ ...ref('d1'), soldAt: at(20), commissionCents: 90_00 })], at(20));
    expect((await found('affiliate-dumper'))!.signals).toMatchObject([
      { rule: 'jump', evidence: 'Earned €90.00 on 2025-03-21; a usual day before it earned €0.31', happenedAt: '2025-03-21T00:00:00.000Z' },
    ]);
  });
  it('says that three sales came from one network on one day', async () => {
    for (const id of ['household', 'lan']) await joins(id);
    for (const hour of [1, 2, 3]) await sale('household', at(1, hour * 3600), { network: 'home' });
    for (const day of [1, 2, 3]) await sale('lan', at(day), { network: `lan of day ${day}` });
    expect((await found('affiliate-household'))!.signals).toMatchObject([
      { rule: 'oneNetwork', evidence: '3 sales on one day from one network' },
    ]);
    expect(await found('affiliate-lan')).toBeUndefined();
  });
  it('says that a purchase was faster than a person', async () => {
    await joins('bot');
    const fast = await sale('bot', at(1, 9), { click: at(1), start: at(1, 1) });
    const slow = await sale('bot', at(1, 10), { click: at(1), start: at(1, 1) });
    const coupon = await sale('bot', at(1, 5), { click: at(1), start: at(1, 1), attributedBy: 'coupon' });
    expect((await found(fast))!.signals).toMatchObject([{ rule: 'tooFast', evidence: 'Paid 9 seconds after the click' }]);
    expect([await found(slow), await found(coupon)]).toEqual([undefined, undefined]);
  });
  it('says that sales came without any visit, and that buyers were disposable', async () => {
    for (const id of ['forger', 'blocked', 'thrower', 'popular']) await joins(id);
    for (let i = 0; i < 3; i++) await sale('forger', at(1 + i), { known: false });
    for (let i = 0; i < 7; i++) await sale('blocked', at(1 + i), { known: i >= 3 });
    expect((await found('affiliate-forger'))!.signals).toMatchObject([
      { rule: 'unseen', evidence: '3 of 3 sales by a click came without any visit' },
    ]);
    expect(await found('affiliate-blocked')).toBeUndefined();

    const thrownAway = (id: string, i: number) => {
      const data = { ...ref(`${id}-t${i}`), affiliateId: id, reason: 'disposableEmail' as const, soldAt: at(i) };
      return append(app.system, checkoutStream(ref(`${id}-t${i}`)), [saleNotCredited(data)]);
    };
    for (const id of ['thrower', 'popular']) for (let i = 0; i < 3; i++) await thrownAway(id, i);
    for (let i = 0; i < 28; i++) await sale('popular', at(i));
    expect((await found('affiliate-thrower'))!.signals).toMatchObject([
      { rule: 'disposable', evidence: '3 of 3 buyers had throw-away addresses' },
    ]);
    expect(await found('affiliate-popular')).toBeUndefined();
  });
});

describe('the queue', () => {
  const decide = (id: string, decision: string, upTo: number, more: object = {}) =>
    boss.post(`/api/admin/review/${id}`, { decision, reason: 'looked at it', internalNote: 'a ring?', upTo, rules: ['burst'], ...more });

  it('has affiliates with an alarm first, then by money, counts both, goes page by page, and is the same after a replay', async () => {
    const { items, open } = await queue();
    const alarms = items.map(({ signals }) => signals.some(({ alarm }) => alarm));
    const together = [...Map.groupBy(items, ({ affiliate }) => affiliate.id).values()];
    expect(together.flat()).toEqual(items);
    const urgencies = together.map((theirs) => [
      Number(theirs.some(({ signals }) => signals.some(({ alarm }) => alarm))),
      theirs.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0),
    ]);
    expect(urgencies).toEqual(urgencies.toSorted(([a, x], [b, y]) => b! - a! || y! - x!));
    expect(new Set(urgencies.map(([, stake]) => stake)).size).toBeGreaterThan(2);
    expect(open).toEqual({ alarms: alarms.filter(Boolean).length, notes: alarms.filter((alarm) => !alarm).length });
    expect(open.alarms).toBeGreaterThan(10);
    const paged: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const { body }: { body: ReviewView } = await boss.get(`/api/admin/review?limit=4&after=${after}`);
      paged.push(...body.items.map(({ id }) => id));
      after = body.next;
    }
    expect(paged).toEqual(items.map(({ id }) => id));
    expect((await verify(app.db, app.db.log, review)).tables.filter((t) => t.differing)).toEqual([]);
  });

  it('closes the signals an admin saw, with a reason, and opens again for later ones', async () => {
    const { position } = (await found('affiliate-robot'))!;
    expect((await decide('affiliate-robot', 'fine', position)).status).toBe(200);
    expect(await found('affiliate-robot')).toBeUndefined();
    expect((await queue('decided')).items[0]).toMatchObject({
      id: 'affiliate-robot',
      held: false,
      signals: [{ rule: 'burst' }],
      decision: { decision: 'fine', reason: 'looked at it', internalNote: 'a ring?', by: 'admin' },
    });
    await say(
      'robot',
      [0, 5, 9, 19].map((s) => saleRecorded({ ...ref(`s${s}`), soldAt: at(2, s), commissionCents: 1_00 })),
      at(2, 30),
    );
    expect(await rulesOf('affiliate-robot')).toEqual(['burst']);
    // A decision about the earlier one alone leaves the later one open.
    await decide('affiliate-robot', 'fine', position);
    expect(await rulesOf('affiliate-robot')).toEqual(['burst']);
  });

  it('takes one decision of what two admins saw: the second is refused, and the same twice is one', async () => {
    const { position } = (await found('affiliate-robot'))!;
    const names = { username: 'second_r', email: 'second@staff.example', password: 'correct horse battery' };
    await app.api.get(Registration).admin(metaOf({ kind: 'system', id: 'spec' }, Date.now(), randomUUID()), names);
    const others = app.as(
      (await app.anybody.post('/api/affiliate/login', { username: names.username, password: names.password })).body.token,
    );
    const say = (by: Client, decision: string, upTo = position) =>
      by.post('/api/admin/review/affiliate-robot', { decision, reason: 'looked at it', rules: ['burst'], upTo });
    const answers = await Promise.all([say(boss, 'suspend'), say(others, 'fine')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [winner, decision] = answers[0]!.status === 200 ? ([boss, 'suspend'] as const) : ([others, 'fine'] as const);
    const { position: head } = await app.system.log.head();
    const again = await Promise.all(Array.from({ length: 20 }, () => say(winner, decision)));
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await app.system.log.head()).position).toBe(head);
    const loser = winner === boss ? others : boss;
    expect(await say(loser, 'hold')).toMatchObject({ status: 409, body: { error: reviewRefusals.decidedMeanwhile } });
    const shown = (await queue('decided')).items.find(({ id }) => id === 'affiliate-robot')!;
    expect((await say(loser, 'hold', shown.position)).status).toBe(200);
    expect((await say(loser, 'fine', (await queue('decided')).items[0]!.position)).status).toBe(200);
  });

  it('holds money until a decision: the affiliate sees that it is under review and the reason, but not the note', async () => {
    const ann = await app.affiliate('ann_r');
    const invoice = await sold(app.system.log, ann.id, 60_00);
    await ann.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'ann@pay.example' } });
    const id = `sale-sellauth-${invoice}`;
    expect((await decide(id, 'hold', 0)).status).toBe(200);
    const stats = async () => (await ann.get('/api/affiliate/stats')).body;
    const { affiliate, recentSales, notifications, paymentMethods } = await stats();
    expect(affiliate).toMatchObject({ balance: 0, onHold: 0, underReviewAmount: 60, releases: [], underReview: false });
    expect(recentSales[0]).toMatchObject({ underReview: true, reason: 'looked at it' });
    expect(notifications[0]).toMatchObject({
      title: 'Under review',
      message: 'A sale of yours is under review. It is not paid out until an admin has looked at it. Reason: looked at it',
    });
    const startedAt = { amount: 60, paymentMethodId: paymentMethods[0].id };
    expect((await ann.post('/api/affiliate/cashouts', startedAt)).status).toBe(400);
    expect(JSON.stringify((await ann.get('/api/account/data')).body)).not.toContain('a ring?');
    expect((await queue('held')).items).toMatchObject([{ id, held: true, amount: expect.any(Number) }]);

    expect((await decide(id, 'fine', 0)).status).toBe(200);
    expect((await stats()).affiliate).toMatchObject({ balance: 60, underReviewAmount: 0 });
    expect((await ann.post('/api/affiliate/cashouts', startedAt)).status).toBe(201);
    expect((await decide(`cashout-${ann.id}-1`, 'hold', 0)).status).toBe(200);
    expect((await stats()).recentCashouts[0]).toMatchObject({ underReview: true });
    expect((await boss.get('/api/admin/cashouts')).body.cashouts[0]).toMatchObject({ id: `${ann.id}-1`, underReview: true });
    expect((await decide(`cashout-${ann.id}-1`, 'fine', 0)).status).toBe(200);
    expect((await decide(`affiliate-${ann.id}`, 'hold', 0)).status).toBe(200);
    expect((await boss.get('/api/admin/cashouts?status=open')).body.cashouts[0]).toMatchObject({ id: `${ann.id}-1`, underReview: true });
    const process = { status: 'completed' };
    expect(await boss.put(`/api/admin/cashouts/${ann.id}-1/process`, process)).toMatchObject({
      status: 409,
      body: { error: reviewRefusals.cashoutUnderReview },
    });
    expect(await boss.post('/api/admin/payout-runs', { cashouts: [`${ann.id}-1`] })).toMatchObject({ status: 409 });
    expect((await decide(`affiliate-${ann.id}`, 'suspend', 0)).status).toBe(200);
    expect((await app.system.streams.load(affiliateSource(ann.id))).state.status).toBe('suspended');
  });

  it('reverses a sale, and refuses impossible decisions', async () => {
    const ben = await app.affiliate('ben_r');
    const invoice = await sold(app.system.log, ben.id, 60_00);
    expect((await decide(`sale-sellauth-${invoice}`, 'reverse', 0)).status).toBe(200);
    expect((await ben.get('/api/affiliate/stats')).body).toMatchObject({
      affiliate: { balance: 0 },
      recentSales: [{ status: 'refunded' }],
    });
    const { position } = await app.system.log.head();
    for (const [id, decision, status, error] of [
      ['nonsense', 'fine', 404, reviewRefusals.notFound],
      ['sale-none', 'fine', 404, reviewRefusals.notFound],
      ['sale-sellauth-none', 'hold', 404, reviewRefusals.notFound],
      ['affiliate-nobody', 'fine', 404, 'Affiliate not found'],
      [`affiliate-${ben.id}`, 'reverse', 409, reviewRefusals.notReversible],
      [`affiliate-${ben.id}`, 'shrug', 400, reviewRefusals.decisionInvalid],
    ] as const)
      expect(await decide(id, decision, 0)).toMatchObject({ status, body: { error } });
    expect(await decide(`affiliate-${ben.id}`, 'hold', 0, { reason: '' })).toMatchObject({ status: 400 });
    expect(await decide(`affiliate-${ben.id}`, 'fine', -1)).toMatchObject({ status: 400 });
    expect((await app.system.log.head()).position).toBe(position);
  });
});
