// npm run faults -- --kills N --each M --seed S [--faults a,b] [--control]: kills apis, relay, projectors, PostgreSQL and Kafka with -9
// at random moments under load, then injects each of the other faults M times (or those that are named), a lying disk last, and reports
// the outcome of every command. --control: projectors that commit their checkpoint before their rows.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { caughtUp, serverErrors, whatDiffers, whatIsWrong } from './checks.mjs';
import { Client, Gate, Journal, randomFrom, signIn } from './clients.mjs';
import { fullDisk, lyingDisk } from './disks.mjs';
import { faults } from './faults.mjs';
import { network } from './network.mjs';
import { startSystem } from './system.mjs';

const CLIENTS = 20;
/** Up to this many events every read model is compared after each fault; with twice as many, after every second one, and so on. */
const EVENTS_TO_A_COMPARISON = 5_000;
const all = { ...faults, network, fullDisk, lyingDisk };
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    each: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: Object.keys(all).join() },
    control: { type: 'boolean', default: false },
  },
});
const named = values.faults.split(',');
const unknown = named.filter((name) => !all[name]);
if (unknown.length) throw new Error(`There is no fault ${unknown.join()}: ${Object.keys(all).join(', ')}`);
const [kills, each, seed] = [Number(values.kills), values.control ? 0 : Number(values.each), Number(values.seed)];

const folder = await mkdtemp(join(tmpdir(), 'framelift-faults-'));
// Under root the database runs as another user, who needs access to its data.
await chmod(folder, 0o711);
const stops = [];
const report = { seed, kills: 0, targets: {}, faults: {}, skipped: {}, compared: 0, recoveredMs: [], problems: [] };
/** Time spent by kind of work, ms. */
const spent = { loading: 0, starting: 0, answering: 0, folding: 0, checking: 0 };
const timed = async (on, work) => {
  const began = performance.now();
  const result = await work();
  spent[on] += performance.now() - began;
  return result;
};
// Ends as after any problem: kills nothing more, and stops everything it started.
process.once('SIGTERM', () => report.problems.push('It was stopped'));
let keep = false;
try {
  const began = performance.now();
  const projector = values.control ? join(import.meta.dirname, 'broken-projector.mjs') : undefined;
  const started = await startSystem(folder, stops, projector);
  const { postgres, kafka, members, urls, system } = started;
  const random = randomFrom(seed);
  const [journal, gate, admin] = [new Journal(join(folder, 'journal.jsonl')), new Gate(), await signIn(urls[0])];
  const clients = Array.from(
    { length: CLIENTS },
    (_, n) => new Client(n, { urls, log: system.log, journal, gate, random: randomFrom(seed * 1000 + n), admin }),
  );
  for (const client of clients) client.all = clients;
  await Promise.all(clients.map((c) => c.join()));
  let on = true;
  const working = Promise.all(clients.map((c) => c.work(() => on)));
  working.catch((error) => report.problems.push(error.message));
  // The control's fault is in the projectors, so only they are killed.
  const targets = values.control ? members.slice(3) : [...members, postgres, kafka];
  let uncompared = 0;
  /** Checks that the system has recovered, with nothing lost or done twice. */
  const look = async (after, from, isLast = false) => {
    await timed('answering', () => gate.close());
    const ms = Math.round(await timed('folding', () => caughtUp(system, from)));
    const checking = performance.now();
    const problems = await whatIsWrong(system, journal);
    const { position } = await system.log.head();
    if (++uncompared >= position / EVENTS_TO_A_COMPARISON || isLast || problems.length) {
      problems.push(...(await whatDiffers(system)));
      uncompared = 0;
      report.compared++;
    }
    journal.settle();
    spent.checking += performance.now() - checking;
    report.recoveredMs.push(ms);
    report.problems.push(...problems.map((p) => `after ${after}: ${p}`));
    const verdict = problems.length ? `${problems.length} problems` : uncompared ? 'fine so far' : 'fine';
    console.log(`${after.padEnd(24)} whole again after ${String(ms).padStart(5)} ms, ${verdict}`);
    gate.open = true;
  };
  const load = (ms) => timed('loading', () => wait(ms));
  while (report.kills < kills && !report.problems.length) {
    await load(700 + random() * 1_500);
    const target = targets[Math.floor(random() * targets.length)];
    const from = performance.now();
    await target.kill();
    await wait(random() * 400);
    await timed('starting', () => target.start());
    await wait(300 + random() * 500);
    report.kills++;
    report.targets[target.name] = (report.targets[target.name] ?? 0) + 1;
    await look(`kill ${report.kills} (${target.name})`, from, report.kills === kills);
  }
  const context = { folder, ...started, gate, journal, random, report, stops, look, clients };
  const inject = async (name, round) => {
    if (report.problems.length || !named.includes(name)) return;
    await load(700 + random() * 800);
    const from = performance.now();
    report.skipped[name] = await all[name](context, round);
    if (report.skipped[name]) return console.log(`${name} is skipped: ${report.skipped[name]}`);
    report.faults[name] = (report.faults[name] ?? 0) + 1;
    await look(`${name} ${round + 1}`, from, true);
  };
  for (let round = 0; round < each; round++) for (const name of Object.keys(all)) if (name !== 'lyingDisk') await inject(name, round);
  // Its losses are expected, and counted separately.
  for (let round = 0; round < each; round++) await inject('lyingDisk', round);
  const { rows: losses } = await system.pool.query('select count(*)::int as n from log.losses');
  report.lossesNoticed = losses[0].n;
  if (report.faults.lostCommits && !losses[0].n) report.problems.push('no process noticed that the database lost events');
  on = false;
  await working;
  report.problems.push(...(await serverErrors(folder)));
  const { commands } = journal;
  report.commands = commands.length;
  report.accepted = commands.filter((c) => c.accepted).length;
  report.refused = commands.filter((c) => c.accepted === false).length;
  report.saidToBeLost = commands.filter((c) => c.isLost && c.accepted).length;
  report.reads = journal.reads.length;
  report.olderReads = journal.reads.filter((r) => r.isOlder).length;
  report.unknownAtFirst = commands.filter((c) => c.sends > 1).length;
  report.events = (await system.log.head()).position;
  report.endedByThemselves = Object.fromEntries(members.filter((m) => m.ends).map((m) => [m.name, m.ends]));
  report.statuses = journal.statuses;
  report.spentSeconds = Object.fromEntries(Object.entries(spent).map(([on, ms]) => [on, Math.round(ms / 1000)]));
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
// Missing rows, or a client that read them too early: either stops the campaign.
const caught = report.problems.some((p) => /differ from a replay|is the balance of no state/.test(p));
process.exit(values.control ? (caught ? 0 : 1) : report.problems.length ? 1 : 0);
