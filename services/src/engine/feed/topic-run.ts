import type { AnyEvent } from '../log/event.ts';
import type { Log } from '../log/log.ts';
import { readMessage, type Received } from './cloud-event.ts';

/** Events of one partition without a gap: every one of its events in (after, upTo]. */
export interface Span {
  partition: number;
  after: number;
  upTo: number;
  events: AnyEvent[];
  /** Of the last event. If the log holds it, the whole span is genuine: each event names the hash before it. */
  hash: Buffer;
}

/** What messages add to `reached`, without duplicates. undefined: nothing. 'broken': a gap, another history, or not our messages. */
export function spanOf(log: Log, partition: number, messages: readonly (Buffer | null)[], reached: number): Span | 'broken' | undefined {
  const events: AnyEvent[] = [];
  let after = 0;
  let last: Received | undefined;
  for (const message of messages) {
    const received = readMessage(message);
    if (received?.partition !== partition) return 'broken';
    if (received.position <= (last?.position ?? reached)) continue;
    if (last && (received.before.position !== last.position || received.before.hash !== last.hash)) return 'broken';
    if (!last) after = received.before.position;
    events.push(log.event(received.row));
    last = received;
  }
  return last && { partition, after, upTo: last.position, events, hash: events.at(-1)!.hash };
}
