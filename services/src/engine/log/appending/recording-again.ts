import type { EventName, Fact } from '@framelift/contracts';
import { uuidFrom } from '../../../platform/keys.ts';
import type { AnyEvent } from '../event.ts';
import type { Log } from '../log.ts';
import { CommandInLog } from './append.ts';

/** An event of a withdrawn history that is recorded again, and what of its data. */
export interface Again {
  event: AnyEvent;
  data: object;
}

/** The id that an event had when it was recorded first. */
const idOf = ({ id, metadata }: AnyEvent): string => metadata.carried ?? id;

/**
 * Records events of the log `from`, which are withdrawn, again in another one, in their order: each command’s in one append. A command that is
 * there whole keeps its id, so it still applies once; what the log has already is left out. @returns how many events were appended
 */
export async function recordAgain(from: Log, log: Log, again: readonly Again[]): Promise<number> {
  let count = 0;
  const inOrder = again.toSorted((a, b) => a.event.position - b.event.position);
  for (const [commandId, events] of Map.groupBy(inOrder, ({ event }) => event.metadata.commandId)) {
    const { id: _, carried: _carried, tag: _tag, tags: _tags, ...metadata } = events[0]!.event.metadata;
    if (await log.hasEvent(idOf(events[0]!.event))) continue;
    const isWhole = (await from.readCommand(commandId)).length === events.length;
    const streams = [...Map.groupBy(events, ({ event }) => event.streamId)].map(([streamId, own]) => ({
      streamId,
      expected: 'any' as const,
      facts: own.map(({ event, data }) => ({ type: event.type, data }) as Fact<EventName>),
      carried: own.map(({ event }) => idOf(event)),
    }));
    try {
      await log.append({ streams, metadata: { ...metadata, commandId: isWhole ? commandId : uuidFrom(`again ${commandId}`) } });
      count += events.length;
    } catch (error) {
      if (!(error instanceof CommandInLog)) throw error;
    }
  }
  return count;
}

const PAGE = 1_000;

/** The events of these types after a position, in order. */
export async function* eventsSince(log: Log, position: number, types: readonly EventName[]): AsyncGenerator<AnyEvent> {
  for (let after = position; ;) {
    const page = await log.read(after, PAGE, { types });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.position;
  }
}

/** The last position up to which two logs have the same events; 0: they have none in common. */
export async function lastCommon(one: Log, other: Log): Promise<number> {
  const hashAt = async (log: Log, position: number) => (await log.hashesAt([position])).get(position)?.toString('hex');
  const isCommon = async (position: number) => {
    const [a, b] = await Promise.all([hashAt(one, position), hashAt(other, position)]);
    return a !== undefined && a === b;
  };
  let [common, apart] = [0, Math.min((await one.head()).position, (await other.head()).position) + 1];
  // Each hash covers everything before it.
  while (apart - common > 1) {
    const middle = Math.floor((common + apart) / 2);
    if (await isCommon(middle)) common = middle;
    else apart = middle;
  }
  return common;
}
