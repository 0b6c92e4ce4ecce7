// `npm run simulate -- [--seed N [--twice]] [--seeds N] [--steps N]`: runs each seed with everything simulated except PostgreSQL.
// A failing seed is printed with its shortest trace, and runs the same again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startServer } from './server.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '200' },
    steps: { type: 'string', default: '200' },
    workers: { type: 'string', default: '2' },
    trace: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: true },
  },
});
const SEEDS_A_PROCESS = 50;
const steps = values.steps;
const from = Number(values.seed ?? 1);
const to = values.seed ? from : from + Number(values.seeds) - 1;
const workers = values.seed ? 1 : Number(values.workers);

const { server, stop } = await startServer();
const child = (args) =>
  spawn(process.execPath, [join(import.meta.dirname, 'seeds.mjs'), '--server', JSON.stringify(server), '--steps', steps, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
const running = new Set();
let stopped = false;
const stopSeeds = () => {
  stopped = true;
  for (const one of running) one.kill('SIGKILL');
};
// Reports the seeds run so far, and stops the database.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stopSeeds);
process.on('exit', stopSeeds);

/** @returns the result of each seed. */
async function seeds(args, onRan) {
  const one = child(args);
  running.add(one);
  const ended = once(one, 'exit');
  for await (const line of createInterface({ input: one.stdout })) onRan(JSON.parse(line));
  running.delete(one);
  const [code] = await ended;
  return code;
}

const began = Date.now();
const sums = { seeds: 0, events: 0, commands: 0 };
const failed = [];
const note = (ran) => {
  sums.seeds++;
  sums.events += ran.events;
  sums.commands += ran.commands;
  if (values.seed) console.log(`fingerprint ${ran.fingerprint}`);
  if (ran.problem) {
    failed.push(ran);
    console.log(`seed ${ran.seed} (${ran.shape}) at ${steps} steps: ${ran.problem}`);
    if (ran.plan) console.log(`  shortest plan:\n${ran.plan.moments.map((m) => `    ${JSON.stringify(m)}`).join('\n')}`);
    if (ran.lines) console.log(`  what happened last:\n${ran.lines.map((line) => `    ${line}`).join('\n')}`);
  }
};
/** One worker's share of the seeds, in processes that end after some: each seed leaves something behind in its process. */
async function shareOf(n) {
  const codes = [];
  for (let first = from + n; first <= to && !stopped; first += SEEDS_A_PROCESS * workers) {
    const last = Math.min(to, first + (SEEDS_A_PROCESS - 1) * workers);
    const range = ['--from', String(first), '--to', String(last), '--every', String(workers)];
    codes.push(await seeds([...range, ...(values.trace ? ['--trace'] : []), ...(values.shrink ? ['--shrink'] : [])], note));
  }
  return codes;
}
const codes = (await Promise.all(Array.from({ length: workers }, (_, n) => shareOf(n)))).flat();
if (values.twice && !stopped) codes.push(await seeds(['--from', String(from), '--to', String(to)], note));
await stop();
const seconds = (Date.now() - began) / 1000;
console.log(
  `${sums.seeds} seeds, ${sums.commands} commands, ${sums.events} events in ${seconds.toFixed(1)} s (${Math.round(sums.commands / seconds)} commands/s): ${failed.length} failed`,
);
process.exit(failed.length || sums.seeds !== (to - from + 1) * (values.twice ? 2 : 1) || codes.some(Boolean) ? 1 : 0);
