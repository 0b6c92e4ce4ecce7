import { Log } from '../../engine/log/log.ts';
import type { Projection } from '../../engine/projecting/projection.ts';
import { FoldFailed } from '../../engine/projecting/read-model.ts';
import { AlreadyBuilding } from '../../engine/projecting/copying.ts';
import { replay, rollback, takeBack } from '../../engine/projecting/replay.ts';
import { type Difference, type Verified, verifyAll } from '../../engine/projecting/verify.ts';
import { Refused } from '../../platform/refused.ts';
import { allSwapWords } from '../read-models/swap-words.ts';
import { databaseOf, formatTable, named, type Get, plural, type Result } from './result.ts';
import { addCommand, type Group } from './program.ts';
import { progress } from './progress.ts';

/** Adds advice for operators to the error of a build. */
const explained = (error: unknown): unknown => {
  if (error instanceof FoldFailed) return Refused.inWords(`${error.message}. The live read model is unchanged; fix the fold, then replay.`);
  if (error instanceof AlreadyBuilding) return Refused.inWords(`${error.message}. Wait for it, or stop it.`);
  return error;
};

/** Exported for import, which rebuilds everything at its end. */
export async function rebuilt(get: Get, projections: readonly Projection[], signal: AbortSignal, compareOnly = false) {
  const bar = progress(`Replaying ${projections.map((p) => p.name).join(', ')}`);
  const began = performance.now();
  let events = 0;
  try {
    const differences = await replay(databaseOf(get), get(Log), projections, {
      signal,
      compareOnly,
      onProgress: ({ done, total }) => {
        events = total;
        bar.to(done, total);
      },
    });
    return { events, differences, seconds: Math.round(performance.now() - began) / 1000 };
  } catch (error) {
    throw explained(error);
  } finally {
    bar.end();
  }
}

async function replayed(get: Get, wanted: readonly Projection[], signal: AbortSignal, { compareOnly }: Options): Promise<Result> {
  const { events, differences, seconds } = await rebuilt(get, wanted, signal, compareOnly);
  const readModels = wanted.map(({ name, version }) => ({ name, version, difference: differences.get(name) ?? null }));
  const names = wanted.map((p) => p.name).join(', ');
  const text = [
    compareOnly
      ? `Built ${names} next to the ones in service, which stay. The next replay continues with the copies.`
      : `Replayed ${names} from ${plural(events, 'event')} in ${seconds} s. The previous ones are kept for --rollback.`,
    ...allSwapWords(differences).map((line) => `  ${line}`),
  ].join('\n');
  return { ok: true, json: { ok: true, readModels, events, seconds }, text };
}

async function rolledBack(get: Get, wanted: readonly Projection[]): Promise<Result> {
  const done: string[] = [];
  for (const projection of wanted) {
    await rollback(databaseOf(get), projection).catch((error: Error) => {
      const before = done.length ? ` Rolled back before it: ${done.join(', ')}.` : '';
      throw Refused.inWords(`${error.message}.${before}`);
    });
    done.push(projection.name);
  }
  return {
    ok: true,
    json: { ok: true, rolledBack: done },
    text: `Rolled back ${done.join(', ')}. The newer ones are kept in their place.`,
  };
}

/** After a newer program: those that it rebuilt are fed again. */
async function takenBack(get: Get, projections: readonly Projection[], signal: AbortSignal): Promise<Result> {
  const done: string[] = [];
  for (const projection of projections)
    if (await takeBack(databaseOf(get), get(Log), projection, { signal }).catch((error: unknown) => Promise.reject(explained(error))))
      done.push(projection.name);
  const text = done.length ? `Of this version again: ${done.join(', ')}.` : 'No read model is of a newer version.';
  return { ok: true, json: { ok: true, takenBack: done }, text };
}

const shown = ({ key, live, replayed }: Difference): string =>
  `    ${JSON.stringify(key)}\n      live      ${live ?? '(no such row)'}\n      replayed  ${replayed ?? '(no such row)'}`;

const verdict = ({ name, tables, parked }: Verified): string =>
  [
    formatTable([[name, 'rows', 'differing'], ...tables.map((t) => [`  ${t.table}`, t.rows, t.differing])]),
    ...tables.filter((t) => t.differing).map((t) => `  ${t.table}, the first ${t.first.length}:\n${t.first.map(shown).join('\n')}`),
    ...parked.map((p) => `  ${p.streamId} is parked from position ${p.position} on, on both sides`),
  ].join('\n');

/** Exported for import, which checks what it restored. */
export async function verified(get: Get, wanted: readonly Projection[], signal: AbortSignal): Promise<Result> {
  const bar = progress(`Verifying ${wanted.map((p) => p.name).join(', ')}`);
  const readModels = await verifyAll(databaseOf(get), get(Log), wanted, { signal, onProgress: ({ done, total }) => bar.to(done, total) })
    .catch((error: unknown) => {
      throw explained(error);
    })
    .finally(bar.end);
  const differing = readModels.flatMap((r) => r.tables).reduce((n, t) => n + t.differing, 0);
  const ok = differing === 0;
  const text = [
    ...readModels.map(verdict),
    ok ? 'All live read models equal their replays.' : `${plural(differing, 'row')} differ${differing === 1 ? 's' : ''} from the replay.`,
  ].join('\n\n');
  return { ok, json: { ok, readModels }, text };
}

interface Options {
  all?: boolean;
  rollback?: boolean;
  downgrade?: boolean;
  compareOnly?: boolean;
}

export const readModelCommands: Group = (program, run, { projections }) => {
  const which = (names: string[], { all = false }: Options) => named(projections, names, all);
  addCommand(
    program,
    'replay',
    'Rebuilds read models next to the live ones, then swaps them. Continues after an interruption.',
    'replay dashboard',
    'replay --all',
    'replay dashboard --compare-only',
    'replay dashboard --rollback',
    'replay --downgrade',
  )
    .argument('[names...]', 'read models')
    .option('--all', 'all of them, reading the log once')
    .option('--compare-only', 'build them, print the differences from the ones in service, and swap nothing')
    .option('--rollback', 'restore the one that served before the last replay')
    .option('--downgrade', 'after a newer Framelift that no longer runs: make those that it rebuilt this version’s again')
    .action((names: string[], options: Options) => {
      if (options.downgrade) return run((get, signal) => takenBack(get, projections, signal));
      const wanted = which(names, options);
      return run((get, signal) => (options.rollback ? rolledBack(get, wanted) : replayed(get, wanted, signal, options)));
    });
  addCommand(
    program,
    'verify',
    'Replays read models into copies and shows every row that differs from the live ones.',
    'verify dashboard admin-overview',
    'verify --all --json',
  )
    .argument('[names...]', 'read models')
    .option('--all', 'all of them')
    .action((names: string[], options: Options) => {
      const wanted = which(names, options);
      return run((get, signal) => verified(get, wanted, signal));
    });
};
