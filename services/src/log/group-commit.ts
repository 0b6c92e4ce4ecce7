import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import { type Append, type Appended, CommandInLog, Conflict, type Expected } from './append.ts';
import { jsonArray, plainArray, textArray } from './array-literals.ts';
import { link } from './chain.ts';

export interface PreparedEvent {
  id: string;
  streamId: string;
  type: string;
  schemaVersion: number;
  partition: number;
  dataText: string;
  metadataText: string;
}

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

interface Head {
  position: number;
  hash: Buffer;
  recordedAt: Date;
}

interface Verdict {
  accepted: boolean;
  head_position: number;
  head_hash: Buffer;
  head_recorded_at: Date;
  actual: number[];
  commands_at: (number | null)[];
}

/** Told after every commit of this process: the head's position, and how many events went together in how many ms. */
export type OnCommit = (position: number, group: { events: number; ms: number }) => void;

const MOST_EVENTS = 1000;
const RACES_BEFORE_LOCKING = 2;

/** SQLSTATE classes 22 and 23: bad data, a violated constraint. The statement did nothing. */
const isRefusal = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? '');

const UNIQUE_VIOLATION = '23505';
const takenIsNull = (error: unknown): null => {
  if ((error as { code?: string }).code === UNIQUE_VIOLATION) return null;
  throw error;
};

/**
 * Appends of one process travel in groups: while one group is on its way, the next one gathers, and all of a group share
 * one round trip and one fsync. The process hashes a group onto the head it last saw; `log.append` only compares.
 *
 * One group is under way at a time. That is no loss: every append waits for the head row anyway.
 */
