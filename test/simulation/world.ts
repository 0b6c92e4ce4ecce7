// Simulated time: every timer, clock and random number of the code under test comes from here, so a seed always gives the same run.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, type Hash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { SeededRandom } from '../../services/dist/operating/demo/chance.js';

/** A process: its pending work ends with it, and waits while it is paused. */
export interface Owner {
  readonly name: string;
  isDead: boolean;
  /** Paused until these simulated ms since 1970. */
  pausedUntil: number;
  /** How far its clock is ahead of simulated time, ms. */
  skewMs: number;
}

/** Later than any real clock, so PostgreSQL's now has always passed. */
const EPOCH_MS = Date.UTC(2040, 0, 1, 12);
const REAL = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  Date: globalThis.Date,
};
/** Real ms without an answer after which a statement may be waiting for a lock. */
const PATIENCE_MS = 2;
const LAST_LINES = 400;

interface Due {
  at: number;
  order: number;
  owner: Owner | undefined;
  run(): void;
  isCancelled: boolean;
}

const owners = new AsyncLocalStorage<Owner>();
let current: World | undefined;
const begin = (world: World): void => void (current = world);

export class World {
  nowMs = EPOCH_MS;
  readonly random: SeededRandom;
  /** The last lines of the trace, for a report. */
  readonly lines: string[] = [];
  /** Which of the running real statements wait for a lock. */
  whoWaits: () => Promise<ReadonlySet<Promise<unknown>>> = async () => new Set();
  /** The first fault of code that is not awaited. */
  fault: Error | undefined;
  private readonly due: Due[] = [];
  private order = 0;
  private readonly underWay = new Set<Promise<unknown>>();
  /** The real work that waits for a lock, as of the last check. */
  private waiting: ReadonlySet<Promise<unknown>> = new Set();
  private hasEnded = false;
  private readonly completed: { order: number; run(): void }[] = [];
  private answered = Promise.withResolvers<void>();
  private readonly traced: Hash = createHash('sha256');

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
    begin(this);
  }

  /** Simulated ms since the beginning. */
  get elapsedMs(): number {
    return this.nowMs - EPOCH_MS;
  }

  trace(line: string): void {
    const whole = `${this.elapsedMs.toFixed(1).padStart(9)} ${line}`;
    this.traced.update(whole).update('\n');
    this.lines.push(whole);
    if (this.lines.length > LAST_LINES) this.lines.shift();
  }

  /** The trace as a hash: the same for two runs of a seed. */
  fingerprint(): string {
    return this.traced.copy().digest('hex').slice(0, 16);
  }

  /** Runs `work` as a process; its timers and awaited work belong to the process. */
  as<T>(owner: Owner, work: () => T): T {
    return owners.run(owner, work);
  }

  /** Runs `run` after simulated ms, unless its owner is dead by then. @returns how to cancel it. */
  after(ms: number, owner: Owner | undefined, run: () => void): () => void {
    const item: Due = { at: this.nowMs + Math.max(0, ms), order: this.order++, owner, run, isCancelled: false };
    this.put(item);
    return () => void (item.isCancelled = true);
  }

  /** Simulated ms; belongs to no process, so it resolves while processes are paused. */
  wait(ms: number): Promise<void> {
    return new Promise((done) => void this.after(ms, undefined, done));
  }

  /** Real work, such as a statement: simulated time stops until it is done or waits for a lock. */
  real<T>(work: Promise<T>, known: Promise<unknown> = work): Promise<T> {
    this.underWay.add(known);
    const done = () => {
      this.underWay.delete(known);
      this.hasEnded = true;
      this.answered.resolve();
    };
    void work.finally(done).catch(() => {});
    return work;
  }

  /** As `real`. What follows runs when all real work is done or waits, in the order of its start: the order of answers is random. */
  inOrder<T>(work: Promise<T>, done: (result: PromiseSettledResult<T>) => void): void {
    const order = this.order++;
    const note = (result: PromiseSettledResult<T>) => void this.completed.push({ order, run: () => done(result) });
    this.real(
      work.then(
        (value) => note({ status: 'fulfilled', value }),
        (reason: unknown) => note({ status: 'rejected', reason }),
      ),
      work,
    );
  }

  /** Advances time until `until` has settled. @throws if nothing is left to happen, or it takes too long (simulated ms). */
  async run<T>(until: Promise<T>, limitMs: number): Promise<T> {
    let over = false;
    const end = () => void (over = true);
    until.then(end, end);
    const limit = this.nowMs + limitMs;
    for (;;) {
      await this.settle();
      if (this.fault) throw this.fault;
      if (over) return until;
      const next = this.due.shift();
      if (!next) throw new Error('Nothing is left to happen, but the run is not over');
      if (next.at > limit) throw new Error(`It is not over after ${limitMs} simulated ms`);
      this.step(next);
    }
  }

  private step(next: Due): void {
    if (next.isCancelled || next.owner?.isDead) return;
    this.nowMs = Math.max(this.nowMs, next.at);
    const pausedUntil = next.owner?.pausedUntil ?? 0;
    if (pausedUntil > this.nowMs) return this.put({ ...next, at: pausedUntil, order: this.order++ });
    if (next.owner) owners.run(next.owner, next.run);
    else owners.exit(next.run);
  }

  /** Until everything possible at this moment has happened. */
  private async settle(): Promise<void> {
    for (;;) {
      await new Promise<void>((done) => REAL.setImmediate(() => done()));
      if (!this.underWay.size) {
        if (!this.takeCompleted()) return;
        continue;
      }
      // Work that waited for a lock still waits, unless other work has ended since.
      const areKnown = [...this.underWay].every((work) => this.waiting.has(work));
      if (areKnown && !this.hasEnded) {
        if (!this.takeCompleted()) return;
        continue;
      }
      if (!areKnown && !(await this.isLate())) continue;
      this.hasEnded = false;
      const before = new Set(this.underWay);
      const waiting = (this.waiting = await this.whoWaits());
      await new Promise<void>((done) => REAL.setImmediate(() => done()));
      const isStill = before.size === this.underWay.size && [...this.underWay].every((work) => waiting.has(work));
      if (isStill && !this.takeCompleted()) return;
    }
  }

  /** False: something ended within PATIENCE_MS. */
  private async isLate(): Promise<boolean> {
    this.answered = Promise.withResolvers();
    const { promise: isOver, resolve } = Promise.withResolvers<boolean>();
    const timer = REAL.setTimeout(() => resolve(true), PATIENCE_MS);
    const first = await Promise.race([isOver, this.answered.promise.then(() => false)]);
    REAL.clearTimeout(timer);
    return first;
  }

  private takeCompleted(): boolean {
    const completed = this.completed.splice(0).sort((a, b) => a.order - b.order);
    for (const { run } of completed) run();
    return completed.length > 0;
  }

  private put(item: Due): void {
    let [from, to] = [0, this.due.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.due[middle]!;
      if (other.at < item.at || (other.at === item.at && other.order < item.order)) from = middle + 1;
      else to = middle;
    }
    this.due.splice(from, 0, item);
  }
}

