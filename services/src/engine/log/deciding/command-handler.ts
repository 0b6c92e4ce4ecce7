import { type Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PoolClient } from 'pg';
import type { Fact } from '@framelift/contracts';
import type { Outcome, WithMeta } from './command.ts';
import type { Source } from './decider.ts';
import { type Decision, Streams } from './streams.ts';

type Handled = Command<Outcome> & WithMeta;
type CommandClass<C extends Handled> = new (fields: any) => C;

/** A command handler that decides across streams. */
export function handlerAcross<C extends Handled, States>(
  type: CommandClass<C>,
  decisionOf: (command: C) => Omit<Decision<States, C>, 'command'>,
) {
  @CommandHandler(type)
  class DecidingHandler implements ICommandHandler<Handled> {
    constructor(readonly streams: Streams) {}
    execute(command: Handled): Promise<Outcome> {
      return this.streams.decideAcross({ ...decisionOf(command as C), command: command as C });
    }
  }
  return DecidingHandler as new (streams: Streams) => { execute(command: C): Promise<Outcome> };
}

/** A command handler that decides on one stream. `inSameTransaction` runs in the append's transaction. */
export const handler = <C extends Handled, State>(
  type: CommandClass<C>,
  sourceOf: (command: C) => Source<State>,
  rule: (state: State, command: C) => readonly Fact[],
  inSameTransaction?: (client: PoolClient, command: C) => Promise<void>,
) =>
  handlerAcross<C, { one: State }>(type, (command) => ({
    sources: { one: sourceOf(command) },
    rule: ({ one }) => ({ one: rule(one, command) }),
    ...(inSameTransaction ? { inSameTransaction: (client: PoolClient) => inSameTransaction(client, command) } : {}),
  }));
