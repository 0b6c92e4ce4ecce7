// One process of the product: its real parts on a simulated network.
import { EventEmitter } from 'node:events';
import { KafkaFeed } from '../../services/dist/engine/feed/kafka-feed.js';
import { LogFeed } from '../../services/dist/engine/feed/log-feed.js';
import { LogWakeup } from '../../services/dist/engine/feed/log-wakeup.js';
import { notifyOnCommit } from '../../services/dist/engine/feed/notifier.js';
import { Projector } from '../../services/dist/engine/feed/projector.js';
import { Relay } from '../../services/dist/engine/feed/relay.js';
import { Erasure } from '../../services/dist/engine/log/sealing/erasure.js';
import { Log } from '../../services/dist/engine/log/log.js';
import { Streams } from '../../services/dist/engine/log/deciding/streams.js';
import { Vault } from '../../services/dist/engine/log/sealing/vault.js';
import { ReadModelErasures } from '../../services/dist/engine/projecting/erasing.js';
import { type Due, Outbox } from '../../services/dist/engine/reacting/outbox.js';
import { Keys } from '../../services/dist/platform/keys.js';
import { Repeat } from '../../services/dist/platform/repeat.js';
import { affiliateHandlers, DeleteAffiliateHandler } from '../../services/dist/programme/affiliate/affiliate.handlers.js';
import { DeleteAffiliate } from '../../services/dist/programme/affiliate/affiliate.commands.js';
import { SamePerson } from '../../services/dist/programme/same-person.js';
import { CreateAdminHandler, RegisterAffiliateHandler } from '../../services/dist/programme/sign-in/sign-in.handlers.js';
import { SetTermsHandler } from '../../services/dist/programme/terms/terms.controller.js';
import { mail } from '../../services/dist/reactors/mail/mail.reactor.js';
import { adminOverview } from '../../services/dist/screens/admin-overview/admin-overview.projection.js';
import { dashboard } from '../../services/dist/screens/dashboard/dashboard.projection.js';
import { NotificationInbox } from '../../services/dist/store/notification-inbox.js';
import { StoreProviders } from '../../services/dist/store/provider.js';
import { Reconciler } from '../../services/dist/store/reconciler.js';
import { Settling } from '../../services/dist/store/settling.js';
import { storeHandlers } from '../../services/dist/store/store.handlers.js';
import type { SimulatedBroker } from './broker.ts';
import type { SimulatedDatabase } from './database.ts';
import type { SimulatedShop } from './shop.ts';
import type { Owner, World } from './world.ts';

/** Followers of the log in a simulation. */
export const followers = [dashboard, adminOverview, mail];
export const MASTER_KEY = Buffer.alloc(32, 7);
export const keys = new Keys(Buffer.alloc(32, 9));
const TOPIC = 'simulated';

/** The work of a kind of process. */
export type Role = 'whole' | 'api' | 'relay' | 'projector';

export interface Surroundings {
  world: World;
  db: SimulatedDatabase;
  broker: SimulatedBroker;
  shop: SimulatedShop;
  /** A mail was sent. */
  sent(due: Due): void;
}

type Command = { meta: object };
const quiet = { warn() {}, error() {}, info() {}, debug() {} } as never;
const HANDLERS = [...affiliateHandlers, CreateAdminHandler, RegisterAffiliateHandler, SetTermsHandler, ...storeHandlers];
/** The class of a handler's command, from @CommandHandler. */
const commandOf = (handler: object): unknown => Reflect.getMetadata('__commandHandler__', handler);

export class Member {
  readonly name: string;
  readonly role: Role;
  readonly around: Surroundings;
  owner: Owner;
  log!: Log;
  streams!: Streams;
  inbox!: NotificationInbox;
  isReady = false;
  /** Number of starts. */
  lives = 0;
  private stopping: (() => unknown)[] = [];
  private handlers = new Map<unknown, { execute(command: never): Promise<unknown> }>();
  private inboxJob: Repeat | undefined;

  constructor(name: string, role: Role, around: Surroundings) {
    this.name = name;
    this.role = role;
    this.around = around;
    this.owner = { name, isDead: true, pausedUntil: 0, skewMs: 0 };
  }

  /** Starts it; it serves once the database answers. */
  start(): void {
    this.owner = { name: this.name, isDead: false, pausedUntil: 0, skewMs: this.owner.skewMs };
    this.lives++;
    this.isReady = false;
    this.around.world.trace(`${this.name} starts`);
    this.around.world.as(this.owner, () => void this.open(this.owner));
  }

  /** As kill -9: nothing of it runs on, and its connections break. */
  async kill(): Promise<void> {
    const { owner, around } = this;
    if (owner.isDead) return;
    owner.isDead = true;
    this.isReady = false;
    around.world.trace(`${this.name} is killed`);
    for (const stop of this.stopping.splice(0)) stop();
    await around.db.cut(owner);
    around.broker.rebalance();
  }

