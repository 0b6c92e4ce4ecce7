import type { EventName, Fact, Stored } from '@framelift/contracts';
import type { Actor, AnyEvent } from '../event.ts';

/** The next state by event name; other events change nothing. */
export type Evolve<State> = { [N in EventName]?: (state: State, data: Stored<N>, event: Evolving) => State };
/** An event's metadata: its places, when it happened (business time, ISO 8601 UTC) and who did it. */
export interface Evolving {
  position: number;
  version: number;
  at: string;
  by: Actor;
}

/** The fold of one stream into what its rules need. `version` rises when `evolve` changes; older snapshots are then ignored. */
export interface Decider<State> {
  name: string;
  version: number;
  initial: State;
  evolve: Evolve<State>;
}

/** A stream to load and the fold to load it with. */
export interface Source<State> {
  streamId: string;
  decider: Decider<State>;
  /** Decided on, never appended to: commands do not queue for it, and it must be unchanged when the decision is appended. */
  readOnly?: true;
}
export type Sources<States> = { [K in keyof States]: Source<States[K]> };
/** Reads the state of a stream. */
export type Load = <State>(source: Source<State>) => Promise<State>;
/** Facts per stream, by the names of the sources. */
export type Rule<States, C> = (states: States, command: C) => { [K in keyof States]?: readonly Fact[] };

export interface Loaded<State> {
  state: State;
  version: number;
}

export const evolveAll = <State>(decider: Decider<State>, state: State, events: readonly AnyEvent[]): State =>
  events.reduce((s, e) => {
    const step = decider.evolve[e.type] as ((s: State, d: unknown, e: unknown) => State) | undefined;
    return step ? step(s, e.data, { position: e.position, version: e.version, at: e.metadata.occurredAt, by: e.metadata.actor }) : s;
  }, state);
