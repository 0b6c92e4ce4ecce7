import { createHash } from 'node:crypto';
import type { AnyEvent } from '../log/event.ts';
import type { Log } from '../log/log.ts';
import { releaseId } from '../../platform/release.ts';
import { type Entry, foldInto, nameOf, stepsOf } from './fold.ts';
import type { FoldedEvent, Projection } from './projection.ts';

/** Number of first events of the log that identify a build. */
const PROBED_EVENTS = 300;

/** Identifies the code that began a build: its release, its tables, and the rows it makes of the first events of the log. */
export async function fingerprintOf(log: Log, projection: Projection, release = releaseId()): Promise<string> {
  const events = await log.read(0, PROBED_EVENTS, { types: [...projection.subscription] });
  const tables = JSON.stringify(projection.tables, (_, value: unknown) => (typeof value === 'function' ? String(value) : value));
  const made = JSON.stringify(probe(projection, events));
  return createHash('sha256').update(`${release}\0${tables}\0${made}`).digest('hex');
}

function probe(projection: Projection, events: readonly AnyEvent[]): unknown[] {
  const rows = new Map<string, Entry>();
  const faults: string[] = [];
  for (const event of events as readonly FoldedEvent[])
    try {
      const steps = stepsOf(projection, event, (table, key) => {
        const name = `${table} ${nameOf(key)}`;
        const entry = rows.get(name) ?? { key, row: undefined, stored: false, changed: false, moves: false };
        rows.set(name, entry);
        return entry;
      });
      foldInto(steps, event);
    } catch (error) {
      faults.push(`${event.position} ${(error as Error).message}`);
    }
  return [...[...rows].map(([name, { row }]) => [name, row]), faults];
}
