import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import { type Append, type Appended, CommandInLog, Conflict, type Expected } from './append.ts';
import { appendOrExplain, type Head, type Linked, type LinkedEvent, lockHead, type PreparedEvent, readHead, tryToAppend, type Verdict } from './calls.ts'; // prettier-ignore
import { link } from './chain.ts';

export interface Prepared {
  commandId: string;
  fingerprint: string | undefined;
  streams: { streamId: string; expected: Expected; events: PreparedEvent[] }[];
  also: Append['also'];
}

interface Waiting extends Prepared {
  resolve(appended: Appended): void;
  reject(error: Error): void;
}

/** A group on its way. */
interface Sent {
  group: Waiting[];
  linked: Linked;
  /** When it was sent, and how long after the answer before it, both in ms. */
  at: number;
  preparing: number | undefined;
  /** Whether it is in the log. One that must lock the head first is not asked for here. */
  answer: Promise<boolean>;
}

/** Told after every commit of this process: the head's position, and how many events went together in how many ms. */
export type OnCommit = (position: number, group: { events: number; ms: number }) => void;

const MOST_EVENTS = 1000;
const MOST_UNDER_WAY = 2;
const FEWEST_IN_HALF = 8;
const LEAST_SHARE = 0.25;
const RACES_BEFORE_LOCKING = 2;

/** SQLSTATE classes 22 and 23: bad data, a violated constraint. The statement did nothing. */
const isRefusal = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? '');

const eventsOf = ({ streams }: Prepared): number => streams.reduce((n, s) => n + s.events.length, 0);

/**
 * Appends of one process travel in groups: while groups are on their way, the next one gathers, and all of a group share one
 * round trip and one fsync. The process hashes a group onto the head it last saw; the log's functions only compare.
 *
 * Two groups are on their way at most, on one connection, the second hashed onto the first: while Postgres writes one, the
 * process tells the writers of the one before and prepares the next. Their order is the connection's, so they never race each
 * other; where the first is refused, its hash is not in the log and the second is refused with it. On a slow disk, where a
 * commit costs more than it hides, everybody goes in one group.
 */
export class GroupCommit {
  private readonly waiting: Waiting[] = [];
  private running = false;
  private lastGroup = 0;
  /** What the process takes to tell one group and prepare the next, of the time that the database takes for one: an average. */
  private share = 1;
  /** Where the log ended when this process last heard of it. */
  private head: Head | undefined;
  /** The version that streams appended to at 'any' version are at, or will be: what such an append tries first. */
  private readonly versions = new LRUCache<string, number>({ max: 10_000 });
  private readonly listeners: OnCommit[] = [];

  constructor(
    private readonly pool: Pool,
    private readonly now: () => number,
  ) {}

  onCommit(listener: OnCommit): void {
    this.listeners.push(listener);
  }

