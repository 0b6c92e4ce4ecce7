import { randomUUID } from 'node:crypto';
import type { Fact } from '../../contracts/src/index.ts';
import type { Append } from '../../services/src/engine/log/appending/append.ts';
import type { Actor } from '../../services/src/engine/log/event.ts';
import type { TestDatabase } from './database.ts';

interface About {
  actor?: Actor;
  /** ISO 8601 UTC */
  at?: string;
  traceparent?: string;
  inSameTransaction?: Append['inSameTransaction'];
}

/** Appends facts to a stream without any rule. Answers the position of the last. */
export async function append(
  { log }: Pick<TestDatabase, 'log'>,
  streamId: string,
  facts: readonly Fact[],
  about: About = {},
): Promise<number> {
  const commandId = randomUUID();
  const { position } = await log.append({
    streams: [{ streamId, expected: 'any', facts }],
    metadata: {
      occurredAt: about.at ?? '2025-03-01T12:00:00.000Z',
      actor: about.actor ?? { kind: 'system', id: 'test' },
      commandId,
      correlationId: commandId,
      ...(about.traceparent ? { traceparent: about.traceparent } : {}),
    },
    inSameTransaction: about.inSameTransaction,
  });
  return position;
}