export class GroupCommit {
  private readonly waiting: Waiting[] = [];
  private running = false;
  private lastGroup = 0;
  private head: Head | undefined;
  /** The last version seen of streams that are appended to at 'any' version: what such an append tries first. */
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
      const group = this.nextGroup();
      this.lastGroup = group.length;
      try {
        await this.commit(group);
      } catch (error) {
        // The database refused something or the connection broke; in the second case nobody knows what became of the group.
        this.head = undefined;
        if (group.length > 1 && isRefusal(error)) await this.oneByOne(group);
        else for (const append of group) append.reject(error as Error);
      }
    }
    this.running = false;
  }

  /** Nothing of a refused group was written: each append goes alone, so that only the one at fault fails. */
  private async oneByOne(group: Waiting[]): Promise<void> {
    for (const append of group) await this.commit([append]).catch((error: Error) => append.reject(error));
  }

  /**
   * From the front of the queue, appends with no command twice and no stream twice, unless all of them take it at any version;
   * what does not fit keeps its order.
   */
  private nextGroup(): Waiting[] {
    const group: Waiting[] = [];
    const streams = new Map<string, 'any' | 'taken'>();
    const commands = new Set<string>();
    let events = 0;
    for (let i = 0; i < this.waiting.length;) {
      const append = this.waiting[i]!;
      const size = append.streams.reduce((n, s) => n + s.events.length, 0);
      if (group.length && (events + size > MOST_EVENTS || append.also)) break;
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
    return group;
  }

  private async commit(group: Waiting[]): Promise<void> {
    const began = performance.now();
    let lostRaces = 0;
    let pending = group;
    while (pending.length) {
      const seen = this.head ?? (await this.readHead());
      const locking = lostRaces >= RACES_BEFORE_LOCKING || pending[0]!.also !== undefined;
      const verdict = locking
        ? await this.appendLocked(pending)
        : ((await this.sendAlone(pending, seen)) ?? (await this.send(this.pool, pending, seen)));
      this.head = { position: verdict.head_position, hash: verdict.head_hash, recordedAt: verdict.head_recorded_at };
      if (verdict.accepted) return this.accepted(pending, performance.now() - began);
      if (!verdict.head_hash.equals(seen.hash)) lostRaces++;
      pending = this.refuse(pending, verdict);
    }
  }

  /** Tells the appends that lost why, corrects guesses of 'any', and answers who may try again. */
  private refuse(pending: Waiting[], { actual, commands_at }: Verdict): Waiting[] {
    const indexes = new Map<string, number>();
    for (const { streams } of pending) for (const { streamId } of streams) if (!indexes.has(streamId)) indexes.set(streamId, indexes.size);
    return pending.filter((append, i) => {
      const inLog = commands_at[i];
      let conflict: Conflict | undefined;
      for (const { streamId, expected } of append.streams) {
        const version = actual[indexes.get(streamId)!]!;
        if (expected === 'any') this.versions.set(streamId, version);
        else if (expected !== version) conflict ??= new Conflict(streamId, expected, version);
      }
      // A command that is in the log explains its own conflict, so it is named first.
      if (inLog != null) append.reject(new CommandInLog(append.commandId, inLog));
      else if (conflict) append.reject(conflict);
      return inLog == null && !conflict;
    });
  }

  private accepted(group: Waiting[], ms: number): void {
    const events = group.reduce((n, a) => n + a.streams.reduce((m, s) => m + s.events.length, 0), 0);
    let position = this.head!.position - events;
    for (const append of group) {
      const firstPosition = position + 1;
      for (const s of append.streams) {
        position += s.events.length;
        if (s.expected === 'any') this.versions.set(s.streamId, (this.versions.get(s.streamId) ?? 0) + s.events.length);
      }
      append.resolve({ position, firstPosition });
    }
    for (const listener of this.listeners) listener(this.head!.position, { events, ms });
  }

  private versionFor(streamId: string, expected: Expected): number {
    return expected === 'any' ? (this.versions.get(streamId) ?? 0) : expected;
  }

  private timeAfter(seen: Head): Date {
    return new Date(Math.max(this.now(), seen.recordedAt.getTime()));
  }

  private async readHead(): Promise<Head> {
    const { rows } = await this.pool.query('select position, hash, recorded_at from log.head');
    return { position: rows[0].position, hash: rows[0].hash, recordedAt: rows[0].recorded_at };
  }

  /** Takes the head's lock first, so that no other process can move it in between: for losers of races and for `also`. */
  private async appendLocked(group: Waiting[]): Promise<Verdict> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const { rows } = await client.query('select * from log.lock()');
      const seen = { position: rows[0].head_position, hash: rows[0].head_hash, recordedAt: rows[0].head_recorded_at };
      const verdict = await this.send(client, group, seen);
      if (verdict.accepted) await group[0]!.also?.(client);
      await client.query(verdict.accepted ? 'commit' : 'rollback');
      return verdict;
    } catch (error) {
      await client.query('rollback').catch((e: Error) => (broken = e));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** A group of one event takes the short way. What that does not append, `send` asks for again, for its verdict. */
  private async sendAlone(group: Waiting[], seen: Head): Promise<Verdict | undefined> {
    const [{ commandId, fingerprint, streams }] = group as [Waiting];
    const [{ streamId, expected, events }] = streams as [Prepared['streams'][0]];
    if (group.length > 1 || streams.length > 1 || events.length > 1) return undefined;
    const event = events[0]!;
    const before = this.versionFor(streamId, expected);
    const recordedAt = this.timeAfter(seen);
    const position = seen.position + 1;
    const hash = link(seen.hash, { ...event, position, version: before + 1, recordedAt: recordedAt.toISOString() });
    const appended = await this.pool
      .query<{ at: number | null }>({
        name: 'log.append_one',
        text: 'select log.append_one($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13) as at',
        values: [
          seen.hash, recordedAt.toISOString(), before, event.id, streamId, event.type, event.schemaVersion, event.partition, commandId,
          fingerprint ?? null, hash.toString('hex'), event.dataText, event.metadataText,
        ], // prettier-ignore
      })
      .catch(takenIsNull);
    if (!appended?.rows[0]?.at) return undefined;
    return { accepted: true, head_position: position, head_hash: hash, head_recorded_at: recordedAt, actual: [], commands_at: [] };
  }

  private async send(on: Pool | PoolClient, group: Waiting[], seen: Head): Promise<Verdict> {
    const recordedAt = this.timeAfter(seen).toISOString();
    // Stream → the version it will be at. A stream that several appends take is compared once, at the first of them.
    const versions = new Map<string, number>();
    const expected: number[] = [];
    const c = {
      ids: [] as string[], streams: [] as string[], versions: [] as number[], types: [] as string[], schemas: [] as number[],
      partitions: [] as number[], commands: [] as (string | null)[], fingerprints: [] as (string | null)[],
      hashes: [] as string[], datas: [] as string[], metadatas: [] as string[],
    }; // prettier-ignore
    let { position, hash } = seen;
    for (const append of group) {
      let first = true;
      for (const stream of append.streams) {
        let version = versions.get(stream.streamId);
        if (version === undefined) expected.push((version = this.versionFor(stream.streamId, stream.expected)));
        for (const event of stream.events) {
          position++;
          version++;
          hash = link(hash, { ...event, position, version, recordedAt });
          c.ids.push(event.id);
          c.streams.push(event.streamId);
          c.versions.push(version);
          c.types.push(event.type);
          c.schemas.push(event.schemaVersion);
          c.partitions.push(event.partition);
          c.commands.push(first ? append.commandId : null);
          c.fingerprints.push(first ? (append.fingerprint ?? null) : null);
          c.hashes.push(hash.toString('hex'));
          c.datas.push(event.dataText);
          c.metadatas.push(event.metadataText);
          first = false;
        }
        versions.set(stream.streamId, version);
      }
    }
    const { rows } = await on.query<Verdict>({
      name: 'log.append',
      text: 'select * from log.append($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16)',
      values: [
        seen.hash, textArray([...versions.keys()]), plainArray(expected), plainArray(group.map((a) => a.commandId)), plainArray(c.ids),
        textArray(c.streams), plainArray(c.versions), textArray(c.types), plainArray(c.schemas), plainArray(c.partitions),
        plainArray(c.commands), plainArray(c.fingerprints), plainArray(c.hashes), jsonArray(c.datas), jsonArray(c.metadatas), recordedAt,
      ], // prettier-ignore
    });
    return rows[0]!;
  }
}
