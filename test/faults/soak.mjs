// npm run soak -- --hours H [--seed S]: half of the system's capacity, for hours, and what grew meanwhile: latencies, memory, handles and
// connections at the end and after warming up, sizes of tables and their rows. Exits 1 above a limit. Linux only.
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { projections } from '../../services/dist/screens/screens.module.js';
import { memoryOf, quantile } from '../../bench/measure.mjs';
import { operate } from '../../bench/operate.mjs';
import { caughtUp, logged, whatDiffers } from './checks.mjs';
import { Client, Gate, randomFrom, signIn } from './clients.mjs';
import { startSystem } from './system.mjs';

const CLIENTS = 20;
const CAPACITY_SECONDS = 60;
const MINUTE = 60_000;
/** Fewer calls give no meaningful p99. */
const ENOUGH_CALLS = 300;
const MOST = { p99: 1.2, memory: 1.1, handles: 1.1 };
/** Minutes between two erasures, and between two replays. */
const ERASES_EVERY = 5;
const REPLAYS_EVERY = 15;

const { values } = parseArgs({ options: { hours: { type: 'string', default: '2' }, seed: { type: 'string', default: '1' } } });
const [minutes, seed] = [Number(values.hours) * 60, Number(values.seed)];
if (!(minutes >= 3)) throw new Error('Run it for at least 3 minutes (--hours 0.05) to compare the end with the start');

/** The clients' record: durations by kind of call. A campaign's journal keeps every call; here that itself would grow. */
class Latencies {
  statuses = {};
  losses = [];
  furthest = 0;
  /** Kind → ms of each call since the last reading. */
  #took = new Map();

  before(command) {
    Object.assign(command, { sent: performance.now(), sends: 0 });
  }

  after(command, accepted, _answer, position) {
    this.note(command.what.replaceAll(/\/(?=[^/]*\d)[^/]+/g, '/:id'), performance.now() - command.sent);
    if (accepted && position) this.furthest = Math.max(this.furthest, position);
  }

  reads = { push: ({ sent, answered }) => this.note('GET of a balance', answered - sent) };

