// npm run faults -- --kills N --each M --seed S [--control]: kills api, relay, projectors, PostgreSQL and Kafka with -9 at random
// moments under load, then injects each of the other faults M times, and says what became of every command. --control: projectors
// that commit their checkpoint before their rows.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Log } from '../../services/dist/engine/log/log.js';
import { Vault } from '../../services/dist/engine/log/vault.js';
import { freePort } from '../../services/dist/platform/embedded-postgres.js';
import { migrate } from '../../services/dist/platform/migrate.js';
import { createPool } from '../../services/dist/platform/pg.js';
import { caughtUp, whatIsWrong } from './checks.mjs';
import { Client, Gate, Journal } from './clients.mjs';
import { Cable } from '../support/cable.ts';
import { faults } from './faults.mjs';
import { Kafka, Member, Postgres } from './processes.mjs';

const CLIENTS = 20;
const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    each: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    control: { type: 'boolean', default: false },
  },
});
const [kills, each, seed] = [Number(values.kills), values.control ? 0 : Number(values.each), Number(values.seed)];

/** The same numbers for the same seed (mulberry32). */
function randomFrom(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function start(folder) {
  const [postgres, kafka] = await Promise.all([Postgres.make(join(folder, 'postgres')), Kafka.make(join(folder, 'kafka'))]);
  await migrate(postgres.ownerUrl, 'framelift');
  const cable = await Cable.to(postgres.appUrl);
  const [port, store] = [await freePort(), await freePort()];
  const env = {
    PORT: String(port),
    SANDBOX_STORE_PORT: String(store),
    DATA_DIR: folder,
    RATE_LIMIT: '1000000',
    ADMIN_PASSWORD: 'the admin password',
    DATABASE_URL: cable.url,
    MIGRATE_DATABASE_URL: postgres.ownerUrl,
    KAFKA_BROKERS: kafka.brokers,
    MASTER_KEY: '00'.repeat(32),
    CLAIM_KEY: '11'.repeat(32),
    JWT_SECRET: '22'.repeat(32),
    ALTCHA_SECRET: '33'.repeat(32),
    HEAD_SIGNING_KEY: '44'.repeat(32),
  };
  const main = (entry) => join(root, 'services/dist/main', entry);
  const projector = values.control ? join(import.meta.dirname, 'broken-projector.mjs') : main('projector.js');
  const members = [
    new Member('api', main('api-process.js'), env, folder),
    new Member('relay', main('relay.js'), env, folder),
    new Member('projector-1', projector, env, folder),
    new Member('projector-2', projector, env, folder),
  ];
  for (const member of members) await member.start();
  return { postgres, kafka, members, cable, url: `http://127.0.0.1:${port}` };
}

async function signIn(url) {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ username: 'admin', password: 'the admin password' });
  const { token } = await (await fetch(`${url}/api/affiliate/login`, { method: 'POST', headers, body })).json();
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  return { kind: 'admin', id: sub.replace(/^admin-/, ''), token };
}

