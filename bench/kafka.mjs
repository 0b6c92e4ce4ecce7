// The log over Kafka: log to topic, topic to rows with one, two and three projectors, and from a command until it is visible.
import { fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import { startKafka } from '../deploy/kafka-local/kafka.mjs';
import { dashboard } from '../services/dist/screens/dashboard/dashboard.projection.js';
import { toCloudEvent } from '../services/dist/engine/feed/cloud-event.js';
import { LogWakeup } from '../services/dist/engine/feed/log-wakeup.js';
import { Relay } from '../services/dist/engine/feed/relay.js';
import { freePort } from '../services/dist/platform/embedded-postgres.js';
import { createIndexes, createSchema, dropSchema } from '../services/dist/engine/projecting/schema.js';
import { withDatabase } from './database.mjs';
import { inTurn, quantile, row } from './measure.mjs';
import { saleRecorded } from '../test/support/facts.ts';

/** Enough that forming a group is a small part of the time. */
const EVENTS = 200_000;
const AFFILIATES = 1_000;
const PER_APPEND = 10;
/** Commands per second; seconds of warming up, and of measuring. Cold programs at full rate would only queue. */
const RATE = 300;
const [WARM_UP, MEASURED] = [15, 10];
/** When command `n` is due, s from the start. */
const due = (n) => (n < (RATE * WARM_UP) / 2 ? Math.sqrt((2 * n * WARM_UP) / RATE) : WARM_UP / 2 + n / RATE);
const kafkaOf = (brokers) => new kafkajs.Kafka({ brokers: [brokers], logLevel: kafkajs.logLevel.NOTHING });

const sale = (i) =>
  saleRecorded({
    invoiceId: `i${i}`,
    soldAt: '2026-01-01T00:00:00.000Z',
    buyer: 'b'.repeat(40),
    customerEmail: { sealed: 'x'.repeat(90), of: `buyer:${'b'.repeat(40)}` },
  });

async function fill(log) {
  const appends = Array.from({ length: EVENTS / PER_APPEND }, (_, n) => {
    const commandId = randomUUID();
    return {
      streams: [
        {
          streamId: `affiliate-a${n % AFFILIATES}`,
          expected: 'any',
          facts: Array.from({ length: PER_APPEND }, (_, i) => sale(n * PER_APPEND + i)),
        },
      ],
      metadata: { occurredAt: '2026-01-01T00:00:00.000Z', actor: { kind: 'store', id: 'bench' }, commandId, correlationId: commandId },
    };
  });
  for (let i = 0; i < appends.length; i += AFFILIATES) await Promise.all(appends.slice(i, i + AFFILIATES).map((a) => log.append(a)));
}

/** Publishes the whole log to a new topic; answers the topic and events per second. */
async function relayed({ log, pool, appUrl, brokers }) {
  const topic = `bench.${randomUUID()}`;
  const wakeup = new LogWakeup({ connectionString: appUrl, onError: console.error });
  const relay = new Relay(log, { connectionString: appUrl, wakeup, brokers: [brokers], topic });
  const position = async () => (await pool.query('select position from feed.relays where topic = $1', [topic])).rows[0]?.position ?? -1;
  relay.start();
  while ((await position()) < 0) await wait(5);
  const began = performance.now();
  while ((await position()) < EVENTS) await wait(5);
  const perSecond = EVENTS / ((performance.now() - began) / 1000);
  await relay.stop();
  await wakeup.stop();
  return { topic, perSecond };
}

/** The same messages sent by a bare producer that has them ready: the limit of kafkajs. */
async function bareProducer({ log, brokers }) {
  const topic = `bench.${randomUUID()}`;
  const kafka = kafkaOf(brokers);
  const [admin, producer] = [kafka.admin(), kafka.producer({ idempotent: true, maxInFlightRequests: 1 })];
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: log.partitionCount }], waitForLeaders: true });
  await producer.connect();
  const pages = [];
  for (let after = 0; after < EVENTS; after += 2_000) {
    const events = await log.read(after, 2_000);
    pages.push(
      events.map((e) => ({ key: 'a', value: toCloudEvent(e, { position: 1, hash: '0'.repeat(64) }, 'a'), partition: e.partition })),
    );
  }
  const began = performance.now();
  for (const messages of pages) await producer.send({ topic, acks: -1, messages });
  const perSecond = EVENTS / ((performance.now() - began) / 1000);
  await producer.disconnect();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
  return perSecond;
}

/** Projectors in separate processes fold a full topic; measured from 'go', so forming the group counts. */
async function projected({ pool, log, appUrl, brokers }, topic, count) {
  await dropSchema(pool, 'dashboard');
  await createSchema(pool, dashboard, 'dashboard', log.partitionCount);
  await createIndexes(pool, dashboard, 'dashboard');
  const options = { env: { ...process.env, BENCH: JSON.stringify({ appUrl, brokers, topic, group: randomUUID() }) } };
  const workers = Array.from({ length: count }, () => fork(join(import.meta.dirname, 'kafka-projector.mjs'), options));
  await Promise.all(workers.map((w) => new Promise((ready) => w.once('message', ready))));
  const began = performance.now();
  for (const worker of workers) worker.send('go');
  const lacking = `select count(*) as n from dashboard.checkpoints c where exists
    (select from log.events e where e.partition = c.partition and e.position > c.position)`;
  while ((await pool.query(lacking)).rows[0].n) await wait(20);
  const perSecond = EVENTS / ((performance.now() - began) / 1000);
  await Promise.all(workers.map((w) => new Promise((gone) => (w.once('exit', gone), w.send('stop')))));
  const { rows } = await pool.query('select sum(net_sales) as n from dashboard.totals');
  if (Number(rows[0].n) !== EVENTS) throw new Error(`${rows[0].n} sales in the read model, ${EVENTS} in the log`);
  return perSecond;
}