  note(kind, ms) {
    if (!this.#took.has(kind)) this.#took.set(kind, []);
    this.#took.get(kind).push(ms);
  }

  take() {
    const took = this.#took;
    this.#took = new Map();
    return took;
  }
}

const processOf = async (pid) => ({ memory: await memoryOf(pid), handles: (await readdir(`/proc/${pid}/fd`)).length });

/** Size (MB) and rows of each table, by its name. */
async function tablesOf(pool) {
  const { rows } = await pool.query(
    `select schemaname || '.' || relname as name, round(pg_total_relation_size(relid) / 1048576.0, 1)::float8 as mb,
            n_live_tup::float8 as rows, n_dead_tup::float8 as dead
     from pg_stat_user_tables order by mb desc`,
  );
  return new Map(rows.map(({ name, ...table }) => [name, table]));
}

/** Log lines of level error. */
async function errorsIn(folder) {
  const errors = [];
  for await (const { name, line } of logged(folder))
    if (/"level":(50|60|"error"|"fatal")/.test(line)) errors.push(`${name}: ${line.slice(0, 300)}`);
  return errors;
}

const folder = await mkdtemp(join(tmpdir(), 'framelift-soak-'));
// Under root the database runs as another user, who needs access to its data.
await chmod(folder, 0o711);
const stops = [];
const problems = [];
process.once('SIGTERM', () => problems.push('It was stopped'));
try {
  const { members, urls, settings, system } = await startSystem(folder, stops);
  const { pool, log } = system;
  const random = randomFrom(seed);
  const journal = new Latencies();
  const admin = await signIn(urls[0]);
  const clientOf = (n) => new Client(n, { urls, log, journal, gate: new Gate(), random: randomFrom(seed * 1000 + n), admin });
  const clients = Array.from({ length: CLIENTS }, (_, n) => clientOf(n));
  for (const client of clients) client.all = clients;
  for (const client of clients) await client.join();

  const visit = async ({ username }) => {
    const sent = performance.now();
    const options = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ref: username, pageUrl: '/' }),
    };
    await (await fetch(`${urls[0]}/api/track/track-visit`, options)).text();
    journal.note('POST /api/track/track-visit', performance.now() - sent);
  };
  /** Every client one step after the other, `betweenMs` apart if possible. */
  let on = true;
  let betweenMs = 0;
  let steps = 0;
  const working = clients.map(async (client) => {
    for (let next = performance.now(); on; steps++) {
      await Promise.all([client.step(), visit(client)]);
      // Late ones do not catch up: that would be a burst.
      next = Math.max(next + betweenMs * (0.5 + random()), performance.now());
      if (betweenMs) await wait(Math.max(0, next - performance.now()));
    }
  });
  for (const work of working) work.catch((error) => problems.push(error.message));

  await wait(CAPACITY_SECONDS * 500);
  steps = 0;
  await wait(CAPACITY_SECONDS * 500);
  const perSecond = steps / (CAPACITY_SECONDS / 2);
  betweenMs = (2 * 1000 * CLIENTS) / perSecond;
  console.log(
    `The system does ${perSecond.toFixed(1)} steps a second (a command, often a read, a visit); it gets half of that for ${minutes} minutes.`,
  );
  journal.take();

  const samples = [];
  const tablesBefore = await tablesOf(pool);
  for (let minute = 1; minute <= minutes && !problems.length; minute++) {
    const began = performance.now();
    if (minute % ERASES_EVERY === 0) {
      const leaving = clientOf(CLIENTS + minute);
      await leaving.join();
      await operate(settings, 'erase', '--affiliate', leaving.username, '--yes');
    }
    if (minute % REPLAYS_EVERY === 0) await operate(settings, 'replay', projections[(minute / REPLAYS_EVERY) % projections.length].name);
    await wait(Math.max(0, MINUTE - (performance.now() - began)));
    const took = journal.take();
    const processes = Object.fromEntries(await Promise.all(members.map(async ({ name, pid }) => [name, await processOf(pid)])));
    const connections = (await pool.query('select count(*)::int as n from pg_stat_activity where datname = current_database()')).rows[0].n;
    samples.push({ took, processes, connections });
    const all = [...took.values()].flat();
    const memory = members.map(({ name }) => `${name} ${Math.round(processes[name].memory)} MB`).join(', ');
    const { position } = await log.head();
    console.log(
      `minute ${minute}: ${all.length} calls, p99 ${Math.round(quantile(all, 0.99))} ms, ${connections} connections, ${position} events, ${memory}`,
    );
  }
  on = false;
  await Promise.allSettled(working);

  // A tenth to warm up, then the next tenth compared with the last.
  const share = Math.max(1, Math.round(samples.length / 10));
  const [start, end] = [samples.slice(share, 2 * share), samples.slice(-share)];
  const table = [];
  const compare = (what, from, to, most) => {
    const times = to / from;
    const isOver = most !== undefined && times > most;
    table.push({
      what,
      'after warming up': Number(from.toFixed(1)),
      'at the end': Number(to.toFixed(1)),
      times: times.toFixed(2),
      limit: most ?? '',
    });
    if (isOver) problems.push(`${what}: ${times.toFixed(2)} times what it was, more than ${most}`);
  };
  for (const kind of [...new Set(start.flatMap(({ took }) => [...took.keys()]))].sort()) {
    const [from, to] = [start, end].map((part) => part.flatMap(({ took }) => took.get(kind) ?? []));
    if (!from.length || !to.length) continue;
    compare(`${kind}, p50 ms`, quantile(from, 0.5), quantile(to, 0.5));
    compare(
      `${kind}, p99 ms`,
      quantile(from, 0.99),
      quantile(to, 0.99),
      Math.min(from.length, to.length) < ENOUGH_CALLS ? undefined : MOST.p99,
    );
  }
  // Live objects, not garbage still to be collected.
  const least = (part, of) => Math.min(...part.map(of));
  const mean = (part, of) => part.reduce((sum, sample) => sum + of(sample), 0) / part.length;
  for (const { name } of members)
    for (const [figure, of] of [
      ['memory', least],
      ['handles', mean],
    ]) {
      const [from, to] = [start, end].map((part) => of(part, ({ processes }) => processes[name][figure]));
      compare(`${name}, ${figure}${figure === 'memory' ? ' MB' : ''}`, from, to, MOST[figure]);
    }
  compare('connections', ...[start, end].map((part) => mean(part, ({ connections }) => connections)), MOST.handles);
  console.table(table);
  console.table(
    [...(await tablesOf(pool))]
      .filter(([, { mb }]) => mb > 1)
      .map(([name, { mb, rows, dead }]) => {
        const before = tablesBefore.get(name);
        const perRow = rows ? Math.round((mb * 1048576) / rows) : '';
        return { table: name, 'MB before': before?.mb ?? 0, MB: mb, 'rows before': before?.rows ?? 0, rows, dead, 'bytes a row': perRow };
      }),
  );
  await caughtUp(system, performance.now());
  problems.push(...(await whatDiffers(system)), ...(await errorsIn(folder)));
  for (const { name, ends } of members) if (ends) problems.push(`${name} ended by itself ${ends} times`);
  console.log(`answers by status: ${JSON.stringify(journal.statuses)}`);
} catch (error) {
  problems.push(String(error?.stack ?? error));
} finally {
  for (const stop of stops.toReversed()) await stop().catch(() => {});
  if (!problems.length) await rm(folder, { recursive: true, force: true });
}
for (const problem of problems.slice(0, 30)) console.log(problem);
console.log(
  problems.length ? `${problems.length} problems; logs are kept in ${folder}` : 'Nothing grew that should not, and the books are right.',
);
process.exit(problems.length ? 1 : 0);
