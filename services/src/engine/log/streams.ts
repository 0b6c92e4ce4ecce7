import type { Fact } from '@framelift/contracts';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { CommandInLog, Conflict } from './append.ts';
import { type CommandMeta, CommandReused, type Outcome, type WithMeta } from './command.ts';
import { evolveAll, type Loaded, type Rule, type Source, type Sources } from './decider.ts';
import type { Log } from './log.ts';
import { Snapshots } from './snapshots.ts';
import { type Holding, StreamLocks } from './stream-locks.ts';
import { Turns } from './turns.ts';

interface Cached extends Loaded<unknown> {
  /** This process appended nothing to the stream since. */
  current: boolean;
}

const nameOf = ({ streamId, decider }: Source<any>): string => `${decider.name} ${streamId}`;

const ATTEMPTS = 50;
const SNAPSHOT_EVERY = 200;

/**
 * Load, decide, append with the expected version, again on conflict. The cache and the snapshots are starting points only:
 * every load reads the events after them, so what another process appended a moment ago counts.
 *
 * A command's first attempt may do without a load: what was read a moment ago, most often by the check of its token, is good
 * enough to append on, since the expected version decides. It is not good enough to refuse, or for streams that are only read.
 */
export class Streams {
  private readonly cache = new LRUCache<string, Cached>({ max: 20_000 });
  private readonly turns = new Turns();
  private readonly snapshots: Snapshots;
  private readonly locks: StreamLocks;

  constructor(
    pool: Pool,
    readonly log: Log,
  ) {
    this.snapshots = new Snapshots(pool, log);
    this.locks = new StreamLocks(pool);
    log.onLost(() => this.cache.clear());
  }

  /** @throws NewerEvent */
  async load<State>({ streamId, decider }: Source<State>): Promise<Loaded<State>> {
    const key = nameOf({ streamId, decider });
    const cached = this.cache.get(key) as (Cached & Loaded<State>) | undefined;
    const { from, events } = cached
      ? { from: cached, events: await this.log.readNews({ streamId, after: cached.version }) }
      : await this.snapshots.load({ streamId, decider });
    if (!events.length) {
      if (cached) cached.current = true;
      return { state: from.state, version: from.version };
    }
    // A state without an event that this program does not know would be wrong.
    for (const event of events) event.checkKnown();
    const loaded = { state: evolveAll(decider, from.state, events), version: events.at(-1)!.version };
    this.cache.set(key, { ...loaded, current: true });
    if (events.length >= SNAPSHOT_EVERY) await this.snapshots.keep({ streamId, decider }, loaded);
    return loaded;
  }

  /** One stream: `rule` returns its facts; none means the state is already so. */
  decide<State, C extends WithMeta>(
    source: Source<State>,
    command: C,
    rule: (state: State, command: C) => readonly Fact[],
  ): Promise<Outcome> {
    return this.decideAcross({ one: source }, command, ({ one }, c) => ({ one: rule(one, c) }));
  }

  /**
   * Many streams, all or nothing: `rule` returns facts per stream it writes; every stream written is checked.
   * @throws CommandReused, and whatever the rule refuses with.
   */
  async decideAcross<States, C extends WithMeta>(
    sources: Sources<States>,
    command: C,
    rule: Rule<States, C>,
    also?: (client: import('pg').PoolClient) => Promise<void>,
  ): Promise<Outcome> {
    const streamIds = Object.values<Source<unknown>>(sources as never).map((s) => s.streamId);
    return this.turns.take(streamIds, async () => {
      const earlier = command.meta.repeatable ? await this.earlier(command.meta) : undefined;
      if (earlier) return earlier;
      const holding = await this.locks.take(streamIds);
      try {
        return await this.decideInTurn(sources, command, rule, also, holding);
      } finally {
        await holding.release();
      }
    });
  }

  private async decideInTurn<States, C extends WithMeta>(
    sources: Sources<States>,
    command: C,
    rule: Rule<States, C>,
    also: ((client: import('pg').PoolClient) => Promise<void>) | undefined,
    holding: Holding,
  ): Promise<Outcome> {
    const { repeatable: _, ...metadata } = command.meta;
    const names = Object.keys(sources) as (keyof States & string)[];
    for (let attempt = 1; ; attempt++) {
      const { history } = this.log;
      const known = attempt === 1 && !holding.any ? this.known(names.map((name) => sources[name])) : undefined;
      const loaded = known ?? (await Promise.all(names.map((name) => this.load(sources[name]))));
      const states = Object.fromEntries(names.map((name, i) => [name, loaded[i]!.state])) as States;
      let decided: ReturnType<typeof rule>;
      try {
        decided = rule(states, command);
      } catch (refusal) {
        if (known) continue;
        throw refusal;
      }
      const streams = names
        .map((name, i) => ({ streamId: sources[name].streamId, expected: loaded[i]!.version, facts: decided[name] ?? [] }))
        .filter((s) => s.facts.length);
      if (known && streams.length < names.length) continue;
      if (!streams.length) return { position: 0, events: [], repeated: false };
      try {
        const { position } = await this.log.append({ streams, metadata, also, history });
        for (const name of names) if (decided[name]?.length) this.moved(sources[name]);
        return { position, events: streams.flatMap((s) => s.facts), repeated: false };
      } catch (error) {
        if (error instanceof CommandInLog) return (await this.earlier(command.meta))!;
        if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
        await holding.add(error.streamId);
      }
    }
  }

  /** What was read last of every one of them, unless something of this process's own came after it. */
  private known(sources: readonly Source<any>[]): Cached[] | undefined {
    const known = sources.map((source) => this.cache.get(nameOf(source)));
    return known.every((k) => k?.current) ? (known as Cached[]) : undefined;
  }

  private moved(source: Source<any>): void {
    const cached = this.cache.get(nameOf(source));
    if (cached) cached.current = false;
  }

  /** The outcome of the same command the first time, if it happened. */
  private async earlier({ commandId, fingerprint }: CommandMeta): Promise<Outcome | undefined> {
    const events = await this.log.readCommand(commandId);
    if (!events.length) return undefined;
    if (events[0]!.metadata.fingerprint !== fingerprint) throw new CommandReused(commandId);
    return { position: events.at(-1)!.position, events, repeated: true };
  }
}
