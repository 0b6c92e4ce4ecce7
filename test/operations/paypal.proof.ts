import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { affiliateStream, checkoutStream, DAY_MS, ownCents, payoutStream } from '@framelift/contracts';
import { dashboard } from '../../services/src/screens/dashboard/dashboard.projection.ts';
import { payouts } from '../../services/src/screens/payouts/payouts.projection.ts';
import { verify } from '../../services/src/engine/projecting/verify.ts';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { sandboxPaypalKeys } from '../../services/src/platform/paypal-settings.ts';
import { affiliateSource } from '../../services/src/programme/affiliate/affiliate.decider.ts';
import { type PayoutRun, payoutRunSource } from '../../services/src/programme/payouts/payout-run.decider.ts';
import { type SandboxStore, startSandboxStore } from '../../services/src/store/providers/sandbox/sandbox-store.ts';
import { ChildProcess } from '../support/child-process.ts';
import { atProof, noteForProof } from '../support/counts.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { affiliateRegistered, cashoutRequested, paymentMethodAdded, saleCredited, saleRecorded } from '../support/facts.ts';
import { CALL_FAULTS, FaultyPaypal, NOTICE_FAULTS, READ_FAULTS } from '../support/faulty-paypal.ts';
import { append } from '../support/history.ts';
import { ref } from '../support/invoices.ts';
import { settingsOf } from '../support/operator.ts';

const RUNS = atProof(1_000, 60, 'payout runs of two payments at a faulty PayPal');
const KILLS = atProof(20, 2, 'kills of the processes that send them');
const AT_ONCE = 12;
const EARNED = 100_00;
const EARLIER = '2025-03-01T12:00:00.000Z';
/** One in four payments ends in another way than well. */
const ADDRESSES = ['unclaimed', 'failed', 'blocked', 'onhold', 'refunded', 'reversed', ...Array.from({ length: 18 }, (_, n) => `fine${n}`)];
const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)]!;

let db: TestDatabase;
let folder: string;
let paypal: FaultyPaypal;
let sandbox: SandboxStore;
/** Days that PayPal's clock is ahead. */
let ahead = 0;
const processes: { env: Record<string, string>; url: string; running?: ChildProcess }[] = [];
let chance = 0.35;

const begin = async (one: (typeof processes)[number]) => void (one.running = await ChildProcess.start('start.js', one.env, 'is ready'));