const world = (): World => {
  if (!current) throw new Error('There is no simulation');
  return current;
};
const skewMs = (): number => owners.getStore()?.skewMs ?? 0;

/** Replaces real time by simulated time, for all code, loaded before or after. */
export function simulateTime(): void {
  const start = (run: () => void, ms = 0) => {
    const owner = owners.getStore();
    const timer = { cancel: () => {}, unref: () => timer, ref: () => timer, hasRef: () => true, refresh: () => timer };
    timer.cancel = world().after(ms, owner, run);
    return timer;
  };
  const again = (run: () => void, ms: number) => {
    const timer = start(() => tick(), ms);
    const tick = () => {
      run();
      timer.cancel = world().after(ms, owners.getStore(), tick);
    };
    return timer;
  };
  const cancel = (timer?: { cancel?: () => void }) => timer?.cancel?.();
  class SimulatedDate extends REAL.Date {
    constructor(...args: []) {
      if (args.length) super(...args);
      else super(SimulatedDate.now());
    }
    static override now(): number {
      return world().nowMs + skewMs();
    }
  }
  Object.assign(globalThis, {
    Date: SimulatedDate,
    setTimeout: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => start(() => run(...args), ms),
    setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) => start(() => run(...args)),
    setInterval: (run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) => again(() => run(...args), ms),
    clearTimeout: cancel,
    clearInterval: cancel,
    clearImmediate: cancel,
  });
  performance.now = () => world().elapsedMs;
  Math.random = () => world().random.next();
  const promised = <T>(ms = 0, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      const stopped = () => {
        cancel(timer as never);
        reject(signal!.reason as Error);
      };
      const timer = start(() => {
        signal?.removeEventListener('abort', stopped);
        resolve(value as T);
      }, ms);
      if (signal?.aborted) stopped();
      else signal?.addEventListener('abort', stopped, { once: true });
    });
  Object.assign(timers, { setTimeout: promised, setImmediate: (value?: unknown) => promised(0, value) });
  syncBuiltinESMExports();
  process.on('unhandledRejection', (error) => {
    if (current) current.fault ??= error as Error;
  });
}
