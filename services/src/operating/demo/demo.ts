import { EVENTS } from '../../engine/log/event.ts';
import type { INestApplicationContext } from '@nestjs/common';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { DAY_MS, idOf, momentOf } from '@framelift/contracts';
import sharp from 'sharp';
import { readProof } from '../../programme/affiliate/proofs.ts';
import { adminSource } from '../../programme/sign-in/admin.decider.ts';
import { Registration } from '../../programme/sign-in/registration.ts';
import { Passwords } from '../../programme/sign-in/passwords.ts';
import { databaseOf, type Get, getOf, plural, WrongUse } from '../ops/result.ts';
import { progress } from '../ops/progress.ts';
import { WrongSettings } from '../../platform/config.ts';
import { aboutFailure } from '../../platform/failures.ts';
import { Log } from '../../engine/log/log.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import type { Pool } from '../../platform/pg.ts';
import { CONFIG, POOL } from '../../platform/tokens.ts';
import { PROJECTIONS } from '../../engine/projecting/projection.ts';
import { prepare } from '../../engine/projecting/replay.ts';
import { FakeClock, play } from './history.ts';
import { keepInvoices } from './invoices.ts';
import { schedule, type Wanted } from './schedule.ts';
import { foundWords, idOfPlanned, signalsFound } from './signals-found.ts';
import { DemoRunner } from './stage.ts';

/** The password of every affiliate of the demo. */
const PASSWORD = 'framelift-demo';

export interface DemoIo {
  /** Opens the system with this clock. */
  open(now: () => number): Promise<INestApplicationContext>;
  write(text: string): void;
  writeError(text: string): void;
}

const count = (text: string): number => {
  const n = Number(text);
  if (!Number.isSafeInteger(n) || n < 1 || n > 10_000_000) throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return n;
};

const countOrNone = (text: string): number => (text === '0' ? 0 : count(text));

const time = (text: string): number => {
  const ms = momentOf(text);
  if (ms === undefined) throw new InvalidArgumentError('It must be a time like 2025-12-31T12:00:00Z.');
  return ms;
};

/** How much history to create, and until when (ms, by default now). */
interface Amount {
  affiliates: number;
  sales: number;
  seed: number;
  /** How many of each kind of fraud. */
  frauds: number;
  until?: number;
}

/** The created history. */
export type Made = Awaited<ReturnType<typeof fill>>;

/** The log holds a history already. */
export class HistoryExists extends WrongUse {
  constructor() {
    super('The log holds a history already; the demo needs an empty one (another DATA_DIR)');
  }
}

/** `npm run demo`: fills an empty system with a year of history. Returns the exit code. */
export async function demo(argv: readonly string[], io: DemoIo): Promise<number> {
  const program = new Command('demo')
    .usage('-- [options]')
    .description('Fills an empty system on the sandbox store with a year of history, by the real commands with their clock set.')
    .option('--affiliates <n>', 'how many join', count, 50)
    .option('--sales <n>', 'how many sales are credited', count, 2_000)
    .option('--seed <n>', 'the same seed gives the same history', count, 1)
    .option('--frauds <n>', 'how many of each of twelve kinds of fraud, on top of that', countOrNone, 0)
    .option('--until <time>', 'when the year ends (default: now)', time)
    .option('--json', 'print one JSON document on stdout')
    .addHelpText('after', '\nExample:\n  npm run demo -- --affiliates 300 --sales 5000 --seed 1 --frauds 1')
    .configureOutput({ writeOut: (text) => io.write(text.trimEnd()), writeErr: (text) => io.writeError(text.trimEnd()) })
    .exitOverride();
  try {
    const options = program.parse(argv, { from: 'user' }).opts<Amount & { json?: boolean }>();
    if (program.args.length) throw new WrongUse(`There is nothing to do with ${program.args.join(' ')}`);
    const made = await makeHistory(options, io);
    io.write(options.json ? JSON.stringify({ ok: true, ...made }) : words(made));
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    io.writeError(await reason(error as Error));
    return error instanceof WrongUse || error instanceof WrongSettings ? 2 : 1;
  }
}

