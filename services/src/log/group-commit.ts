import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { type Append, type Appended, ClockApart, CommandInLog, Conflict, HistoryLost } from './append.ts';
import { AppendQueue, eventsOf, type Prepared, type Waiting } from './append-queue.ts';
import { appendInTurn, type Head, type InTurn, type Linked, readHead, tryToAppend, type Verdict } from './calls.ts';
import type { KnownHistory } from './known-history.ts';
import { linkGroup, streamVersions } from './linking.ts';

/** 'appended' answers a guess, a verdict an append in turn; 'settled': its callers know already; undefined: nothing was appended. */
type Answer = 'appended' | 'settled' | Verdict | undefined;

/** A group on its way. */
interface Sent {
  group: Waiting[];
  /** Of a guess. */
  linked: Linked | undefined;
  /** When it was sent, and how long after the answer before it, both in ms. */
  at: number;
  preparing: number | undefined;
  answer: Promise<Answer>;
}

/** Called after each commit with the new head's position and the group's size and duration (ms). */
export type OnCommit = (position: number, group: { events: number; ms: number }) => void;

const MAX_IN_FLIGHT = 2;
const MIN_HALF = 8;
const MIN_PREPARE_RATIO = 0.25;
/** Groups in a row that met only this process's own head before it guesses again. */
const QUIET_TURNS = 16;
/** While an append does work of its own, all others wait. A process that is paused then loses its transaction. */
const TRANSACTION_LIMITS = `set local idle_in_transaction_session_timeout = 1500; set local lock_timeout = 3000;
  select set_config(name, '2s', true) from pg_settings where name = 'transaction_timeout'`;

/** What makes the database refuse a group without harm: bad data, a violated constraint (SQLSTATE 22, 23), the clock (FL001). */
const isRejected = (error: unknown): boolean => /^(2[23]|FL001)/.test((error as { code?: string }).code ?? '');

function unlessRejected(error: Error): undefined {
  if (!isRejected(error)) throw error;
}

/**
 * Appends of one process travel in groups: while groups are on their way, the next one gathers, and all of a group share one
 * round trip and one fsync. Two groups are on their way at most, on one connection, so they never race each other.
 *
 * Guessing: a group is hashed onto the head that this process last saw; the log's functions only compare. The second group is
 * hashed onto the first, and is refused with it. This is the fast way while nobody else writes.
 * In turn: a refused group goes again in one statement that queues for the head, hashes there, and answers each append. Who
 * lost a race stays in turn until QUIET_TURNS groups met no other process, so several processes share the log fairly.
 * An append with work of its own in the transaction (`also`) goes alone, in turn, with limits on its time.
 */
export class GroupCommit {
  private readonly queue = new AppendQueue();
  private running = false;
  private lastGroup = 0;
  /** What the process takes to answer one group and prepare the next, of the time that the database takes for one: an average. */
  private prepareRatio = 1;
  private quietTurns = QUIET_TURNS;
  /** The head that this process itself wrote last. */
  private ownHead: Head | undefined;
  private readonly versions = streamVersions();
  private readonly listeners: OnCommit[] = [];

  constructor(
    private readonly pool: Pool,
    private readonly known: KnownHistory,
    private readonly now: () => number,
  ) {
    known.onLost(() => this.versions.clear());
  }

  onCommit(listener: OnCommit): void {
    this.listeners.push(listener);
  }

  add(prepared: Prepared): Promise<Appended> {
    return new Promise((resolve, reject) => {
      this.queue.add({ ...prepared, resolve, reject });
      if (this.running) return;
      this.running = true;
      // Where appends came together last time, a turn of the event loop lets them gather again; a lone writer need not wait.
      if (this.lastGroup > 1) setImmediate(() => void this.run());
      else queueMicrotask(() => void this.run());
    });
  }

  private async run(): Promise<void> {
    while (this.queue.length) {
      try {
        const client = await this.pool.connect();
        client.release(await this.appendAll(client));
      } catch (error) {
        for (const append of this.queue.take()) append.reject(error as Error);
      }
    }
    this.running = false;
  }

