import { setTimeout as pause } from 'node:timers/promises';
import type { Fact } from '@framelift/contracts';
import type { Pool, PoolClient } from 'pg';
import { type Append, type Appended, CommandInLog, Conflict } from '../appending/append.ts';
import { Attempt } from './attempt.ts';
import { type CommandMeta, CommandReused, type Outcome, type WithMeta } from './command.ts';
import type { Load, Loaded, Rule, Source, Sources } from './decider.ts';
import { FirstAttempt } from './first-attempt.ts';
import type { Log } from '../log.ts';
import { type Holding, StreamLocks, StreamMutex } from './stream-locks.ts';
import { StreamStates } from './stream-states.ts';

export interface Decision<States, C> {
  /** The streams to decide on. A function derives them from state; it runs again on every attempt. */
  sources: Sources<States> | ((load: Load) => Promise<Sources<States>>);
  command: C;
  /** Returns facts per stream; the version of every stream written is checked. */
  rule: Rule<States, C>;
  /** Runs in the append's transaction. */
  inSameTransaction?: (client: PoolClient) => Promise<void>;
}

const ATTEMPTS = 50;
/** After this many conflicts a command pauses before each attempt: a process that wins every race sees none and never queues. */
const PAUSES_AFTER = 8;

/** Load, decide, append with the expected versions, again on conflict. */
export class Streams {
  private readonly states: StreamStates;
  private readonly mutex = new StreamMutex();
  private readonly locks: StreamLocks;

  constructor(
    pool: Pool,
    readonly log: Log,
  ) {
    this.states = new StreamStates(pool, log);
    this.locks = new StreamLocks(pool);
  }

  /** @throws NewerEvent */
  load<State>(source: Source<State>): Promise<Loaded<State>> {
    return this.states.load(source);
  }

  /** One stream: `rule` returns its facts; none means there is nothing to do. */
  decide<State, C extends WithMeta>(
    source: Source<State>,
    command: C,
    rule: (state: State, command: C) => readonly Fact[],
  ): Promise<Outcome> {
    return this.decideAcross({ sources: { one: source }, command, rule: ({ one }, c) => ({ one: rule(one, c) }) });
  }

  /** Many streams, all or nothing. @throws CommandReused, and the refusals of the rule. */
  async decideAcross<States, C extends WithMeta>(decision: Decision<States, C>): Promise<Outcome> {
    const { meta } = decision.command;
    const { sources } = decision;
    // Only to queue for: should they change before the append, the expected versions still decide.
    const likely = typeof sources === 'function' ? await sources(loadBy(new FirstAttempt(this.states))) : sources;
    const streamIds = Object.values<Source<unknown>>(likely as never).flatMap((s) => (s.readOnly ? [] : [s.streamId]));
    return this.mutex.take(streamIds, async () => {
      const earlier = meta.repeatable ? await this.earlier(meta) : undefined;
      if (earlier) return earlier;
      const holding = await this.locks.take(streamIds);
      try {
        return await this.decideInTurn(decision, holding);
      } finally {
        await holding.release();
      }
    });
  }

  /** Appends facts that no rule decides, such as counted visits and signed heads, without loading the stream. @throws CommandInLog */
  recordFacts(
    streamId: string,
    facts: readonly Fact[],
    meta: CommandMeta,
    inSameTransaction?: Append['inSameTransaction'],
  ): Promise<Appended> {
    const { repeatable: _, ...metadata } = meta;
    return this.log.append({ streams: [{ streamId, expected: 'any', facts }], metadata, inSameTransaction });
  }

  private async decideInTurn<States, C extends WithMeta>(decision: Decision<States, C>, holding: Holding): Promise<Outcome> {
    const { command, inSameTransaction } = decision;
    const { repeatable: _, ...metadata } = command.meta;
    for (let n = 1; ; n++) {
      const attempt = n === 1 && !holding.any ? new FirstAttempt(this.states) : new Attempt(this.states);
      const { history } = this.log;
      const decided = await writes(decision, attempt).catch((refusal: Error) => refusal);
      if (!attempt.holds(new Set(decided instanceof Error ? [] : decided.map((w) => w.source.streamId)))) continue;
      if (decided instanceof Error || !decided.length) {
        // It may have been appended meanwhile, by a process that died before it answered.
        const earlier = command.meta.repeatable ? await this.earlier(command.meta) : undefined;
        if (earlier) return earlier;
        if (decided instanceof Error) throw decided;
        return { position: 0, events: [], repeated: false };
      }
      try {
        const streams = decided.map(({ source: { streamId }, expected, facts }) => ({ streamId, expected, facts }));
        const { position } = await this.log.append({ streams, metadata, inSameTransaction, history });
        for (const { source } of decided) if (!source.readOnly) this.states.markStale(source);
        return { position, events: decided.flatMap((w) => w.facts), repeated: false };
      } catch (error) {
        if (error instanceof CommandInLog) return (await this.earlier(command.meta))!;
        if (!(error instanceof Conflict) || n === ATTEMPTS) throw error;
        const { streamId } = error;
        if (!decided.some(({ source }) => source.readOnly && source.streamId === streamId)) await holding.add(streamId);
        if (n > PAUSES_AFTER) await pause(2 * n * Math.random());
      }
    }
  }

  /** Whether it is a request whose command happened before: its outcome is known, whatever a rule decides now. */
  async isRepeated({ repeatable, commandId }: CommandMeta): Promise<boolean> {
    return repeatable && (await this.log.readCommand(commandId)).length > 0;
  }

  /** The outcome of the same command the first time, if it happened. */
  private async earlier({ commandId, fingerprint }: CommandMeta): Promise<Outcome | undefined> {
    const events = await this.log.readCommand(commandId);
    if (!events.length) return undefined;
    if (events[0]!.metadata.fingerprint !== fingerprint) throw new CommandReused(commandId);
    return { position: events.at(-1)!.position, events, repeated: true };
  }
}

const loadBy =
  (attempt: Attempt): Load =>
  async (source) =>
    (await attempt.load(source)).state;

/** The streams the rule writes and, if it writes any, those it only read, each with the version it was decided on. */
async function writes<States, C>({ sources, command, rule }: Decision<States, C>, attempt: Attempt) {
  const found = typeof sources === 'function' ? await sources(loadBy(attempt)) : sources;
  const names = Object.keys(found) as (keyof States & string)[];
  const loaded = await Promise.all(names.map((name) => attempt.load(found[name])));
  const facts = rule(Object.fromEntries(names.map((name, i) => [name, loaded[i]!.state])) as States, command);
  const decided = names.map((name, i) => ({ source: found[name], expected: loaded[i]!.version, facts: facts[name] ?? [] }));
  return decided.some((d) => d.facts.length) ? decided.filter((d) => d.facts.length || d.source.readOnly) : [];
}