  add(prepared: Prepared): Promise<Appended> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...prepared, resolve, reject });
      if (this.running) return;
      this.running = true;
      // Where appends came together last time, a turn of the event loop lets them gather again; a lone writer need not wait.
      if (this.lastGroup > 1) setImmediate(() => void this.run());
      else queueMicrotask(() => void this.run());
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.length) {
      try {
        const client = await this.pool.connect();
        client.release(await this.appendAll(client));
      } catch (error) {
        for (const append of this.waiting.splice(0)) append.reject(error as Error);
      }
    }
    this.running = false;
  }

  /** Until nobody waits. @returns the fault that ended it: nobody knows what became of the groups that were under way. */
  private async appendAll(client: PoolClient): Promise<Error | undefined> {
    const underWay: Sent[] = [];
    let answeredAt: number | undefined;
    try {
      while (this.waiting.length || underWay.length) {
        while (this.maySend(underWay)) {
          const seen = underWay.at(-1)?.linked.after ?? (this.head ??= await readHead(client));
          const group = this.nextGroup(underWay.at(-1)?.group.length ?? 0);
          underWay.push(this.send(client, group, seen, answeredAt));
        }
        if (await underWay[0]!.answer) answeredAt = this.accept(underWay.shift()!, answeredAt);
        else await this.sendAgain(client, underWay);
        if (this.lastGroup > 1) await turnOfTheLoop();
      }
      return undefined;
    } catch (error) {
      this.head = undefined;
      // Where not even the head could be read, those who wait fail, or they would be tried for ever.
      const failed = underWay.length ? underWay.flatMap(({ group }) => group) : this.waiting.splice(0);
      for (const append of failed) append.reject(error as Error);
      return error as Error;
    }
  }

  private get overlaps(): boolean {
    return this.share >= LEAST_SHARE;
  }

  /** An append that must lock the head goes alone. */
  private maySend(underWay: readonly Sent[]): boolean {
    if (!this.waiting.length || underWay.some(({ group }) => group[0]!.also)) return false;
    return underWay.length < (this.waiting[0]!.also || !this.overlaps ? 1 : MOST_UNDER_WAY);
  }

  /**
   * From the front of the queue, appends with no command twice and no stream twice, unless all of them take it at any version;
   * what does not fit keeps its order. Of two groups each takes half of all appends, or the larger one would wait for the other.
   */
  private nextGroup(underWay: number): Waiting[] {
    const most = this.overlaps ? Math.max(FEWEST_IN_HALF, Math.ceil((this.waiting.length + underWay) / 2)) : Infinity;
    const group: Waiting[] = [];
    const streams = new Map<string, 'any' | 'taken'>();
    const commands = new Set<string>();
    let events = 0;
    for (let i = 0; i < this.waiting.length;) {
      const append = this.waiting[i]!;
      const size = eventsOf(append);
      if (group.length && (group.length === most || events + size > MOST_EVENTS || append.also)) break;
      const clashes =
        commands.has(append.commandId) ||
        append.streams.some((s) => streams.has(s.streamId) && !(s.expected === 'any' && streams.get(s.streamId) === 'any'));
      // Also what is left behind reserves its streams, so that appends to one stream never overtake each other.
      commands.add(append.commandId);
      for (const s of append.streams) streams.set(s.streamId, clashes || s.expected !== 'any' ? 'taken' : 'any');
      if (clashes) {
        i++;
        continue;
      }
      this.waiting.splice(i, 1);
      group.push(append);
      events += size;
      if (append.also) break;
    }
    this.lastGroup = group.length;
    return group;
  }

  private send(client: PoolClient, group: Waiting[], seen: Head, answeredAt: number | undefined): Sent {
    const linked = this.linked(group, seen);
    const answer = group[0]!.also ? Promise.resolve(false) : tryToAppend(client, linked);
    const at = performance.now();
    const sent = { group, linked, at, preparing: answeredAt && at - answeredAt, answer: answer.catch(isNo) };
    // Looked at in its turn; a fault of the group before it must not make this one's unhandled.
    sent.answer.catch(() => {});
    return sent;
  }

  /** Nothing of what is under way is in the log, as each group was hashed onto the one before. In their order they go again. */
  private async sendAgain(client: PoolClient, underWay: Sent[]): Promise<void> {
    for (const { answer } of underWay) await answer;
    for (const { group, linked } of underWay.toReversed()) this.guess(group, linked.expected);
    for (; underWay.length; underWay.shift()) await this.insist(client, underWay[0]!.group);
  }

  /** Appends a group, or tells those of it that cannot be appended why. Nothing else is under way meanwhile. */
  private async insist(client: PoolClient, group: Waiting[]): Promise<void> {
    let pending = group;
    // The short way may have lost the first race.
    for (let lostRaces = 1; pending.length;) {
      const at = performance.now();
      try {
        const locking = lostRaces >= RACES_BEFORE_LOCKING || pending[0]!.also !== undefined;
        const [linked, verdict] = locking
          ? await this.appendLocked(client, pending)
          : await this.appendOn(client, pending, this.head ?? (await readHead(client)));
        this.head = verdict.head;
        if (verdict.accepted) return this.tell({ group: pending, linked, at });
        if (!verdict.head.hash.equals(linked.seen.hash)) lostRaces++;
        pending = this.refuse(pending, linked, verdict);
      } catch (error) {
        this.head = undefined;
        // Ends the transaction of an append that locked; where the connection is gone, it says so.
        await client.query('rollback').catch(() => Promise.reject(error as Error));
        // Nothing of a refused group was written: each append goes alone, so that only the one at fault fails.
        if (isRefusal(error) && pending.length > 1) for (const append of pending) await this.insist(client, [append]);
        else for (const append of pending) append.reject(error as Error);
        return;
      }
    }
  }

  private async appendOn(client: PoolClient, group: Waiting[], seen: Head): Promise<[Linked, Verdict]> {
    const linked = this.linked(group, seen);
    return [linked, await appendOrExplain(client, linked, group.map((a) => a.commandId))]; // prettier-ignore
  }

  /** Takes the head's lock first, so that no other process can move it in between: for losers of races and for `also`. */
  private async appendLocked(client: PoolClient, group: Waiting[]): Promise<[Linked, Verdict]> {
    await client.query('begin');
    const [linked, verdict] = await this.appendOn(client, group, await lockHead(client));
    if (verdict.accepted) await group[0]!.also?.(client);
    await client.query(verdict.accepted ? 'commit' : 'rollback');
    return [linked, verdict];
  }

  /** Tells the appends that lost why, corrects guesses of 'any', and answers who may try again. */
  private refuse(pending: Waiting[], { expected }: Linked, { actual, commandsAt }: Verdict): Waiting[] {
    const actualOf = new Map([...expected.keys()].map((streamId, i) => [streamId, actual[i]!]));
    this.guess(pending, actualOf);
    return pending.filter((append, i) => {
      const inLog = commandsAt[i];
      const late = append.streams.find((s) => s.expected !== 'any' && s.expected !== actualOf.get(s.streamId));
      // A command that is in the log explains its own conflict, so it is named first.
      if (inLog != null) append.reject(new CommandInLog(append.commandId, inLog));
      else if (late) append.reject(new Conflict(late.streamId, late.expected, actualOf.get(late.streamId)!));
      return inLog == null && !late;
    });
  }

  /** @returns when its answer came, in ms. */
  private accept(sent: Sent, answeredAt = 0): number {
    const now = performance.now();
    if (sent.preparing !== undefined) this.share += (sent.preparing / (now - Math.max(sent.at, answeredAt)) - this.share) / 10;
    this.head = sent.linked.after;
    this.tell(sent);
    return now;
  }

  private tell({ group, linked, at }: Pick<Sent, 'group' | 'linked' | 'at'>): void {
    let { position } = linked.seen;
    for (const append of group) {
      const firstPosition = position + 1;
      position += eventsOf(append);
      append.resolve({ position, firstPosition });
    }
    for (const listener of this.listeners) listener(position, { events: linked.events.length, ms: performance.now() - at });
  }

  private guess(group: readonly Waiting[], versions: ReadonlyMap<string, number>): void {
    for (const { streams } of group)
      for (const { streamId, expected } of streams) if (expected === 'any') this.versions.set(streamId, versions.get(streamId)!);
  }

  private linked(group: readonly Waiting[], seen: Head): Linked {
    const recordedAt = new Date(Math.max(this.now(), seen.recordedAt.getTime()));
    const at = recordedAt.toISOString();
    // Stream → the version it will be at. A stream that several appends take is compared once, at the first of them.
    const versions = new Map<string, number>();
    const wanted = new Map<string, number>();
    const events: LinkedEvent[] = [];
    let { position, hash } = seen;
    for (const { commandId, fingerprint, streams } of group) {
      const firstOf = events.length;
      for (const { streamId, expected, events: prepared } of streams) {
        let version = versions.get(streamId);
        if (version === undefined) {
          version = expected === 'any' ? (this.versions.get(streamId) ?? 0) : expected;
          wanted.set(streamId, version);
        }
        for (const event of prepared) {
          hash = link(hash, { ...event, position: ++position, version: ++version, recordedAt: at });
          const first = events.length === firstOf;
          events.push({ event, version, hash, commandId: first ? commandId : null, fingerprint: (first && fingerprint) || null });
        }
        versions.set(streamId, version);
      }
    }
    this.guess(group, versions);
    return { seen, after: { position, hash, recordedAt }, expected: wanted, events };
  }
}

/** An answer of the short way that is an error: a refusal is a no, anything else a fault. */
function isNo(error: Error): boolean {
  if (isRefusal(error)) return false;
  throw error;
}
