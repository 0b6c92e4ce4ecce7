// One run of a plan: processes, database, broker, shop and clients in simulated time; the invariants are checked all along.
import { checkoutStream } from '@framelift/contracts';
import { replay } from '../../services/dist/engine/projecting/replay.js';
import { Vault } from '../../services/dist/engine/log/sealing/vault.js';
import type { Due } from '../../services/dist/engine/reacting/outbox.js';
import type { Invoice } from '../../services/dist/store/invoice.js';
import { SimulatedBroker } from './broker.ts';
import type { Backends } from './backends.ts';
import { Broken, Checks, type LoggedEvent } from './checks.ts';
import { Clients } from './clients.ts';
import { SimulatedDatabase } from './database.ts';
import { followers, MASTER_KEY, Member, type Role } from './member.ts';
import type { Fault, Plan, Step } from './plan.ts';
import { SimulatedShop } from './shop.ts';
import { type Owner, World } from './world.ts';

const ROLES: Record<Plan['shape'], Role[]> = {
  embedded: ['whole', 'whole'],
  scaled: ['api', 'api', 'relay', 'relay', 'projector', 'projector'],
};
/** Limit of a step, ms. */
const LIMIT_MS = 10 * 60_000;
const CURRENT_WITHIN_MS = 60_000;
/** An invoice without a notification waits 15 minutes for its outcome, and refunds are polled hourly. */
const LEAP_MS = 65 * 60_000;
const LOOK_MS = 2_500;

export interface Ran {
  /** Undefined: nothing was wrong. */
  problem: string | undefined;
  events: number;
  commands: number;
  fingerprint: string;
  lines: readonly string[];
}

export async function simulate(plan: Plan, backends: Backends): Promise<Ran> {
  await backends.begin(`simulation_${process.pid}`);
  const run = new Run(plan, backends);
  let problem: string | undefined;
  try {
    await run.play();
  } catch (error) {
    problem = error instanceof Broken ? error.message : ((error as Error).stack ?? String(error));
  }
  await run.stop();
  await backends.end();
  const { world, checks, clients } = run;
  return { problem, events: checks.events.length, commands: clients.heard.size, fingerprint: world.fingerprint(), lines: world.lines };
}

class Run {
  readonly world: World;
  readonly checks: Checks;
  readonly clients: Clients;
  private readonly plan: Plan;
  private readonly backends: Backends;
  private readonly db: SimulatedDatabase;
  private readonly broker: SimulatedBroker;
  private readonly shop: SimulatedShop;
  private readonly members: Member[];
  /** Position, receiver and kind of every sent mail. */
  private readonly mailed = new Set<string>();
  private restores = 0;
  private hasBackup = false;
  private isOver = false;

  constructor(plan: Plan, backends: Backends) {
    this.plan = plan;
    this.backends = backends;
    this.world = new World(plan.seed);
    this.checks = new Checks(backends);
    this.db = new SimulatedDatabase(this.world, backends);
    this.broker = new SimulatedBroker(this.world);
    this.shop = new SimulatedShop(this.world);
    const sent = ({ position, receiver, kind }: Due) => void this.mailed.add([position, receiver, kind].join('\0'));
    const around = { world: this.world, db: this.db, broker: this.broker, shop: this.shop, sent };
    this.members = ROLES[plan.shape].map((role, n) => new Member(`${role}${n}`, role, around));
    this.clients = new Clients(this.world, this.members, this.shop, this.checks);
  }

  async play(): Promise<void> {
    const { world } = this;
    for (const member of this.members) member.start();
    // Reactors begin at the head: sent mails are compared from here on.
    await world.run(this.current(), LIMIT_MS);
    for (const { at, ...what } of this.plan.moments) world.after(at, undefined, () => this.happen(what));
    const last = this.plan.moments.at(-1)?.at ?? 0;
    this.lookEvery();
    await world.run(world.wait(last + 1), LIMIT_MS);
    await world.run(this.clients.settled(), LIMIT_MS);
    await this.heal();
    await this.judge();
  }

  /** Ends every process, so that nothing continues into the next run. */
  async stop(): Promise<void> {
    this.isOver = true;
    for (const { owner } of this.members) owner.isDead = true;
  }

  private happen(what: Step | Fault): void {
    if ('do' in what) return this.clients.take(what);
    this.world.trace(JSON.stringify(what));
    this.cause(what).catch((error: Error) => (this.world.fault ??= error));
  }

  private async cause(what: Fault): Promise<void> {
    const { world, db } = this;
    const member = 'member' in what ? this.members[what.member] : undefined;
    if (what.fault === 'kill' && member && !member.owner.isDead) {
      await member.kill();
      await world.wait(what.downMs);
      if (!this.isOver) member.start();
    }
    if (what.fault === 'pause') member!.owner.pausedUntil = world.nowMs + what.ms;
    if (what.fault === 'cut') await db.cut(member!.owner);
    if (what.fault === 'skew') member!.owner.skewMs = what.ms;
    if (what.fault === 'database restarts') await db.restart(what.downMs);
    if (what.fault === 'slow disk') {
      db.slowness = 30;
      await world.wait(what.ms);
      db.slowness = 1;
    }
    if (what.fault === 'backup' && !this.restores) {
      await this.whileDown(() => this.backends.backUp());
      this.hasBackup = true;
    }
    if (what.fault === 'restore' && this.hasBackup && !this.restores) {
      this.restores++;
      await this.whileDown(() => this.backends.restore());
      this.checks.forget();
      // Answers about the lost events no longer hold, and are not compared with the log.
      this.clients.heard.clear();
    }
    if (what.fault === 'topic') this.broker.truncate(what.share);
    if (what.fault === 'rebalance') this.broker.rebalance();
    if (what.fault === 'broker away') await this.away(this.broker, what.ms);
    if (what.fault === 'shop away') await this.away(this.shop, what.ms);
    if (what.fault === 'replay') await this.replay(what.readModel);
  }