  /** Until nobody waits. @returns the fault that ended it; what became of the groups under way is then unknown. */
  private async appendAll(client: PoolClient): Promise<Error | undefined> {
    const underWay: Sent[] = [];
    let answeredAt: number | undefined;
    try {
      while (this.queue.length || underWay.length) {
        while (this.maySend(underWay)) {
          if (this.guesses && !this.known.head) this.known.note(await readHead(client));
          const group = this.nextGroup(underWay.at(-1)?.group.length ?? 0);
          if (group.length) underWay.push(this.send(client, group, underWay.at(-1)?.linked?.after, answeredAt));
        }
        if (!underWay.length) continue;
        const answer = await underWay[0]!.answer;
        if (answer) answeredAt = this.accept(underWay.shift()!, answer, answeredAt);
        else await this.sendAgain(client, underWay);
        if (this.lastGroup > 1) await turnOfTheLoop();
      }
      return undefined;
    } catch (error) {
      // If reading the head fails, all who wait are rejected instead of tried for ever.
      const failed = underWay.length ? underWay.flatMap(({ group }) => group) : this.queue.take();
      for (const append of failed) append.reject(error as Error);
      return error as Error;
    }
  }

  private get guesses(): boolean {
    return this.quietTurns >= QUIET_TURNS;
  }

  /** In turn, the groups of other processes fill the time between two of ours. */
  private get overlaps(): boolean {
    return this.guesses && this.prepareRatio >= MIN_PREPARE_RATIO;
  }

  /** An append with work of its own goes alone. No guess is sent behind a group whose hash is made in the database. */
  private maySend(underWay: readonly Sent[]): boolean {
    if (!this.queue.length || underWay.some(({ group, linked }) => group[0]!.also || (this.guesses && !linked))) return false;
    return underWay.length < (this.queue.first!.also || !this.overlaps ? 1 : MAX_IN_FLIGHT);
  }

  /** Of two groups each takes half of all appends, or the larger one would wait for the other. */
  private nextGroup(underWay: number): Waiting[] {
    this.rejectLost(this.queue.take(this.isLost));
    const group = this.queue.nextGroup(this.overlaps ? Math.max(MIN_HALF, Math.ceil((this.queue.length + underWay) / 2)) : Infinity);
    this.lastGroup = group.length;
    return group;
  }

  /** Decided on events that the database lost. */
  private readonly isLost = ({ history }: Waiting): boolean => history !== this.known.history;

  private rejectLost(lost: readonly Waiting[]): void {
    for (const append of lost) append.reject(new HistoryLost());
  }

  private send(client: PoolClient, group: Waiting[], onto: Head | undefined, answeredAt: number | undefined): Sent {
    const linked = this.guesses && !group[0]!.also ? linkGroup(group, onto ?? this.known.head!, this.now(), this.versions) : undefined;
    const answer: Promise<Answer> = linked
      ? tryToAppend(client, linked).then((isAppended) => (isAppended ? 'appended' : undefined))
      : group[0]!.also
        ? this.inTransaction(client, group, group[0]!.also)
        : this.inTurn(client, group);
    const at = performance.now();
    const sent = { group, linked, at, preparing: answeredAt && at - answeredAt, answer: answer.catch(unlessRejected) };
    // Looked at in its turn; a fault of the group before it must not make this one's unhandled.
    sent.answer.catch(() => {});
    return sent;
  }

  /** The first group was refused, and every guess behind it. In their order they go again, in turn. */
  private async sendAgain(client: PoolClient, underWay: Sent[]): Promise<void> {
    for (const { answer } of underWay) await answer;
    for (; underWay.length; underWay.shift()) {
      const answer = await underWay[0]!.answer;
      if (answer) this.accept(underWay[0]!, answer);
      else await this.settle(client, underWay[0]!.group);
    }
  }

  /** Appends a group in turn. Where the database refuses its data, each append goes alone, so that only the one at fault fails. */
  private async settle(client: PoolClient, asked: Waiting[]): Promise<void> {
    const at = performance.now();
    // Somebody may have noticed a loss while the guess was on its way.
    this.rejectLost(asked.filter(this.isLost));
    const group = asked.filter((append) => !this.isLost(append));
    if (!group.length) return;
    try {
      this.resolveEach(group, await this.inTurn(client, group), at);
    } catch (error) {
      if (!isRejected(error)) throw error;
      if (group.length > 1) for (const append of group) await this.settle(client, [append]);
      else group[0]!.reject((error as { code: string }).code === 'FL001' ? new ClockApart((error as Error).message) : (error as Error));
    }
  }

