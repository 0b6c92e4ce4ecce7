import type { Loaded, Source } from './decider.ts';
import type { StreamStates } from './stream-states.ts';

/** One attempt to decide. It reads a stream once, so the rule meets the state that the sources were derived from. */
export class Attempt {
  private readonly reads = new Map<string, Promise<Loaded<any>>>();

  constructor(protected readonly states: StreamStates) {}

  load<State>(source: Source<State>): Promise<Loaded<State>> {
    const key = `${source.decider.name} ${source.streamId}`;
    const read = this.reads.get(key) ?? this.read(source);
    this.reads.set(key, read);
    return read;
  }

  /** Whether the decision holds if the written streams are at their expected versions. A refusal writes none. */
  holds(_written: ReadonlySet<string>): boolean {
    return true;
  }

  protected read<State>(source: Source<State>): Promise<Loaded<State>> {
    return this.states.load(source);
  }
}
