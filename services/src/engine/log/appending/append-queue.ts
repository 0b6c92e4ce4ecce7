import type { Appended, Prepared } from './append.ts';

export interface Waiting extends Prepared {
  resolve(appended: Appended): void;
  reject(error: Error): void;
}

const MAX_EVENTS = 1000;

export const eventsOf = ({ streams }: Prepared): number => streams.reduce((n, s) => n + s.events.length, 0);

/** How an append takes a stream that others may take in the same way: at any version, or only read at this one. */
const sharedUse = ({ expected, events }: Prepared['streams'][number]): string | undefined =>
  expected === 'any' ? 'any' : events.length ? undefined : `read at ${expected}`;

/** Appends that wait for the next group. */
export class AppendQueue {
  private waiting: Waiting[] = [];

  get length(): number {
    return this.waiting.length;
  }

  get first(): Waiting | undefined {
    return this.waiting[0];
  }

  add(append: Waiting): void {
    this.waiting.push(append);
  }

  /** In front of all that wait, in their order. */
  putBack(appends: readonly Waiting[]): void {
    this.waiting.unshift(...appends);
  }

  /** Removes all appends, or those that match. */
  take(which: (append: Waiting) => boolean = () => true): Waiting[] {
    const taken = this.waiting.filter(which);
    this.waiting = this.waiting.filter((append) => !which(append));
    return taken;
  }

  /** The next group of at most `limit` appends. Commands and streams are unique in it, unless all take the stream alike: see `sharedUse`. */
  nextGroup(limit: number): Waiting[] {
    const group: Waiting[] = [];
    const streams = new Map<string, string>();
    const commands = new Set<string>();
    let events = 0;
    for (let i = 0; i < this.waiting.length;) {
      const append = this.waiting[i]!;
      const size = eventsOf(append);
      if (group.length && (group.length === limit || events + size > MAX_EVENTS || append.inSameTransaction)) break;
      const clashes =
        commands.has(append.commandId) ||
        append.streams.some((s) => streams.has(s.streamId) && (!sharedUse(s) || streams.get(s.streamId) !== sharedUse(s)));
      // A skipped append reserves its streams too, so that appends to one stream keep their order.
      commands.add(append.commandId);
      for (const s of append.streams) streams.set(s.streamId, (!clashes && sharedUse(s)) || 'taken');
      if (clashes) {
        i++;
        continue;
      }
      this.waiting.splice(i, 1);
      group.push(append);
      events += size;
      if (append.inSameTransaction) break;
    }
    return group;
  }
}
