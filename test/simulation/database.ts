// Sessions over a simulated network: statements arrive, run on a real PostgreSQL, and their answers travel back, late or never.
import { EventEmitter } from 'node:events';
import type { Backends } from './backends.ts';
import { type Query, type Result, Session } from './session.ts';
import type { Owner, World } from './world.ts';

type Statement = string | Query;

const MAX_CONNECTIONS = 16;

export class SimulatedDatabase {
  readonly world: World;
  readonly backends: Backends;
  readonly sessions = new Set<Session>();
  isUp = true;
  /** Factor of slowness: 1 is usual. */
  slowness = 1;

  constructor(world: World, backends: Backends) {
    this.world = world;
    this.backends = backends;
    world.whoWaits = async () => {
      const pids = await backends.waiting();
      return new Set([...this.sessions].flatMap((s) => (s.running && pids.has(s.pid) ? [s.running] : [])));
    };
  }

  /** One way through the network, ms. */
  latency(): number {
    const { random } = this.world;
    return this.slowness * (random.happens(0.03) ? random.between(2, 60) : random.between(0.1, 0.8));
  }

  /** Breaks the connections of an owner; without one, all. */
  async cut(owner?: Owner): Promise<void> {
    await Promise.all(
      [...this.sessions].filter((s) => !owner || s.owner === owner).map((s) => s.end('Connection terminated unexpectedly')),
    );
  }

  /** The process restarts. */
  async restart(downMs: number): Promise<void> {
    this.isUp = false;
    await this.cut();
    this.world.after(downMs, undefined, () => void (this.isUp = true));
  }

  notify(channel: string): void {
    for (const session of this.sessions)
      if (session.channel === channel) session.deliver(() => session.client.emit('notification', { channel }));
  }

  pool(owner: Owner): SimulatedPool {
    return new SimulatedPool(this, owner);
  }

  client(owner: Owner): SimulatedClient {
    return new SimulatedClient(this, owner);
  }
}

export class SimulatedClient extends EventEmitter {
  readonly db: SimulatedDatabase;
  readonly owner: Owner;
  isBroken = false;
  private session: Session | undefined;

  constructor(db: SimulatedDatabase, owner: Owner) {
    super();
    this.db = db;
    this.owner = owner;
    this.on('error', () => {});
  }

  async connect(): Promise<void> {
    const { db, owner } = this;
    await new Promise<void>((done) => void db.world.after(db.latency() * 3, owner, done));
    if (!db.isUp) {
      this.isBroken = true;
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    }
    const backend = await db.world.real(db.backends.take());
    if (owner.isDead) await db.world.real(db.backends.giveBack(backend, false));
    else this.session = new Session(db, owner, this, backend);
  }

  query(statement: Statement, values?: unknown[]): Promise<Result> {
    const query = typeof statement === 'string' ? { text: statement } : statement;
    if (this.owner.isDead) return new Promise(() => {});
    if (this.isBroken || !this.session) return Promise.reject(new Error('Client has encountered a connection error and is not queryable'));
    return this.session.ask(values ? { ...query, values } : query);
  }

  async end(): Promise<void> {
    if (this.isBroken) return;
    this.isBroken = true;
    await this.session?.end('closed');
  }

  lost(error: Error): void {
    if (this.isBroken) return;
    this.isBroken = true;
    this.emit('error', error);
    this.emit('end');
  }
}

export type PooledClient = SimulatedClient & { release(error?: Error | boolean): void };

/** As pg's: connections are kept and lent; a broken one is replaced. */
export class SimulatedPool {
  private readonly db: SimulatedDatabase;
  private readonly owner: Owner;
  private readonly idle: SimulatedClient[] = [];
  private readonly waiting: PromiseWithResolvers<void>[] = [];
  private lent = 0;

  constructor(db: SimulatedDatabase, owner: Owner) {
    this.db = db;
    this.owner = owner;
  }

  on(): this {
    return this;
  }

  async connect(): Promise<PooledClient> {
    if (this.lent >= MAX_CONNECTIONS) {
      const place = Promise.withResolvers<void>();
      this.waiting.push(place);
      await place.promise;
    }
    this.lent++;
    for (let kept = this.idle.pop(); kept; kept = this.idle.pop()) if (!kept.isBroken) return this.lend(kept);
    const client = this.db.client(this.owner);
    try {
      await client.connect();
      return this.lend(client);
    } catch (error) {
      this.free();
      throw error;
    }
  }

  private lend(client: SimulatedClient): PooledClient {
    let isLent = true;
    const release = (error?: Error | boolean) => {
      if (!isLent) throw new Error('Release called on client which has already been released to the pool.');
      isLent = false;
      if (error) void client.end();
      else if (!client.isBroken) this.idle.push(client);
      this.free();
    };
    return Object.assign(client, { release });
  }

  private free(): void {
    this.lent--;
    this.waiting.shift()?.resolve();
  }

  async query(statement: Statement, values?: unknown[]): Promise<Result> {
    const client = await this.connect();
    try {
      return await client.query(statement, values);
    } finally {
      client.release();
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((client) => client.end()));
  }
}
