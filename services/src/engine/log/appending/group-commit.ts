import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { type Append, type Appended, ClockApart, HistoryLost, type Prepared, whyNot } from './append.ts';
import { AppendQueue, eventsOf, type Waiting } from './append-queue.ts';
import { type Head, type Linked, type LogState, NotReached, readHead, tryToAppend, unlessEnded, unlessTooLate } from './calls.ts';
import type { KnownHistory } from './known-history.ts';
import { linkGroup, streamVersions } from './linking.ts';
import { Turn } from './turn.ts';

/** A group in flight. */
interface Sent {
  group: Waiting[];
  linked: Linked;
  /** When it was sent, and how long after the previous response, both in ms. */
  at: number;
  preparing: number | undefined;
  isAppended: Promise<boolean>;
}

/** Called after each commit with the new head's position and the group's size and duration (ms). */
export type OnCommit = (position: number, group: { events: number; ms: number }) => void;

const MAX_IN_FLIGHT = 2;
const MIN_HALF = 8;
const MIN_PREPARE_RATIO = 0.25;
/** Consecutive turns without foreign events before this process guesses again. */
const QUIET_TURNS = 16;
/** Consecutive sessions that may end before an append reaches the log. */
const MAX_LOST_SESSIONS = 3;
/** Other appends wait while one does extra work in its transaction. A process paused then loses its transaction. */
const TRANSACTION_LIMITS = `set local idle_in_transaction_session_timeout = 1500; set local lock_timeout = 3000;
  select set_config(name, '2s', true) from pg_settings where name = 'transaction_timeout'`;

/** Bad data or a violated constraint (SQLSTATE 22, 23): the group was rejected without harm. */
const isRejected = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? '');

function falseIfRejected(error: Error): false {
  if (!isRejected(error)) throw error;
  return false;
}

/**
 * How a process appends:
 * - guessing: a group is hashed onto the head that this process last saw, and the log only compares. A second group may follow,
 *   hashed onto the first, and is refused with it. While no other process writes, this is all there is.
 * - takingTurns: another process's events were met. No other process appends during a turn, the log says what each append
 *   meets, and those that may follow do. After QUIET_TURNS turns that met only its own events the process guesses again.
 */
type Mode = 'guessing' | 'takingTurns';

/**
 * Appends of one process travel in groups that share a round trip and a commit: 32 writers append 15 times as much as one
 * (docs/measurements.md#overlapping-groups). The next group gathers while others are in flight, on one connection, so they keep their
 * order. A refused group is sent again in a turn, in either mode. An append with extra work in its transaction (`inSameTransaction`)
 * is sent alone, in a turn, with a time limit.
 */