function processOf(entry, env) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../services/dist/main', entry)], { env: { ...process.env, ...env } });
  return new Promise((ready, failed) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
        if (said.includes('is ready')) ready(child);
      });
    child.once('exit', () => failed(new Error(said)));
  });
}

/** Commands at a steady rate against api, relay and projector; ms from its due time until its partition's rows have it. */
async function visible({ settings, open }, brokers) {
  const { pool, log } = await open(4);
  const folder = await mkdtemp(join(tmpdir(), 'framelift-bench-visible-'));
  const port = await freePort();
  const env = {
    ...settings,
    PORT: String(port),
    SANDBOX_STORE_PORT: String(await freePort()),
    DATA_DIR: folder,
    RATE_LIMIT: '1000000',
    KAFKA_BROKERS: brokers,
    KAFKA_TOPIC: `bench.${randomUUID()}`,
  };
  const processes = [await processOf('api-process.js', env)];
  if (brokers) processes.push(await processOf('relay.js', env));
  processes.push(await processOf('projector.js', env));
  const send = async (path, body, token, method) => {
    const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    const options = { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}/api/affiliate/${path}`, options);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return { position: Number(response.headers.get('log-position')), body: await response.json() };
  };
  let on = true;
  let watching;
  try {
    const affiliates = [];
    for (let n = 0; n < 60; n++) {
      const username = `v${randomUUID().slice(0, 12)}`;
      const { body } = await send('register', { username, email: `${username}@example.org`, password: 'long enough' }, '', 'POST');
      const paymentDetails = { email: 'a@example.org' };
      await send('payment-methods', { paymentType: 'paypal', paymentDetails }, body.token, 'POST');
      const [{ data }] = (await log.readStream(`affiliate-${body.affiliate.id}`)).filter((e) => e.type === 'PaymentMethodAdded');
      const partition = log.partitionOf(`affiliate-${body.affiliate.id}`);
      affiliates.push({ token: body.token, method: data.paymentMethodId, partition });
    }
    await wait(5_000);
    const waiting = new Set();
    const latencies = [];
    const began = performance.now();
    watching = (async () => {
      for (; on; await wait(10)) {
        const { rows } = await pool.query('select partition, position from dashboard.checkpoints');
        const now = performance.now();
        const reached = new Map(rows.map((r) => [r.partition, r.position]));
        for (const w of waiting) {
          if (reached.get(w.partition) < w.position) continue;
          waiting.delete(w);
          if (w.at > began + WARM_UP * 1000) latencies.push(now - w.at);
        }
      }
    })();
    const sending = [];
    for (let i = 0; i < RATE * (WARM_UP / 2 + MEASURED); i++) {
      const { token, method, partition } = affiliates[i % affiliates.length];
      const at = began + 1000 * due(i);
      const early = at - performance.now();
      if (early > 0) await wait(early);
      const paymentDetails = { email: `a${i}@example.org` };
      sending.push(
        send(`payment-methods/${method}`, { paymentType: 'paypal', paymentDetails }, token, 'PUT').then(
          ({ position }) => void waiting.add({ partition, position, at }),
          (error) => error,
        ),
      );
    }
    for (const error of await Promise.all(sending)) if (error) throw error;
    while (waiting.size) await wait(4);
    return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
  } finally {
    on = false;
    await watching;
    await Promise.all(processes.map((p) => new Promise((gone) => (p.once('exit', gone), p.kill('SIGTERM')))));
    await rm(folder, { recursive: true, force: true });
  }
}

async function withBroker(work) {
  const folder = await mkdtemp(join(tmpdir(), 'framelift-bench-kafka-'));
  const broker = await startKafka(folder, { say: console.error, memory: '1g' });
  try {
    return await work(broker.brokers);
  } finally {
    await broker.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

export const kafka = () =>
  withBroker((brokers) =>
    withDatabase(async (database) => {
      const system = { ...database, ...(await database.open()), brokers };
      await fill(system.log);
      let topic;
      const relaying = await inTurn(5, {
        ours: async () => {
          const done = await relayed(system);
          topic = done.topic;
          return done.perSecond;
        },
        'bare producer': () => bareProducer(system),
      });
      const folding = await inTurn(3, {
        1: () => projected(system, topic, 1),
        2: () => projected(system, topic, 2),
        3: () => projected(system, topic, 3),
      });
      return [
        row('kafka', 'log to topic', 'events/s', relaying),
        ...Object.entries(folding).map(([n, runs]) => row('kafka', `topic to rows, ${n} projectors`, 'events/s', { ours: runs })),
      ];
    }),
  );

export const visibility = () =>
  withBroker(async (brokers) => {
    const seen = await withDatabase((database) =>
      inTurn(3, { ours: () => visible(database, brokers), 'log feed, no Kafka': () => visible(database, '') }),
    );
    const of = (figure) => Object.fromEntries(Object.entries(seen).map(([name, runs]) => [name, runs.map((r) => r[figure])]));
    return ['p50', 'p99'].map((figure) => row('visible', `command to visible at 300/s, ${figure}`, 'ms', of(figure)));
  });