  execute<C extends Command>(command: C): Promise<{ position: number; events: readonly unknown[]; repeated: boolean }> {
    const handler = this.handlers.get(command.constructor);
    if (!handler) throw new Error(`No handler of ${command.constructor.name}`);
    return handler.execute(command as never) as never;
  }

  notified(): void {
    this.inboxJob?.wake();
  }

  private async open(owner: Owner): Promise<void> {
    const { db, broker, shop } = this.around;
    const pool = db.pool(owner) as never;
    const newClient = () => db.client(owner) as never;
    const vault = new Vault(pool, MASTER_KEY);
    for (;;) {
      try {
        this.log = await Log.open(pool, vault);
        break;
      } catch (error) {
        this.around.world.trace(`${this.name} cannot start: ${(error as Error).stack}`);
        await new Promise((again) => setTimeout(again, 200));
      }
    }
    const { log } = this;
    this.streams = new Streams(pool, log);
    const every = (ms: number, job: (now: number, stop: AbortSignal) => Promise<unknown>): Repeat => {
      const repeat = new Repeat(
        ms,
        (stop) => job(Date.now(), stop),
        () => {},
      );
      this.stopping.push(() => repeat.stop());
      repeat.wake();
      return repeat;
    };
    every(1_000, () => log.checkHistory());
    const wakeup = new LogWakeup({ connectionString: '', newClient, onError: () => {} });
    this.stopping.push(() => wakeup.stop());
    if (this.role === 'whole' || this.role === 'api') {
      const notifier = notifyOnCommit(log, pool);
      this.stopping.push(() => notifier.settled());
      this.handle(pool, vault);
      const provider = shop.provider(owner) as never;
      const providers = new StoreProviders([provider], provider);
      const commands = { execute: (c: Command) => this.execute(c) } as never;
      const settling = new Settling(commands, this.streams, keys, providers, Date.now);
      this.inbox = new NotificationInbox(pool, providers, settling, quiet, { clockAheadMs: 0 });
      const reconciler = new Reconciler(pool, providers, settling, quiet);
      this.inboxJob = every(2_000, (now, stop) => this.inbox.work(now, stop));
      every(10_000, (now, stop) => reconciler.run(now, stop));
      const outbox = new Outbox(
        pool,
        log,
        mail,
        { send: (due) => this.send(due), pausesMs: Array.from({ length: 20 }, () => 2_000) },
        quiet,
        { clockAheadMs: 0 },
      );
      every(1_000, (_now, stop) => outbox.work(stop));
    }
    if (this.role === 'whole' || this.role === 'projector') {
      const topic = { brokers: [], topic: TOPIC, kafka: broker.client(owner) as never };
      const feed = this.role === 'whole' ? new LogFeed(log, { wakeup }) : new KafkaFeed(pool, log, topic);
      const projector = new Projector({ pool, vault }, log, feed);
      this.stopping.push(
        () => projector.stop(),
        () => feed.stop(),
      );
      void projector.start(followers);
    }
    if (this.role === 'relay') {
      const relay = new Relay(log, {
        connectionString: '',
        newClient,
        wakeup,
        brokers: [],
        topic: TOPIC,
        kafka: broker.client(owner) as never,
      });
      this.stopping.push(() => relay.stop());
      relay.start();
    }
    this.isReady = true;
  }

  private handle(pool: never, vault: Vault): void {
    const readModels = new ReadModelErasures(pool, followers);
    const providers = [{ instance: readModels }];
    const erasure = new Erasure(vault, pool, {} as never, { error: () => {} } as never, { getProviders: () => providers } as never);
    // The erasure list is a file; the rest is the product's.
    Object.assign(erasure, { list: { note: async () => {}, read: async () => ({ done: [], pending: [] }) } });
    const samePerson = new SamePerson(this.streams, vault);
    for (const Handler of HANDLERS)
      this.handlers.set(commandOf(Handler), new (Handler as never as new (s: Streams, p: SamePerson) => never)(this.streams, samePerson));
    this.handlers.set(DeleteAffiliate, new DeleteAffiliateHandler(this.streams, erasure, readModels) as never);
  }

  /** A mail server that is slow, refuses, or takes a mail and loses the connection. */
  private async send(due: Due): Promise<{ outcome: 'sent' }> {
    const { world, sent } = this.around;
    await new Promise<void>((done) => void world.after(world.random.between(5, 100), this.owner, done));
    if (world.random.happens(0.1)) throw new Error('the mail server refused');
    sent(due);
    if (world.random.happens(0.05)) throw new Error('the connection was lost after DATA');
    return { outcome: 'sent' };
  }
}

EventEmitter.defaultMaxListeners = 100;