export class GroupCommit {
  private readonly queue = new AppendQueue();
  /** Taken from the queue and neither recorded nor rejected yet, in their order. */
  private readonly open = new Set<Waiting>();
  private lostSessions = 0;
  private isRunning = false;
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
      if (this.isRunning) return;
      this.isRunning = true;
      // If appends arrived together last time, one turn of the event loop lets them gather again; a lone writer need not wait.
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
        this.reject(this.queue.take(), error as Error);
      }
    }
    this.isRunning = false;
  }

  /** Runs until the queue is empty. @returns the error that ended it. */
  private async appendAll(client: PoolClient): Promise<Error | undefined> {
    const turn = new Turn(client);
    const underWay: Sent[] = [];
    let answeredAt: number | undefined;
    try {
      while (this.queue.length || underWay.length) {
        if (!underWay.length && this.needsTurn(turn)) await this.appendInTurn(client, turn, this.nextGroup());
        while (this.maySend(underWay, turn)) {
          if (!this.known.head) this.known.note(await readHead(client).catch(unlessEnded));
          const group = this.nextGroup(underWay.at(-1)?.group.length ?? 0);
          if (group.length) underWay.push(this.send(client, group, underWay.at(-1)?.linked.after ?? this.known.head!, answeredAt));
        }
        const [first] = underWay;
        if (first && (await first.isAppended)) answeredAt = this.accept(underWay.shift()!, answeredAt);
        else await this.sendAgain(client, turn, underWay);
        if (this.lastGroup > 1 || turn.isMine) await turnOfTheLoop();
        if (!underWay.length && (turn.isOver || !this.queue.length)) turn.end();
      }
      await turn.wasEnded().catch(unlessEnded);
      return undefined;
    } catch (error) {
      this.putBackOrReject(error as Error);
      return error as Error;
    }
  }

  /** Appends that did not reach the log wait for another session; what became of others is unknown. */
  private putBackOrReject(error: Error): void {
    // If reading the head fails, reject all waiters instead of retrying endlessly.
    const failed = this.open.size ? [...this.open] : this.queue.take();
    this.open.clear();
    if (!(error instanceof NotReached)) this.reject(failed, error);
    else if (++this.lostSessions < MAX_LOST_SESSIONS) this.queue.putBack(failed);
    else this.reject(failed, error.cause as Error);
  }

  private reject(appends: readonly Waiting[], error: Error): void {
    for (const append of appends) {
      this.open.delete(append);
      append.reject(error);
    }
  }

  private get mode(): Mode {
    return this.quietTurns < QUIET_TURNS ? 'takingTurns' : 'guessing';
  }

  private needsTurn(turn: Turn): boolean {
    const { first } = this.queue;
    return first !== undefined && (first.inSameTransaction !== undefined || (this.mode === 'takingTurns' && !turn.isMine));
  }

  private maySend(underWay: readonly Sent[], turn: Turn): boolean {
    if (!this.queue.length || this.needsTurn(turn) || turn.isOver) return false;
    return underWay.length < (this.overlaps ? MAX_IN_FLIGHT : 1);
  }

  private get overlaps(): boolean {
    return this.prepareRatio >= MIN_PREPARE_RATIO;
  }

  /** All waiting appends; half of them behind a group in flight, or the larger one would wait for the other. */
  private nextGroup(underWay?: number): Waiting[] {
    this.rejectLost(this.queue.take(this.isLost));
    const halves = this.overlaps && underWay !== undefined;
    const group = this.queue.nextGroup(halves ? Math.max(MIN_HALF, Math.ceil((this.queue.length + underWay) / 2)) : Infinity);
    this.lastGroup = group.length;
    for (const append of group) this.open.add(append);
    return group;
  }

  /** Decided on events that the database lost. */
  private readonly isLost = ({ history }: Waiting): boolean => history !== this.known.history;

  private rejectLost(lost: readonly Waiting[]): void {
    this.reject(lost, new HistoryLost());
  }

  private send(client: PoolClient, group: Waiting[], onto: Head, answeredAt: number | undefined): Sent {
    const linked = linkGroup(group, onto, this.now(), this.versions);
    const isAppended = tryToAppend(client, linked).catch(unlessTooLate).catch(falseIfRejected);
    // Awaited later; a fault of the group before it must not leave this one's unhandled.
    isAppended.catch(() => {});
    const at = performance.now();
    return { group, linked, at, preparing: answeredAt && at - answeredAt, isAppended };
  }

  /** The first group was refused, and so was every later one. They are sent again in order. */
  private async sendAgain(client: PoolClient, turn: Turn, underWay: Sent[]): Promise<void> {
    for (const { isAppended } of underWay) await isAppended;
    for (const { group } of underWay.splice(0)) await this.appendInTurn(client, turn, group);
  }

  /** Appends those of a group that may follow the head, and rejects the rest. */
  private async appendInTurn(client: PoolClient, turn: Turn, batch: readonly Waiting[]): Promise<void> {
    // A loss may have been noticed while the group was in flight.
    this.rejectLost(batch.filter(this.isLost));
    let group = batch.filter((append) => !this.isLost(append));
    if (!group.length) return;
    try {
      const [at, now] = [performance.now(), this.now()];
      const logState = await this.explain(turn, group, now);
      group = logState ? this.rejectHindered(group, logState, now) : [];
      if (!group.length) return;
      const linked = linkGroup(group, logState!.head, now, this.versions);
      const { inSameTransaction } = group[0]!;
      const isAppended = await (inSameTransaction
        ? this.inTransaction(client, linked, inSameTransaction)
        : tryToAppend(client, linked).catch(unlessTooLate));
      if (!isAppended) throw new Error('The log’s head moved in a turn');
      this.resolveAll(group, linked, at);
    } catch (error) {
      if (!isRejected(error) && !(error instanceof OwnWorkFailed)) throw error;
      // Each is sent alone, so that only the one at fault fails.
      if (group.length > 1) for (const append of group) await this.appendInTurn(client, turn, [append]);
      else this.reject(group, (error instanceof OwnWorkFailed ? error.cause : error) as Error);
    }
  }

  /** @returns the state the group meets in the turn; undefined: the database lost events, and the group is rejected. */
  private async explain(turn: Turn, group: readonly Waiting[], now: number): Promise<LogState | undefined> {
    const wasMine = turn.isMine;
    const logState = await turn.explain(this.known.head, new Date(now), group).catch(unlessEnded);
    if (!logState.isKnown) {
      this.known.lost(logState.head);
      this.rejectLost(group);
      return undefined;
    }
    this.known.note(logState.head);
    if (!wasMine) this.quietTurns = !this.ownHead || this.ownHead.hash.equals(logState.head.hash) ? this.quietTurns + 1 : 0;
    return logState;
  }

  /** @returns those that may follow the head. `now` in ms since 1970. */
  private rejectHindered(group: readonly Waiting[], { head, acceptsTime, clock, versions, commandsAt }: LogState, now: number): Waiting[] {
    let stream = 0;
    return group.filter((append, i) => {
      const actual = append.streams.map(() => versions[stream++]!);
      for (const [s, { streamId }] of append.streams.entries()) this.versions.set(streamId, actual[s]!);
      const hindered = whyNot(append, actual, commandsAt[i]) ?? (acceptsTime ? undefined : clockApart(now, head, clock));
      if (hindered) this.reject([append], hindered);
      return !hindered;
    });
  }

  private async inTransaction(client: PoolClient, linked: Linked, work: NonNullable<Append['inSameTransaction']>): Promise<boolean> {
    let isAppended: boolean;
    try {
      const begun = client.query(`begin; ${TRANSACTION_LIMITS}`);
      [isAppended] = await Promise.all([tryToAppend(client, linked), begun]);
      if (isAppended) await work(client);
    } catch (error) {
      // Ends the transaction. A session that is gone has committed nothing.
      await client.query('rollback').catch(() => unlessEnded(error as Error));
      throw new OwnWorkFailed('', { cause: error });
    }
    await client.query(isAppended ? 'commit' : 'rollback').catch(unlessTooLate);
    return isAppended;
  }

  /** @returns when its response arrived, in ms. */
  private accept({ group, linked, at, preparing }: Sent, answeredAt = 0): number {
    const now = performance.now();
    if (preparing !== undefined) this.prepareRatio += (preparing / (now - Math.max(at, answeredAt)) - this.prepareRatio) / 10;
    this.resolveAll(group, linked, at);
    return now;
  }

  private resolveAll(group: readonly Waiting[], { seen, after, events }: Linked, at: number): void {
    let { position } = seen;
    for (const append of group) {
      const firstPosition = position + 1;
      position += eventsOf(append);
      this.open.delete(append);
      append.resolve({ position, firstPosition });
    }
    this.known.note(after);
    this.ownHead = after;
    this.lostSessions = 0;
    for (const listener of this.listeners) listener(after.position, { events: events.length, ms: performance.now() - at });
  }
}

/** The transaction is rolled back and the connection is usable; the caller gets the cause. */
class OwnWorkFailed extends Error {}

const clockApart = (now: number, head: Head, clock: Date): ClockApart =>
  new ClockApart(
    `sent at ${new Date(now).toISOString()}, it would follow ${head.recordedAt.toISOString()}; the database's clock shows ${clock.toISOString()}`,
  );