const folder = await mkdtemp(join(tmpdir(), 'framelift-faults-'));
// As root the database runs as another user, who must get through to its data.
await chmod(folder, 0o711);
const stops = [];
const report = { seed, kills: 0, targets: {}, faults: {}, recoveredMs: [], problems: [] };
// Ends as after any problem: nothing more is killed, and all that was started is stopped.
process.once('SIGTERM', () => report.problems.push('It was told to stop'));
let keep = false;
try {
  const began = performance.now();
  const { postgres, kafka, members, cable, url } = await start(folder);
  stops.push(
    () => cable.close(),
    () => postgres.kill('SIGINT'),
    () => kafka.kill(),
    ...members.map((m) => () => m.kill()),
  );
  const pool = createPool(postgres.appUrl);
  stops.push(() => pool.end());
  const vault = new Vault(pool, Buffer.alloc(32));
  const system = { pool, vault, log: await Log.open(pool, vault) };
  const random = randomFrom(seed);
  const [journal, gate, admin] = [new Journal(join(folder, 'journal.jsonl')), new Gate(), await signIn(url)];
  const clients = Array.from(
    { length: CLIENTS },
    (_, n) => new Client(n, { url, log: system.log, journal, gate, random: randomFrom(seed * 1000 + n), admin }),
  );
  for (const client of clients) client.all = clients;
  await Promise.all(clients.map((c) => c.join()));
  let on = true;
  const working = Promise.all(clients.map((c) => c.work(() => on)));
  working.catch((error) => report.problems.push(error.message));
  // The control's fault is the projectors', so they are what is killed.
  const targets = values.control ? members.slice(2) : [...members, postgres, kafka];
  /** Whole again, and nothing lost or done twice? */
  const look = async (after, from) => {
    await gate.close();
    const ms = Math.round(await caughtUp(system, from));
    const problems = await whatIsWrong(system, journal);
    report.recoveredMs.push(ms);
    report.problems.push(...problems.map((p) => `after ${after}: ${p}`));
    const verdict = problems.length ? `${problems.length} problems` : 'fine';
    console.log(`${after.padEnd(24)} whole again after ${String(ms).padStart(5)} ms, ${verdict}`);
    gate.open = true;
  };
  while (report.kills < kills && !report.problems.length) {
    await wait(700 + random() * 1_500);
    const target = targets[Math.floor(random() * targets.length)];
    const from = performance.now();
    await target.kill();
    await wait(random() * 400);
    await target.start();
    await wait(300 + random() * 500);
    report.kills++;
    report.targets[target.name] = (report.targets[target.name] ?? 0) + 1;
    await look(`kill ${report.kills} (${target.name})`, from);
  }
  const context = { folder, root, postgres, members, cable, gate, journal, system, random, report, stops };
  for (let round = 0; round < each; round++)
    for (const [name, inject] of Object.entries(faults)) {
      if (report.problems.length) break;
      await wait(700 + random() * 800);
      const from = performance.now();
      await inject(context);
      report.faults[name] = (report.faults[name] ?? 0) + 1;
      await look(`${name} ${round + 1}`, from);
    }
  const { rows: losses } = await pool.query('select count(*)::int as n from log.losses');
  report.lossesNoticed = losses[0].n;
  if (each && !losses[0].n) report.problems.push('no process noticed that the database lost events');
  on = false;
  await working;
  const { commands } = journal;
  report.commands = commands.length;
  report.accepted = commands.filter((c) => c.accepted).length;
  report.refused = commands.filter((c) => c.accepted === false).length;
  report.reads = journal.reads.length;
  report.olderReads = journal.reads.filter((r) => r.isOlder).length;
  report.unknownAtFirst = commands.filter((c) => c.sends > 1).length;
  report.events = (await system.log.head()).position;
  report.endedByThemselves = Object.fromEntries(members.filter((m) => m.ends).map((m) => [m.name, m.ends]));
  report.seconds = Math.round((performance.now() - began) / 1000);
} catch (error) {
  report.problems.push(String(error?.stack ?? error));
} finally {
  for (const stop of stops.toReversed()) await stop().catch(() => {});
  keep = report.problems.length > 0 && !values.control;
  if (!keep) await rm(folder, { recursive: true, force: true });
}
for (const problem of report.problems.slice(0, 20)) console.log(problem);
if (keep) console.log(`Journal and logs are kept in ${folder}`);
const { recoveredMs, ...told } = report;
const sorted = recoveredMs.toSorted((a, b) => a - b);
console.log(
  JSON.stringify({
    ...told,
    problems: report.problems.length,
    recoveredMs: { median: sorted[sorted.length >> 1], longest: sorted.at(-1) },
  }),
);
const caught = report.problems.some((p) => p.includes('differ from a replay'));
process.exit(values.control ? (caught ? 0 : 1) : report.problems.length ? 1 : 0);
