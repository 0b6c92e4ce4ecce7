// A connection as the server has it: statements arrive in their order, run on a real backend, and the answers travel back.
import type pg from 'pg';
import { pidOf } from './backends.ts';
import type { SimulatedClient, SimulatedDatabase } from './database.ts';
import type { Owner } from './world.ts';

export type Query = { name?: string; text: string; values?: unknown[] };
export type Result = pg.QueryResult;

const STATEMENT_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 10_000;

interface Statement {
  query: Query;
  answer: PromiseWithResolvers<Result>;
}

export class Session {
  readonly db: SimulatedDatabase;
  readonly owner: Owner;
  readonly client: SimulatedClient;
  readonly pid: number;
  channel: string | undefined;
  running: Promise<Result> | undefined;
  private readonly backend: pg.Client;
  private readonly backlog: Statement[] = [];
  private readonly pending = new Set<Statement>();
  private isGone = false;
  private arrivesAt = 0;
  private answersAt = 0;
  private inTransaction = false;
  private idleMs = 0;
  private transactionIdleMs = IDLE_IN_TRANSACTION_MS;
  private statements = 0;

  constructor(db: SimulatedDatabase, owner: Owner, client: SimulatedClient, backend: pg.Client) {
    this.db = db;
    this.owner = owner;
    this.client = client;
    this.backend = backend;
    this.pid = pidOf(backend);
    db.sessions.add(this);
  }

  ask(query: Query): Promise<Result> {
    const statement = { query, answer: Promise.withResolvers<Result>() };
    // Answers for a dead process are dropped.
    statement.answer.promise.catch(() => {});
    this.pending.add(statement);
    const { world } = this.db;
    this.arrivesAt = Math.max(this.arrivesAt, world.nowMs + this.db.latency());
    world.after(this.arrivesAt - world.nowMs, undefined, () => this.arrive(statement));
    return statement.answer.promise;
  }

  /** To its owner, after all earlier deliveries. */
  deliver(run: () => void): void {
    const { world } = this.db;
    this.answersAt = Math.max(this.answersAt, world.nowMs + this.db.latency());
    world.after(this.answersAt - world.nowMs, this.owner, run);
  }

  /** The server ends it: frees what it held, and never answers the rest. */
  async end(why: string): Promise<void> {
    if (this.isGone) return;
    this.isGone = true;
    this.db.sessions.delete(this);
    this.db.world.trace(`${this.owner.name} loses a connection: ${why}`);
    this.deliver(() => {
      for (const { answer, query } of this.pending) answer.reject(new Error(`${why}: ${this.nameOf(query)}`));
      this.client.lost(new Error(why));
    });
    await this.db.world.real(this.db.backends.giveBack(this.backend, this.running !== undefined));
  }

  private arrive(statement: Statement): void {
    if (this.isGone) return;
    this.backlog.push(statement);
    if (!this.running) this.next();
  }

  private next(): void {
    const statement = this.backlog.shift();
    this.statements++;
    if (!statement) return this.beIdle();
    const { world } = this.db;
    const { query } = statement;
    this.note(query);
    const running = this.backend.query(this.timed(query)) as Promise<Result>;
    this.running = running;
    const number = this.statements;
    world.after(STATEMENT_MS, undefined, () => {
      if (this.running === running && this.statements === number) void world.real(this.db.backends.cancel(this.backend));
    });
    const done = (settle: () => void, outcome: string) => {
      if (this.isGone) return;
      this.running = undefined;
      world.trace(`${this.owner.name} ${this.nameOf(query)} ${outcome}`);
      if (outcome === 'ok' && query.text.includes('pg_notify')) this.db.notify('framelift_log');
      this.deliver(() => {
        this.pending.delete(statement);
        settle();
      });
      this.next();
    };
    world.inOrder(running, (ended) => {
      if (ended.status === 'fulfilled') return done(() => statement.answer.resolve(ended.value), 'ok');
      const error = ended.reason as Error & { code?: string };
      done(() => statement.answer.reject(error), error.code ?? error.message);
    });
  }

  /** The server ends a session that is idle for too long in a transaction, or at all if set so. */
  private beIdle(): void {
    const limit = this.inTransaction ? this.transactionIdleMs : this.idleMs;
    if (!limit) return;
    const number = this.statements;
    this.db.world.after(limit, undefined, () => {
      if (this.statements === number) void this.end('terminating connection due to idle timeout');
    });
  }

  private note({ name, text, values }: Query): void {
    if (/^begin\b/.test(text)) {
      this.inTransaction = true;
      this.transactionIdleMs = Number(/idle_in_transaction_session_timeout = (\d+)/.exec(text)?.[1] ?? IDLE_IN_TRANSACTION_MS);
    }
    if (/^(commit|rollback)$/.test(text)) this.inTransaction = false;
    if (name === 'log.take_turn') this.idleMs = Number(values![0]);
    if (name === 'log.end_turn') this.idleMs = 0;
    const own = /set idle_session_timeout = (\d+)/.exec(text)?.[1];
    if (own) this.idleMs = Number(own);
    const heard = /^listen (\w+)$/.exec(text)?.[1];
    if (heard) this.channel = heard;
  }

  /** The database's clock shows simulated time. */
  private timed({ name, text, ...rest }: Query): Query {
    if (/\bidle_(in_transaction_)?session_timeout\b/.test(text) && name !== 'log.take_turn') return { text: untimed(text), ...rest };
    if (name === 'log.take_turn') return { text, ...rest, values: [0] };
    if (!/\b(now|clock_timestamp)\(\)/.test(text)) return { ...(name ? { name } : {}), text, ...rest };
    const now = new Date(this.db.world.nowMs).toISOString();
    return { text: text.replace(/\b(now|clock_timestamp)\(\)/g, `'${now}'::timestamptz`), ...rest };
  }

  private nameOf({ name, text }: Query): string {
    return name ?? text.slice(0, 60).replaceAll(/\s+/g, ' ');
  }
}

/** Real time must not end a session: simulated time does. */
const untimed = (text: string): string =>
  text.replaceAll(/((?:idle_in_transaction_session|idle_session|lock|transaction)_timeout) = '?\d+(?:ms|s)?'?/g, '$1 = 0');