/** Wrong use has its own sentence; other failures may be due to a full disk. */
const reason = async (error: Error): Promise<string> =>
  error instanceof WrongUse ? error.message : ((await aboutFailure(error, process.env['DATA_DIR'] || '.data')) ?? error.message);

/** Fills an empty system with a year of history, unless it is interrupted. @throws HistoryExists */
export async function makeHistory(
  { until = Date.now(), ...wanted }: Amount,
  io: Pick<DemoIo, 'open'>,
  interrupted?: AbortSignal,
): Promise<Made> {
  const year = { begins: until - 365 * DAY_MS, ends: until };
  const clock = new FakeClock(year.begins);
  const opened = await io.open(clock.now);
  const get = getOf(opened);
  try {
    if (!get(CONFIG).store.sandbox) throw new WrongUse('The demo only runs on the sandbox store: unset STORE_API_URL and STORE_PROVIDER');
    await refuseHistory(get(POOL));
    return await fill(get, clock, { ...wanted, year }, interrupted);
  } finally {
    await opened.close();
  }
}

/** The past is written once: only an admin account may exist before. */
async function refuseHistory(pool: Pool): Promise<void> {
  const { rows } = await pool.query(`select 1 from ${EVENTS} where stream_id not like 'admin-%' and stream_id not like 'claim-%' limit 1`);
  if (rows.length) throw new HistoryExists();
}

async function fill(get: Get, clock: FakeClock, wanted: Wanted, interrupted: AbortSignal | undefined) {
  const began = performance.now();
  const log = get(Log);
  const admin = await get(Registration).firstAdmin(clock.now());
  const [adminStream] = await log.streamsWith('AdminCreated');
  const adminId = (await get(Streams).load(adminSource(idOf(adminStream!)))).state.id;
  const { affiliates, frauds, sales, happenings } = schedule(wanted);
  const passwordHash = await get(Passwords).hash(PASSWORD);
  const stage = get(DemoRunner).playing({ adminId, passwordHash, proofs: await proofs(), seed: wanted.seed });
  await keepInvoices(get(POOL), sales, wanted.seed, wanted.year.ends);

  const bar = progress('A year passes', 'steps');
  const { refused, events } = await play(stage, happenings, clock, (done) => {
    interrupted?.throwIfAborted();
    bar.to(done, happenings.length);
  }).finally(bar.end);
  for (const projection of get(PROJECTIONS)) await prepare(databaseOf(get), log, projection);

  const seconds = Math.round(performance.now() - began) / 1000;
  const { position } = await log.head();
  return {
    seconds,
    /** Events in the log. */
    head: position,
    affiliates: affiliates.length,
    /** Every affiliate has this one. */
    password: PASSWORD,
    /** The one with the longest history. */
    affiliate: affiliates[0]!.username,
    affiliateId: idOfPlanned(affiliates[0]!, wanted.seed),
    adminId,
    /** The admin account, if there was none. */
    admin: admin ?? null,
    /** How many of each type. */
    events,
    refused,
    signals: await signalsFound(get(POOL), wanted.seed, affiliates, frauds),
  };
}

const words = ({ seconds, head, affiliates, events, password, affiliate, admin, signals }: Made): string =>
  [
    `A year of history in ${seconds} s: ${plural(head, 'event')}, ${plural(affiliates, 'affiliate')}, ${plural(events['SaleRecorded'] ?? 0, 'credited sale')}.`,
    `Every affiliate's password is ${password}; the one with the longest history is ${affiliate}.`,
    ...foundWords(signals),
    ...(admin ? [`The admin account (shown once): ${admin.username} / ${admin.password}`] : []),
  ].join('\n');

/** Five pictures that resemble a receipt. */
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
