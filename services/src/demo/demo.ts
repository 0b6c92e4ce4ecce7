import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { idOf } from '@framelift/contracts';
import sharp from 'sharp';
import { readProof } from '../affiliate/proofs.ts';
import { adminSource } from '../sign-in/admin.decider.ts';
import { Passwords } from '../sign-in/passwords.ts';
import { firstAdmin } from '../ops/accounts.ts';
import { plural, type Result, WrongUse } from '../ops/operations.ts';
import type { Opened } from '../ops/program.ts';
import { progress } from '../ops/progress.ts';
import { WrongSettings } from '../platform/config.ts';
import { prepare } from '../projecting/replay.ts';
import { DAY } from './affiliates.ts';
import { play, SetClock } from './history.ts';
import { keepInvoices } from './invoices.ts';
import { schedule, type Wanted } from './schedule.ts';
import { Stage } from './stage.ts';

/** What every affiliate of the demo signs in with. */
const PASSWORD = 'framelift-demo';

export interface DemoWays {
  /** Opens the system with this clock. */
  open(now: () => number): Promise<Opened>;
  write(text: string): void;
  complain(text: string): void;
}

const count = (text: string): number => {
  const n = Number(text);
  if (!Number.isSafeInteger(n) || n < 1 || n > 10_000_000) throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return n;
};

const time = (text: string): number => {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new InvalidArgumentError('It must be a time like 2025-12-31T12:00:00Z.');
  return ms;
};

interface Options {
  affiliates: number;
  sales: number;
  seed: number;
  until?: number;
  json?: boolean;
}

/** `npm run demo`: fills an empty system with a year of history. Answers the exit code. */
export async function demo(argv: readonly string[], ways: DemoWays): Promise<number> {
  const program = new Command('demo')
    .usage('-- [options]')
    .description('Fills an empty system on the sandbox store with a year of history, by the real commands with their clock set.')
    .option('--affiliates <n>', 'how many join', count, 50)
    .option('--sales <n>', 'how many sales are credited', count, 2_000)
    .option('--seed <n>', 'the same seed gives the same history', count, 1)
    .option('--until <time>', 'when the year ends (default: now)', time)
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', '\nExample:\n  npm run demo -- --affiliates 50 --sales 2000 --seed 1')
    .configureOutput({ writeOut: (text) => ways.write(text.trimEnd()), writeErr: (text) => ways.complain(text.trimEnd()) })
    .exitOverride();
  try {
    const options = program.parse(argv, { from: 'user' }).opts<Options>();
    if (program.args.length) throw new WrongUse(`There is nothing to do with ${program.args.join(' ')}`);
    const { json, text } = await filled(options, ways);
    ways.write(options.json ? JSON.stringify(json) : text);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    ways.complain((error as Error).message);
    return error instanceof WrongUse || error instanceof WrongSettings ? 2 : 1;
  }
}

async function filled({ until = Date.now(), ...wanted }: Options, ways: DemoWays): Promise<Result> {
  const year = { begins: until - 365 * DAY, ends: until };
  const clock = new SetClock(year.begins);
  const system = await ways.open(clock.now);
  try {
    if (!system.config.store.sandbox) throw new WrongUse('The demo only runs on the sandbox store: unset STORE_API_URL');
    await refuseHistory(system);
    return await fill(system, clock, { ...wanted, year });
  } finally {
    await system.close();
  }
}

/** The past is written once: there may be an admin account, nothing else. */
async function refuseHistory({ pool }: Opened): Promise<void> {
  const { rows } = await pool.query(`select 1 from log.events where stream_id not like 'admin-%' and stream_id not like 'claim-%' limit 1`);
  if (rows.length) throw new WrongUse('The log holds a history already; the demo needs an empty one (another DATA_DIR)');
}

async function fill(system: Opened, clock: SetClock, wanted: Wanted): Promise<Result> {
  const began = performance.now();
  const admin = await firstAdmin(system);
  const [adminStream] = await system.log.streamsWith('AdminCreated');
  const adminId = (await system.streams.load(adminSource(idOf(adminStream!)))).state.id;
  const { affiliates, sales, happenings } = schedule(wanted);
  const passwordHash = await new Passwords().hash(PASSWORD);
  const stage = new Stage({ ...system, adminId, passwordHash, proofs: await proofs(), seed: wanted.seed });
  await keepInvoices(system.pool, sales, wanted.seed, wanted.year.ends);

  const bar = progress('A year passes', 'steps');
  const { refused, events } = await play(stage, happenings, clock, (done) => bar.to(done, happenings.length)).finally(bar.end);
  for (const projection of system.projections) await prepare(system, system.log, projection);

  const seconds = Math.round(performance.now() - began) / 1000;
  const { position } = await system.log.head();
  const affiliate = affiliates[0]!.username;
  const text = [
    `A year of history in ${seconds} s: ${plural(position, 'event')}, ${plural(affiliates.length, 'affiliate')}, ${plural(events['SaleRecorded'] ?? 0, 'credited sale')}.`,
    `Every affiliate's password is ${PASSWORD}; the one with the longest history is ${affiliate}.`,
    ...(admin ? [`The admin account (shown once): ${admin.username} / ${admin.password}`] : []),
  ].join('\n');
  const json = {
    ok: true,
    seconds,
    head: position,
    affiliates: affiliates.length,
    password: PASSWORD,
    affiliate,
    admin: admin ?? null,
    events,
    refused,
  };
  return { ok: true, json, text };
}

/** Five pictures that look like a receipt from far away. */
const proofs = () =>
  Promise.all(
    [210, 160, 120, 30, 280].map(async (hue) => {
      const lines = Array.from(
        { length: 7 },
        (_, i) => `<rect x="24" y="${60 + i * 26}" width="${150 + ((i * 67) % 120)}" height="9" rx="4" fill="#9aa0aa"/>`,
      );
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="260"><rect width="320" height="260" fill="#fff"/><rect width="320" height="36" fill="hsl(${hue} 60% 45%)"/>${lines.join('')}</svg>`;
      const png = await sharp(Buffer.from(svg)).png().toBuffer();
      return readProof(`data:image/png;base64,${png.toString('base64')}`);
    }),
  );
