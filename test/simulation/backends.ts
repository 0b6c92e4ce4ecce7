// Real connections to a real PostgreSQL: simulated sessions borrow one each, so locks, constraints and functions are PostgreSQL's own.
import pg from 'pg';
import { databaseAt } from '../support/stack.ts';

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

const SESSION = '-c framelift.simulated_clock=on -c synchronous_commit=off';
const CLEAN = `rollback; select pg_advisory_unlock_all(); set idle_session_timeout = 0; set application_name = ''`;

export interface Server {
  ownerUrl: string;
  appUrl: string;
  /** The initial database of each run. */
  template: string;
}

export class Backends {
  readonly server: Server;
  private readonly idle: pg.Client[] = [];
  private readonly all = new Set<pg.Client>();
  /** Reads for checks; no simulated session uses it. */
  monitor!: pg.Client;
  /** Reads locks and ends statements. */
  private watcher!: pg.Client;
  private admin!: pg.Client;
  private name = '';

  constructor(server: Server) {
    this.server = server;
  }

  static async open(server: Server): Promise<Backends> {
    const backends = new Backends(server);
    backends.admin = new pg.Client({ connectionString: databaseAt(server.ownerUrl, 'postgres') });
    await backends.admin.connect();
    return backends;
  }

  /** A new database for a run. */
  async begin(name: string): Promise<void> {
    this.name = name;
    await this.copy(this.server.template, name);
    await this.watch();
  }

  async end(): Promise<void> {
    await this.disconnect();
    await this.admin.query(`drop database if exists ${this.name}_backup with (force)`);
    await this.admin.query(`drop database if exists ${this.name} with (force)`);
  }

  async close(): Promise<void> {
    await this.admin.end();
  }

  async take(): Promise<pg.Client> {
    const kept = this.idle.pop();
    if (kept) return kept;
    const client = new pg.Client({ connectionString: databaseAt(this.server.appUrl, this.name), options: SESSION, types: types as never });
    client.on('error', () => this.all.delete(client));
    this.all.add(client);
    await client.connect();
    return client;
  }

  /** Frees what its session held: a transaction, locks. `isBusy`: one of its statements may wait for a lock. */
  async giveBack(client: pg.Client, isBusy: boolean): Promise<void> {
    if (!this.all.has(client)) return;
    if (isBusy) {
      this.all.delete(client);
      await this.watcher.query('select pg_terminate_backend($1, 5000)', [pidOf(client)]);
      return;
    }
    await client.query(CLEAN);
    this.idle.push(client);
  }

  async cancel(client: pg.Client): Promise<void> {
    await this.watcher.query('select pg_cancel_backend($1)', [pidOf(client)]);
  }

  /** Process ids of sessions that wait for a lock; a session leaves the list when its lock is freed. */
  async waiting(): Promise<ReadonlySet<number>> {
    try {
      const { rows } = await this.watcher.query<{ pid: number }>('select pid from pg_locks where not granted');
      return new Set(rows.map(({ pid }) => pid));
    } catch {
      // The database is being replaced, so nothing waits in it.
      return new Set();
    }
  }

  /** Backs up the database. Ends all connections. */
  async backUp(): Promise<void> {
    await this.disconnect();
    await this.admin.query(`drop database if exists ${this.name}_backup with (force)`);
    await this.copy(this.name, `${this.name}_backup`);
    await this.watch();
  }

  /** Restores the database from the backup. Ends all connections. */
  async restore(): Promise<void> {
    await this.disconnect();
    await this.admin.query(`drop database ${this.name} with (force)`);
    await this.copy(`${this.name}_backup`, this.name);
    await this.watch();
  }

  private async copy(from: string, to: string): Promise<void> {
    await this.admin.query(`create database ${to} template ${from}`);
    await this.admin.query(`grant create on database ${to} to framelift_app`);
  }

  private async watch(): Promise<void> {
    [this.monitor, this.watcher] = await Promise.all([this.connect(), this.connect()]);
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: databaseAt(this.server.ownerUrl, this.name), types: types as never });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  private async disconnect(): Promise<void> {
    this.idle.length = 0;
    this.all.clear();
    await Promise.all([this.monitor.end(), this.watcher.end()]);
    await this.admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [this.name]);
  }
}

export const pidOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID;