  private inTurn(client: PoolClient, group: readonly Waiting[]): Promise<Verdict> {
    const appends = group.map(({ commandId, fingerprint, streams }): InTurn => {
      const asked = streams.map(({ streamId, expected, events }) => ({ streamId, expected: expected === 'any' ? null : expected, events }));
      return { commandId, fingerprint, streams: asked };
    });
    return appendInTurn(client, this.known.head, new Date(this.now()), appends);
  }

  /** The head is locked until the commit, so the time for `also` is limited. */
  private async inTransaction(client: PoolClient, group: Waiting[], also: NonNullable<Append['also']>): Promise<Answer> {
    try {
      const begun = client.query(`begin; ${TRANSACTION_LIMITS}`);
      const [verdict] = await Promise.all([this.inTurn(client, group), begun]);
      const isAppended = verdict.firstPositions[0] != null;
      if (isAppended) await also(client);
      await client.query(isAppended ? 'commit' : 'rollback');
      return verdict;
    } catch (error) {
      // Ends the transaction; where the connection is gone, it says so.
      await client.query('rollback').catch(() => Promise.reject(error as Error));
      if ((error as { code?: string }).code === 'FL001') return undefined;
      group[0]!.reject(error as Error);
      return 'settled';
    }
  }

  /** @returns when its answer came, in ms. */
  private accept(sent: Sent, answer: NonNullable<Answer>, answeredAt = 0): number {
    const now = performance.now();
    if (sent.preparing !== undefined)
      this.prepareRatio += (sent.preparing / (now - Math.max(sent.at, answeredAt)) - this.prepareRatio) / 10;
    if (answer === 'appended') this.resolveAll(sent.group, sent.linked!, sent.at);
    else if (answer !== 'settled') this.resolveEach(sent.group, answer, sent.at);
    return now;
  }

  private resolveAll(group: readonly Waiting[], { seen, after, events }: Linked, at: number): void {
    let { position } = seen;
    for (const append of group) {
      const firstPosition = position + 1;
      position += eventsOf(append);
      append.resolve({ position, firstPosition });
    }
    this.committed(after, events.length, at);
  }

  private resolveEach(group: readonly Waiting[], verdict: Verdict, at: number): void {
    if (!verdict.isKnown) {
      this.known.lost(verdict.head);
      return this.rejectLost(group);
    }
    this.quietTurns = !this.ownHead || this.ownHead.hash.equals(verdict.before) ? this.quietTurns + 1 : 0;
    let stream = 0;
    let events = 0;
    for (const [i, append] of group.entries()) {
      const actual = append.streams.map(() => verdict.actual[stream++]!);
      for (const [s, { streamId }] of append.streams.entries()) this.versions.set(streamId, actual[s]!);
      const firstPosition = verdict.firstPositions[i];
      if (firstPosition == null) append.reject(whyNot(append, actual, verdict.commandsAt[i]));
      else {
        events += eventsOf(append);
        append.resolve({ firstPosition, position: firstPosition + eventsOf(append) - 1 });
      }
    }
    this.committed(verdict.head, events, at);
  }

  private committed(head: Head, events: number, at: number): void {
    this.known.note(head);
    this.ownHead = head;
    if (events) for (const listener of this.listeners) listener(head.position, { events, ms: performance.now() - at });
  }
}

/** A command that is in the log explains its own conflict, so it is named first. */
function whyNot({ commandId, streams }: Waiting, actual: readonly number[], commandAt: number | null | undefined): Error {
  if (commandAt != null) return new CommandInLog(commandId, commandAt);
  const late = streams.findIndex(({ expected }, s) => expected !== 'any' && expected !== actual[s]);
  return new Conflict(streams[late]!.streamId, streams[late]!.expected, actual[late]!);
}
