import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rules } from '../../contracts/src/index.ts';
import { type SeededApp, startSeededApp } from '../support/seeded-app.ts';

let app: SeededApp['app'];
let anna: SeededApp['anna'];
let ben: SeededApp['ben'];
let admin: SeededApp['admin'];
let ask: SeededApp['ask'];
let statsAtFirst: unknown;

beforeAll(async () => {
  ({ app, anna, ben, admin, ask, statsAtFirst } = await startSeededApp());
});
afterAll(() => app.stop());

describe('an affiliate’s dashboard', () => {
  it('adds up, and reports its freshness', async () => {
    const { body, position } = await ask(anna, '/api/affiliate/stats', 'GET /api/affiliate/stats');
    expect(position).toBe((await app.system.log.head()).position);
    expect(body.affiliate).toMatchObject({
      id: anna.id,
      username: 'anna',
      email: 'anna@example.org',
      isAdmin: false,
      totalSales: 59,
      totalEarned: 354,
      totalGenerated: 1769.41,
      balance: 203.5,
      tier: 'bronze',
      nextTier: 'silver',
      salesNeededForNextTier: 0,
      commissionRate: 20,
      tierCommissionRate: 20,
    });
    expect(body.stats).toEqual({ totalClicks: 3, totalSales: 59 });
  });

  it('shows the newest sales with masked buyers', async () => {
    const { body } = await ask(anna, '/api/affiliate/stats', 'GET /api/affiliate/stats');
    expect(body.recentSales).toHaveLength(50);
    expect(body.recentSales[0]).toEqual({
      transactionId: 'sellauth-i59',
      product: 'Framelift Premium',
      customerEmail: 'j•••@mail.com',
      timestamp: '2025-03-01T12:00:00.000Z',
      amount: 29.99,
      commissionAmount: 6,
      availableAt: null,
      attributedBy: 'click',
      code: null,
      campaign: null,
      landing: null,
      site: null,
      status: 'refunded',
      underReview: false,
      reason: null,
    });
    expect(body.recentSales[1]).toMatchObject({ transactionId: 'sellauth-i58', status: 'completed' });
  });

  it('shows cashouts with the details at the request, and payment methods with primary and verified marks', async () => {
    const { body } = await ask(anna, '/api/affiliate/stats', 'GET /api/affiliate/stats');
    expect(body.recentCashouts.map((c: { id: string; amount: number; status: string }) => [c.id, c.amount, c.status])).toEqual([
      [`${anna.id}-2`, 100.5, 'pending'],
      [`${anna.id}-1`, 50, 'completed'],
    ]);
    expect(body.recentCashouts[0]).toMatchObject({ paymentType: 'paypal', paymentDetails: { email: 'anna@pay.com' }, proofImageUrl: null });
    expect(body.paymentMethods).toMatchObject([
      { paymentType: 'paypal', isPrimary: true, isVerified: true, paymentDetails: { email: 'anna@pay.com' } },
      { paymentType: 'solana', isPrimary: false, isVerified: false },
    ]);
  });

  it('identifies notifications by the version of their event, and keeps read ones read', async () => {
    const { body } = await ask(anna, '/api/affiliate/stats', 'GET /api/affiliate/stats');
    expect(body.notifications).toHaveLength(50);
    expect(body.notifications[0]).toMatchObject({
      title: 'Cashout completed',
      message: 'Your cashout of $50.00 was paid.'.replace('$', '€'),
      isRead: false,
    });
    await anna.put('/api/affiliate/notifications/read-all');
    const after = await anna.get('/api/affiliate/stats');
    expect(after.body.notifications.every((n: { isRead: boolean }) => n.isRead)).toBe(true);
  });

  it('is empty for a new affiliate, and empty with `isAdmin` for an admin', async () => {
    const { body } = await ask(ben, '/api/affiliate/stats', 'GET /api/affiliate/stats');
    expect(body).toMatchObject({
      affiliate: { balance: 0, totalSales: 0 },
      recentSales: [],
      recentCashouts: [],
      paymentMethods: [],
      notifications: [],
    });
    const ofAdmin = await ask(admin, '/api/affiliate/stats', 'GET /api/affiliate/stats');
    expect(ofAdmin.body).toMatchObject({
      affiliate: { isAdmin: true, username: 'admin', balance: 0 },
      stats: { totalClicks: 0, totalSales: 0 },
    });
  });
});

