import { REACTORS } from '../../engine/reacting/reactor.ts';
import { PROJECTIONS } from '../../engine/projecting/projection.ts';
import { pause } from '../../platform/retrying.ts';
import { euros } from '@framelift/contracts';
import { formatTable, type Get, plural, type Result, WrongUse } from './result.ts';
import { LOG_CLOCK, POOL } from '../../platform/tokens.ts';
import { addCommand, type Group } from './program.ts';
import { type SystemStatus, systemStatus } from './system-status.ts';

const WATCH_MS = 1000;

const followersOf = (get: Get) => ({ projections: get(PROJECTIONS), reactors: get(REACTORS) });

/** All faults of the system. Lag is not a fault: it passes. */
export function faultsOf({ head, readModels, reactors, booksImbalanceCents, losses, aheadSeconds }: SystemStatus): string[] {
  const faults = [
    ...losses
      .filter(({ acceptedAt }) => !acceptedAt)
      .map(
        ({ noticedAt, position, headPosition }) =>
          `at ${noticedAt} the database lost events: ${position} had been seen, the log ended at ${headPosition}; see accept-loss`,
      ),
    ...(aheadSeconds > 5
      ? [`the log is ${Math.round(aheadSeconds)} s ahead of the database’s clock: appends are refused; see accept-clock`]
      : []),
    ...reactors.flatMap((r) => [
      ...(r.version > 0 && r.version !== r.knownVersion
        ? [`${r.name} has version ${r.version}, this program knows ${r.knownVersion}`]
        : []),
      ...(r.parked ? [`${r.name} has ${r.parked} parked streams: see parked list`] : []),
    ]),
    ...readModels.flatMap((r) => [
      ...(r.version === 0 && head.position > 0 ? [`${r.name} does not exist: replay it, or start Framelift`] : []),
      ...(r.version > 0 && r.version !== r.knownVersion
        ? [`${r.name} has version ${r.version}, this program knows ${r.knownVersion}`]
        : []),
      ...(r.parked ? [`${r.name} has ${r.parked} parked streams: see parked list`] : []),
    ]),
  ];
  return booksImbalanceCents ? [...faults, `the books are off by ${euros(booksImbalanceCents)}: run audit and verify --all`] : faults;
}

const table = ({ readModels }: SystemStatus): string =>
  formatTable([
    ['read model', 'version', 'checkpoint', 'lag', 'seconds', 'parked', 'last rebuild', 'which changed'],
    ...readModels.map((r) => {
      const { lastDifference: d } = r;
      const changed = d ? `${plural(d.rows, 'row')}, ${euros(d.cents)}` : '';
      return [r.name, r.version, r.checkpoint, r.lag, r.lagSeconds, r.parked, r.lastRebuiltAt ?? 'never', changed];
    }),
  ]);

const reactorTable = ({ reactors }: SystemStatus): string =>
  formatTable([
    ['reactor', 'checkpoint', 'lag', 'seconds', 'parked', 'waiting', 'since', 'failed', 'late'],
    ...reactors.map((r) => [r.name, r.checkpoint, r.lag, r.lagSeconds, r.parked, r.waiting, r.waitingSeconds, r.failed, r.late]),
  ]);

async function status(get: Get): Promise<Result> {
  const status = await systemStatus(get(POOL), followersOf(get), get(LOG_CLOCK)());
  const faults = faultsOf(status);
  const { head, relays, booksImbalanceCents, ...rest } = status;
  const books = booksImbalanceCents === null ? 'not known yet' : booksImbalanceCents === 0 ? 'balanced' : 'NOT BALANCED';
  const text = [
    `head        ${head.position}`,
    `chain head  ${head.hash}`,
    `books       ${books}`,
    ...(relays.length
      ? relays.map((r) => `relay       ${r.topic} at ${r.position}, ${r.lag} behind`)
      : ['relay       none: projections read the log']),
    '',
    table(status),
    ...(status.reactors.length ? ['', reactorTable(status)] : []),
    ...(faults.length ? ['', ...faults] : []),
  ].join('\n');
  return { ok: !faults.length, json: { ok: !faults.length, head, ...rest, relays, booksImbalanceCents, faults }, text };
}

async function lag(get: Get): Promise<Result> {
  const { head, readModels, reactors, relays } = await systemStatus(get(POOL), followersOf(get), get(LOG_CLOCK)());
  const behind = [
    ...[...readModels, ...reactors].map(({ name, checkpoint, lag, lagSeconds }) => ({ name, checkpoint, lag, lagSeconds })),
    ...relays.map(({ topic, position, lag }) => ({ name: `relay ${topic}`, checkpoint: position, lag, lagSeconds: null })),
  ];
  const text = formatTable([
    ['head', head.position, 'events behind', 'seconds'],
    ...behind.map((b) => [b.name, b.checkpoint, b.lag, b.lagSeconds ?? '']),
  ]);
  return { ok: true, json: { ok: true, head, lag: behind }, text };
}

/** Refreshes every second until it is interrupted. */
async function watch(get: Get, interrupted: AbortSignal): Promise<Result> {
  let last = await lag(get);
  while (!interrupted.aborted) {
    process.stdout.write(`${process.stdout.isTTY ? '\x1b[2J\x1b[H' : ''}${last.text}\n\n`);
    await pause(WATCH_MS);
    last = await lag(get);
  }
  return last;
}

export const statusCommands: Group = (program, run) => {
  addCommand(program, 'status', 'The state of the log, read models, reactors, relay and books.', 'status', 'status --json').action(() =>
    run(status),
  );
  addCommand(program, 'lag', 'The lag of each read model and reactor.', 'lag', 'lag --watch')
    .option('--watch', 'refresh every second until Ctrl-C')
    .action((options: { json?: boolean; watch?: boolean }) => {
      if (options.json && options.watch) throw new WrongUse('--json answers once: leave --watch out');
      return run(options.watch ? watch : lag);
    });
};
