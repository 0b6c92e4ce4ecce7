// The store's handlers and rules over streams in memory: a decision is atomic, as it is when versions are compared.
import type { CommandBus } from '@nestjs/cqrs';
import type { EventName, Fact } from '../../contracts/src/index.ts';
import type { Outcome, WithMeta } from '../../services/src/engine/log/deciding/command.ts';
import { evolveAll, type Load, type Source } from '../../services/src/engine/log/deciding/decider.ts';
import type { Decision, Streams } from '../../services/src/engine/log/deciding/streams.ts';
import { SamePerson } from '../../services/src/programme/same-person.ts';
import { storeHandlers } from '../../services/src/store/store.handlers.ts';

/** Where `@CommandHandler` keeps the command. */
const HANDLES = '__commandHandler__';

export interface Appended {
  position: number;
  streamId: string;
  version: number;
  type: EventName;
  data: any;
  commandId: string;
  occurredAt: string;
}

export class StoreInMemory {
  readonly events: Appended[] = [];

  readonly streams = {
    load: async <State>(source: Source<State>) => ({ state: this.state(source), version: this.of(source.streamId).length }),
    decideAcross: async <States, C extends WithMeta>({ sources, command, rule }: Decision<States, C>): Promise<Outcome> => {
      const earlier = this.events.filter(({ commandId }) => commandId === command.meta.commandId);
      if (command.meta.repeatable && earlier.length)
        return { position: earlier.at(-1)!.position, events: earlier, repeated: true } as never;
      const load: Load = async (source) => this.state(source);
      const found = (typeof sources === 'function' ? await sources(load) : sources) as Record<string, Source<unknown>>;
      const states = Object.fromEntries(Object.entries(found).map(([name, source]) => [name, this.state(source)]));
      const decided = rule(states as States, command) as Record<string, readonly Fact[] | undefined>;
      const before = this.events.length;
      for (const [name, { streamId }] of Object.entries(found)) this.append(streamId, decided[name] ?? [], command.meta);
      return { position: this.events.length, events: this.events.slice(before), repeated: false } as never;
    },
  } as unknown as Streams;

  private readonly samePerson = new SamePerson(this.streams, { open: async (fields: unknown) => fields } as never);
  private readonly handlers = new Map(
    storeHandlers.map((Handler) => [Reflect.getMetadata(HANDLES, Handler), new Handler(this.streams as never, this.samePerson)] as const),
  );
  readonly commands = {
    execute: (command: object) => this.handlers.get(command.constructor)!.execute(command as never),
  } as unknown as CommandBus;

  of(streamId: string): Appended[] {
    return this.events.filter((e) => e.streamId === streamId);
  }

  append(streamId: string, facts: readonly Fact[], { commandId, occurredAt }: { commandId: string; occurredAt: string }): void {
    for (const { type, data } of facts) {
      const [position, version] = [this.events.length + 1, this.of(streamId).length + 1];
      this.events.push({ position, streamId, version, type, data, commandId, occurredAt });
    }
  }

  private state<State>({ decider, streamId }: Source<State>): State {
    const actor = { kind: 'store', id: 'spec' };
    const events = this.of(streamId).map((e) => ({ ...e, metadata: { occurredAt: e.occurredAt, actor } }));
    return evolveAll(decider, decider.initial, events as never);
  }
}