describe('pages of sales', () => {
  it('lead from the newest to the oldest, each once', async () => {
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const { body } = await ask(anna, `/api/affiliate/sales?limit=25&after=${next}`, 'GET /api/affiliate/sales');
      seen.push(...body.sales.map((s: { transactionId: string }) => s.transactionId));
      next = body.next;
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, i) => `sellauth-i${59 - i}`));
  });

  it('are narrowed by search, status and time, also as a file', async () => {
    const read = async (query: string): Promise<{ timestamp: string; status: string }[]> =>
      (await ask(anna, `/api/affiliate/sales?${query}`, 'GET /api/affiliate/sales')).body.sales;
    const found = async (query: string) => (await read(query)).map(({ timestamp }) => timestamp);
    const of = await read('limit=100');
    const all = of.map(({ timestamp }) => timestamp);
    const refunded = of.filter(({ status }) => status === 'refunded').map(({ timestamp }) => timestamp);
    expect([await found('search=i59'), await found('search=%25'), await found('status=refunded')]).toEqual([[all[0]], [], refunded]);
    expect(await found(`limit=100&to=${all[50]}`)).toEqual(all.filter((time) => time <= all[50]!));
    expect(await found(`limit=100&from=${all[50]}`)).toEqual(all.filter((time) => time >= all[50]!));
    const file = await anna.get('/api/affiliate/sales.csv?search=i59');
    expect(String(file.body).split('\r\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^transactionId,timestamp/),
      expect.stringMatching(/^"?sellauth-i59/),
    ]);
  });

  it.each(['limit=0', 'limit=x', 'limit=501', 'after=x', 'limit=1&limit=2', 'status=open', 'from=x'])('refuse %s', async (query) => {
    expect((await anna.get(`/api/affiliate/sales?${query}`)).status).toBe(400);
  });
});

it('give the reason for sales that earned nothing', async () => {
  const { body } = await ask(anna, '/api/affiliate/not-credited', 'GET /api/affiliate/not-credited');
  expect(body).toEqual({
    entries: [
      {
        transactionId: 'sellauth-n1',
        timestamp: '2025-03-02T12:00:00.000Z',
        amount: 29.99,
        foreign: null,
        reason: 'Affiliates earn nothing on their own purchases',
      },
    ],
    next: null,
  });
});