beforeAll(async () => {
  db = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'framelift-paypal-'));
  paypal = await FaultyPaypal.open();
  const faults = { send: CALL_FAULTS, read: READ_FAULTS, notice: NOTICE_FAULTS, other: ['failedBefore'] } as const;
  paypal.faultOf = (kind) => (Math.random() < (kind === 'other' ? chance / 10 : chance) ? pick(faults[kind]) : undefined);
  sandbox = await startSandboxStore({
    pool: db.pool,
    now: () => Date.now() + ahead * DAY_MS,
    siteUrl: 'http://localhost:3000',
    // Its notifications take the same way.
    webhookUrl: `${paypal.url}/api/store/notifications`,
    apiKey: 'key',
    webhookSecret: 'secret',
    stripe: { secretKey: 'sk_test', webhookSecret: 'whsec_test' },
  });
  paypal.upstream = sandbox.url;
  for (let n = 0; n < 2; n++) {
    const port = await freePort();
    const env = {
      ...settingsOf(db, folder),
      PORT: String(port),
      SANDBOX_STORE_PORT: String(await freePort()),
      RATE_LIMIT: '1000000',
      BACKUP_TO: 'off',
      LOG_LEVEL: 'error',
      STORE_RECONCILE_SECONDS: '1',
      PAYPAL_API_URL: paypal.url,
      PAYPAL_CLIENT_ID: sandboxPaypalKeys.clientId,
      PAYPAL_SECRET: sandboxPaypalKeys.secret,
      PAYPAL_WEBHOOK_ID: sandboxPaypalKeys.webhookId,
    };
    processes.push({ env, url: `http://127.0.0.1:${port}` });
  }
  // One after the other: the first prepares the database.
  for (const one of processes) await begin(one);
  paypal.sites = () => processes.map(({ url }) => url);
});
afterAll(async () => {
  for (const { running } of processes) await running?.end('SIGKILL');
  await paypal.close();
  await sandbox.close();
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

let token = '';
let signedInAt = -Infinity;
/** Asks either process, until one answers; a killed one is back soon. */
async function ask(path: string, body: unknown, key: string): Promise<{ status: number; body: any }> {
  for (;;) {
    const { url } = pick(processes);
    const post = (to: string, what: unknown, headers: Record<string, string>) =>
      fetch(url + to, {
        method: 'POST',
        headers: { ...headers, ...(what === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(what === undefined ? {} : { body: JSON.stringify(what) }),
        signal: AbortSignal.timeout(60_000),
      });
    try {
      if (performance.now() - signedInAt > 240_000) {
        const signedIn = await post('/api/affiliate/login', { username: 'admin', password: 'the admin password' }, {});
        if (!signedIn.ok) throw new Error('not signed in');
        token = ((await signedIn.json()) as { token: string }).token;
        signedInAt = performance.now();
      }
      const response = await post(path, body, { Authorization: `Bearer ${token}`, 'Idempotency-Key': key });
      if (response.status < 500 && response.status !== 429) return { status: response.status, body: await response.json() };
    } catch {
      // Killed, or not back yet.
    }
    await wait(200);
  }
}

const people: { id: string; cashoutId: string; cents: number }[] = [];
async function prepared(n: number) {
  const id = `p${String(n).padStart(5, '0')}${'x'.repeat(10)}`;
  const cents = 50_00 + (n % 4_000);
  const email = `${ADDRESSES[n % ADDRESSES.length]}.${n}@pay.example`;
  const cashoutId = `${id}-1`;
  await append(db, affiliateStream(id), [
    affiliateRegistered({ affiliateId: id }),
    paymentMethodAdded({ paymentMethodId: 'm1', paymentType: 'paypal', details: { email } }),
    saleRecorded({ ...ref(`i-${id}`), commissionCents: EARNED, soldAt: EARLIER, availableAt: EARLIER }),
    cashoutRequested({ cashoutId, amountCents: cents, paymentType: 'paypal', payTo: { email } }),
  ]);
  await append(db, checkoutStream(ref(`i-${id}`)), [saleCredited({ ...ref(`i-${id}`), affiliateId: id, commissionCents: EARNED })]);
  people.push({ id, cashoutId, cents });
}
/** Does it for every number below a count, some at once. */
async function each(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

const runs: string[] = [];
let refusedSends = 0;
async function pays(n: number): Promise<void> {
  const cashouts = people.slice(2 * n, 2 * n + 2).map(({ cashoutId }) => cashoutId);
  const { status, body } = await ask('/api/admin/payout-runs', { cashouts }, `start ${n}`);
  if (status !== 201) throw new Error(`not started: ${JSON.stringify(body)}`);
  runs.push(body.id);
  // What PayPal refused is sent again; what was sent and not answered is not.
  for (let key = randomUUID(); ; key = randomUUID()) {
    const sent = await ask(`/api/admin/payout-runs/${body.id}/send`, undefined, key);
    if (sent.status === 200) return;
    if (!['paypal.refused'].includes(sent.body.code)) throw new Error(`not sent: ${JSON.stringify(sent.body)}`);
    refusedSends++;
    await wait(100);
  }
}

const stateOf = async (id: string): Promise<PayoutRun> => (await db.streams.load(payoutRunSource(id))).state;
/** Runs of which PayPal could still say something. `held`: what nobody accepted yet counts as known. */
const unknown = async (isHeldKnown: boolean): Promise<string[]> => {
  const found: string[] = [];
  for (const id of runs) {
    const { state, cashouts } = await stateOf(id);
    const isKnown = Object.values(cashouts).every(
      (one) =>
        ['failed', 'returned'].includes(one.state) ||
        (one.state === 'paid' && (one.result === 'completed' || (isHeldKnown && one.result === 'unclaimed'))),
    );
    if (state !== 'settled' || !isKnown) found.push(id);
  }
  return found;
};
const untilKnown = async (isHeldKnown: boolean, longest: number) => {
  let open = await unknown(isHeldKnown);
  for (const late = Date.now() + longest; open.length && Date.now() < late; open = await unknown(isHeldKnown)) await wait(1_000);
  return Promise.all(open.map(async (id) => JSON.stringify(await stateOf(id))));
};

it(`${RUNS} runs are paid once each, whatever PayPal, the network and ${KILLS} kills do`, async () => {
  await each(2 * RUNS, prepared);
  people.sort((a, b) => (a.id < b.id ? -1 : 1));
  let sending = true;
  const sent = each(RUNS, pays).finally(() => (sending = false));
  let kills = 0;
  const pause = () => wait(1_000 + Math.random() * 3_000);
  const killing = (async () => {
    for (await pause(); sending && kills < KILLS; await pause()) {
      const one = processes[kills++ % processes.length]!;
      // While calls are on their way, if there are any.
      for (const late = Date.now() + 2_000; paypal.sending < 3 && Date.now() < late; await wait(1)) if (!sending) break;
      await one.running!.end('SIGKILL');
      await begin(one);
    }
  })();
  await Promise.all([sent, killing]);
  // The rest of the kills meet processes that reconcile.
  while (kills < KILLS) {
    const one = processes[kills++ % processes.length]!;
    await one.running!.end('SIGKILL');
    await begin(one);
    await pause();
  }
  chance = 0.1;
  expect(await untilKnown(true, 600_000)).toEqual([]);
  // PayPal returns what nobody accepted; what it holds under review is released to nobody in this world.
  ahead = 31;
  await db.pool.query(`update sandbox_store.paypal_items set status = 'SUCCESS', error = null where status = 'ONHOLD'`);
  chance = 0;
  expect(await untilKnown(false, 300_000)).toEqual([]);

  const items = (
    await db.pool.query<{ sender_batch_id: string; cashout: string; value: string; status: string }>(
      `select b.sender_batch_id, i.sender_item_id as cashout, i.value, case when i.status = 'UNCLAIMED' then 'RETURNED' else i.status end as status
       from sandbox_store.paypal_items i join sandbox_store.paypal_batches b on b.batch_id = i.batch_id`,
    )
  ).rows;
  const centsOf = ({ value }: { value: string }) => Math.round(Number(value) * 100);
  const made = items.filter(({ status }) => status === 'SUCCESS');
  const sum = (of: number[]) => of.reduce((total, cents) => total + cents, 0);
  // Nobody is paid twice, and every payment was made of what was asked for.
  expect(items.length - new Set(items.map(({ cashout }) => cashout)).size).toBe(0);
  expect(items.length).toBe(2 * RUNS);
  const asked = new Map(people.map(({ cashoutId, cents }) => [cashoutId, cents]));
  expect(items.filter((item) => centsOf(item) !== asked.get(item.cashout))).toEqual([]);

  // The log says of each payment what PayPal says.
  const says: Record<string, string> = {
    SUCCESS: 'paid',
    RETURNED: 'returned',
    REFUNDED: 'returned',
    REVERSED: 'returned',
    FAILED: 'failed',
    BLOCKED: 'failed',
  };
  const states = new Map((await Promise.all(runs.map(stateOf))).flatMap(({ cashouts }) => Object.entries(cashouts)));
  expect(items.filter(({ cashout, status }) => states.get(cashout)?.state !== says[status])).toEqual([]);
  const paidInLog = sum([...states.values()].filter(({ state }) => state === 'paid').map(({ amountCents }) => amountCents));
  expect(paidInLog).toBe(sum(made.map(centsOf)));
  const own = await Promise.all(people.map(async ({ id }) => ownCents((await db.streams.load(affiliateSource(id))).state.books)));
  expect(sum(own)).toBe(2 * RUNS * EARNED - paidInLog);

  // Every run has one batch that PayPal accepted, and is settled once; read models say the same.
  for (const id of runs) {
    const types = (await db.log.readStream(payoutStream(id))).map(({ type }) => type);
    const times = (of: string) => types.filter((type) => type === of).length;
    expect([times('PayoutBatchAccepted'), times('PayoutBatchProcessed'), times('PayoutRunSettled')]).toEqual([1, 1, 1]);
  }
  for (const projection of [payouts, dashboard])
    expect((await verify(db, db.log, projection)).tables.filter(({ differing }) => differing)).toEqual([]);

  const again = [...paypal.sends.values()].filter(({ asked: n }) => n > 1).length;
  const reached = [...paypal.sends.values()].filter(({ reached: n }) => n > 1).length;
  // Asked again though no fault struck: the process was killed before it recorded the answer.
  const killed = [...paypal.sends.values()].filter(({ asked: n, struck }) => n > 1 && struck < n - 1).length;
  const ends = Object.entries(Object.groupBy(items, ({ status }) => status)).map(([status, of]) => `${of!.length} ${status.toLowerCase()}`);
  const struck = Object.entries(paypal.struck).map(([fault, n]) => `${fault} ${n}`);
  noteForProof(
    `${made.length.toLocaleString('en')} payments made once, ${again} runs sent more than once, ${reached} of them reached PayPal so, ${killed} killed before the answer was recorded`,
  );
  console.log(
    [
      `${kills} kills; ${refusedSends} refusals; ${again} runs asked more than once, ${reached} reached PayPal more than once, ${killed} killed before the answer was recorded`,
      `ends: ${ends.join(', ')}`,
      `faults: ${struck.toSorted().join(', ')}`,
      `forged notifications: ${JSON.stringify(paypal.forged)}`,
    ].join('\n'),
  );
  expect(kills).toBe(KILLS);
  for (const fault of [
    ...CALL_FAULTS.map((name) => `send ${name}`),
    ...READ_FAULTS.map((name) => `read ${name}`),
    ...NOTICE_FAULTS.map((name) => `notice ${name}`),
  ])
    expect([fault, (paypal.struck[fault] ?? 0) > 0]).toEqual([fault, true]);
  expect(reached).toBeGreaterThan(0);
  // Refused, or of no run that this process could ask about; never taken.
  expect(Object.keys(paypal.forged).filter((status) => status === '200')).toEqual([]);
}, 1_800_000);