  private async away(what: { isUp: boolean }, ms: number): Promise<void> {
    what.isUp = false;
    await this.world.wait(ms);
    what.isUp = true;
  }

  private async whileDown(work: () => Promise<void>): Promise<void> {
    this.db.isUp = false;
    await this.db.cut();
    await this.world.real(this.checks.inTurn(work));
    this.db.isUp = true;
  }

  /** As an operator's command would, beside all other work. */
  private async replay(n: number): Promise<void> {
    const owner: Owner = { name: 'operator', isDead: false, pausedUntil: 0, skewMs: 0 };
    const { log } = this.members[0]!;
    const pool = this.db.pool(owner) as never;
    await this.world.as(owner, () => replay({ pool, vault: new Vault(pool, MASTER_KEY) }, log, [followers[n]!])).catch(() => {});
    owner.isDead = true;
    await this.db.cut(owner);
  }

  /** Read models are compared with the log from time to time, whatever happens. */
  private lookEvery(): void {
    this.world.after(LOOK_MS, undefined, () => {
      if (this.isOver) return;
      const looked = this.world.real(this.db.isUp ? this.look() : Promise.resolve());
      looked.then(
        () => this.lookEvery(),
        (error: Error) => void (this.world.fault ??= error),
      );
    });
  }

  private async look(): Promise<void> {
    await this.checks.readOn();
    for (const projection of followers) await this.checks.readModel(projection);
  }

  /** Ends all faults, and gives everything time to finish. */
  private async heal(): Promise<void> {
    const { world } = this;
    this.db.isUp = this.broker.isUp = this.shop.isUp = true;
    this.db.slowness = 1;
    for (const member of this.members) {
      member.owner.pausedUntil = 0;
      member.owner.skewMs = 0;
    }
    await world.run(world.wait(15_000), LIMIT_MS);
    // Twice: a late outcome is mailed too.
    for (let n = 0; n < 2; n++) {
      world.nowMs += LEAP_MS;
      await world.run(world.wait(25_000), LIMIT_MS);
    }
    await world.run(this.current(), LIMIT_MS);
    await world.run(world.wait(5_000), LIMIT_MS);
  }

  /** Until every read model has every event. */
  private async current(): Promise<void> {
    const { world, checks } = this;
    for (const end = world.nowMs + CURRENT_WITHIN_MS; ;) {
      await world.real(checks.readOn());
      const are = await world.real(this.areCurrent());
      if (are.every(Boolean)) return;
      if (world.nowMs > end)
        throw new Broken(
          `not current after ${CURRENT_WITHIN_MS} ms: ${followers
            .filter((_, n) => !are[n])
            .map((f) => f.name)
            .join(', ')}`,
        );
      await world.wait(100);
    }
  }

  private async areCurrent(): Promise<boolean[]> {
    const are: boolean[] = [];
    for (const projection of followers) are.push(await this.checks.isCurrent(projection));
    return are;
  }

  private async judge(): Promise<void> {
    const { world, checks } = this;
    const broken = (what: string) => {
      throw new Broken(what);
    };
    await world.run(world.real(this.look()), LIMIT_MS);
    await world.run(world.real(checks.end()), LIMIT_MS);
    this.clients.compare(broken);
    for (const invoice of this.shop.invoices.values()) {
      const wrong = whatIsWrong(invoice, checks.outcomesOf(checkoutStream(invoice.ref)));
      if (wrong) broken(`invoice ${invoice.ref.invoiceId} is ${invoice.status}, and ${wrong}`);
    }
    const missing = checks.intents(0).filter((intent) => !this.mailed.has(intent));
    if (missing.length) broken(`${missing.length} mails were not sent, the first ${missing[0]!.replaceAll('\0', ' ')}`);
  }
}

/** Compares an invoice in the log with the store's at the end. */
function whatIsWrong({ status, dispute }: Invoice, events: readonly LoggedEvent[]): string | undefined {
  const outcomes = events.filter(({ type }) => type !== 'DisputeSeen');
  const last = outcomes.at(-1);
  if (status === 'open') return last && outcomes.map(({ type }) => type).join(', ');
  if (!last) return 'it is not in the log';
  const isCredited = last.type === 'SaleCredited' || last.type === 'SaleCreditRestored';
  if (status !== 'completed' && isCredited) return 'credited';
  if (dispute?.state === 'won' && last.type === 'SaleCreditReversed' && last.data.cause === 'dispute')
    return 'its won dispute gave nothing back';
  const seen = events.findLast(({ type }) => type === 'DisputeSeen');
  if (dispute && (seen?.data as { state?: string } | undefined)?.state !== dispute.state)
    return `its dispute is ${dispute.state}, which the log does not say`;
  return undefined;
}