describe('the programme', () => {
  it('adds up for admins', async () => {
    const { body } = await ask(admin, '/api/admin/overview', 'GET /api/admin/overview');
    expect(body.overview).toEqual({
      totalAffiliates: 2,
      totalRevenue: 1769.41,
      pendingCashouts: 1,
      totalSales: 59,
      activeAffiliates: 2,
      totalClicks: 3,
      totalOutstandingBalance: 304,
      totalDebt: 0,
      totalPaidOut: 50,
    });
  });

  it('shows the specified figures while there is no history, then its own', async () => {
    expect(statsAtFirst).toEqual(rules.systemStats);
    const { body } = await ask(app.anybody, '/api/affiliate/system-stats', 'GET /api/affiliate/system-stats');
    expect(body).toEqual({ activeAffiliates: 2, totalPayouts: 50, successRate: 100, avgMonthlyEarnings: 354 });
  });

  it('lists affiliates newest first, and searches, sorts and pages', async () => {
    const names = async (query: string) => {
      const { body } = await ask(admin, `/api/admin/affiliates?${query}`, 'GET /api/admin/affiliates');
      return [body.affiliates.map((a: { username: string }) => a.username), body.next];
    };
    expect(await names('')).toEqual([['ben_100', 'anna'], null]);
    expect(await names('search=ANN')).toEqual([['anna'], null]);
    expect(await names('search=n_100')).toEqual([['ben_100'], null]);
    expect(await names('search=a%25a')).toEqual([[], null]);
    for (const sort of ['username', '-balance', 'commissionRate', '-tier', 'status', 'email', 'createdAt']) {
      const [[first], next] = await names(`sort=${sort}&limit=1`);
      const [[second], end] = await names(`sort=${sort}&limit=1&after=${next}`);
      expect([first, second].sort()).toEqual(['anna', 'ben_100']);
      expect(end).toBeNull();
    }
    expect((await names('sort=-balance'))[0]).toEqual(['anna', 'ben_100']);
    expect((await admin.get('/api/admin/affiliates?sort=nonsense')).status).toBe(400);
    expect((await admin.get('/api/admin/cashouts?status=nonsense')).status).toBe(400);
  });

  it('lists cashouts with their affiliate’s name', async () => {
    const { body } = await ask(admin, '/api/admin/cashouts', 'GET /api/admin/cashouts');
    expect(body.cashouts).toMatchObject([
      { id: `${anna.id}-2`, status: 'pending', affiliate: { username: 'anna' }, paymentDetails: { email: 'anna@pay.com' } },
      { id: `${anna.id}-1`, status: 'completed', checks: null },
    ]);
    const open = (await admin.get('/api/admin/cashouts?status=open')).body.cashouts;
    expect(open).toMatchObject([{ id: `${anna.id}-2`, underReview: false, affiliate: { id: anna.id, username: 'anna' } }]);
    expect(body.cashouts[0]).toMatchObject({ runId: null, checks: { paidBefore: 50, cashoutsBefore: 1, debt: 0 } });
  });

  it('tells whom a recalculation of tiers would move', async () => {
    const { body } = await ask(admin, '/api/admin/recalculate-tiers', 'GET /api/admin/recalculate-tiers');
    expect(body).toEqual({
      shown: expect.stringMatching(/^[0-9a-f]{64}$/),
      up: 1,
      down: 0,
      changes: [{ affiliate: { id: anna.id, username: 'anna' }, from: 'Bronze', to: 'Gold', isDown: false }],
    });
  });

  it('lists the actions of admins, by name', async () => {
    await admin.put(`/api/admin/affiliates/${ben.id}`, { commissionRate: 25 });
    const { body } = await ask(admin, '/api/admin/actions?limit=2', 'GET /api/admin/actions');
    expect(body.actions).toMatchObject([
      { actionType: 'edit_affiliate', adminUsername: 'admin', targetUsername: 'ben_100', amount: null },
      { actionType: 'process_cashout', adminUsername: 'admin', targetUsername: 'anna', amount: expect.any(Number) },
    ]);
  });
});

it('says why a cashout was rejected to whom it concerns: on its card, in the ledger and in a notification', async () => {
  const why = 'PayPal does not know this address.';
  await admin.put(`/api/admin/cashouts/${anna.id}-2/process`, { status: 'rejected', adminNotes: why });
  const { body } = await ask(anna, '/api/affiliate/stats', 'GET /api/affiliate/stats');
  expect(body.recentCashouts.map(({ reason }: { reason: string | null }) => reason)).toEqual([why, null]);
  expect(body.notifications[0]).toMatchObject({ title: 'Cashout rejected', message: expect.stringMatching(new RegExp(`Reason: ${why}$`)) });
  const ledger = (await ask(anna, '/api/affiliate/ledger?limit=1', 'GET /api/affiliate/ledger')).body;
  expect(ledger.entries[0].reason).toBe(`Cashout ${anna.id}-2 was rejected: ${why}`);
});

it('omits a deleted affiliate from lists, and keeps their amounts under a pseudonym', async () => {
  expect((await admin.send('DELETE', `/api/admin/affiliates/${anna.id}`)).status).toBe(200);
  const { body } = await ask(admin, '/api/admin/affiliates', 'GET /api/admin/affiliates');
  expect(body.affiliates.map((a: { username: string }) => a.username)).toEqual(['ben_100']);
  const cashouts = (await ask(admin, '/api/admin/cashouts', 'GET /api/admin/cashouts')).body.cashouts;
  expect(cashouts[0]).toMatchObject({ affiliate: { username: `deleted-${anna.id.slice(0, 8)}` }, paymentDetails: {} });
  const { rows } = await app.db.pool.query('select username, email from accounts.accounts where account_id = $1', [anna.id]);
  expect(rows).toEqual([{ username: null, email: null }]);
});
