import { randomUUID } from 'node:crypto';
import type { Fact } from '../../contracts/src/index.ts';
import { type Append, CommandInLog } from '../../services/src/engine/log/appending/append.ts';
import type { Actor } from '../../services/src/engine/log/event.ts';
import type { TestDatabase } from './database.ts';

interface About {
  actor?: Actor;
  /** ISO 8601 UTC */
  at?: string;
  traceparent?: string;
}

type Log = TestDatabase['log'];

/** A process that is silent for 1.5 s in its turn loses its session, as one of a busy machine's specs may be. */
const LOST_SESSION = /not queryable|terminated unexpectedly|idle-session timeout|EPIPE|ECONNRESET/;

/** Appends as a client of the API does: again under the same command id when its session was lost. @returns the last position */
export async function appended(log: Log, append: Append): Promise<number> {
  for (let n = 1; ; n++) {
    try {
      return (await log.append(append)).position;
    } catch (error) {
      if (error instanceof CommandInLog) return (await log.readCommand(append.metadata.commandId)).at(-1)!.position;
      if (n === 3 || !LOST_SESSION.test((error as Error).message)) throw error;
    }
  }
}

/** Appends facts to a stream without any rule. Answers the position of the last. */
export async function append(
  { log }: Pick<TestDatabase, 'log'>,
  streamId: string,
  facts: readonly Fact[],
  about: About = {},
): Promise<number> {
  const commandId = randomUUID();
  return appended(log, {
    streams: [{ streamId, expected: 'any', facts }],
    metadata: {
      occurredAt: about.at ?? '2025-03-01T12:00:00.000Z',
      actor: about.actor ?? { kind: 'system', id: 'test' },
      commandId,
      correlationId: commandId,
      ...(about.traceparent ? { traceparent: about.traceparent } : {}),
    },
  });
}
