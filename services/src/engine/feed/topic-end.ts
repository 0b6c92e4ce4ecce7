import { randomUUID } from 'node:crypto';
import type { Kafka } from 'kafkajs';
import { readMessage, type Received } from './cloud-event.ts';

const PATIENCE_MS = 10_000;

/** The furthest of the last events in a topic's partitions, which end at these offsets; undefined: none is ours. */
export async function furthestOf(kafka: Kafka, topic: string, ends: ReadonlyMap<number, number>): Promise<Received | undefined> {
  const groupId = `${topic}.end.${randomUUID()}`;
  const reader = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false });
  const left = new Set(ends.keys());
  let furthest: Received | undefined;
  const { promise: whole, resolve: done } = Promise.withResolvers<void>();
  const late = setTimeout(done, PATIENCE_MS);
  try {
    await reader.connect();
    await reader.subscribe({ topic, fromBeginning: false });
    await reader.run({
      autoCommit: false,
      eachMessage: async ({ partition, message }) => {
        if (Number(message.offset) < (ends.get(partition) ?? Infinity) - 1) return;
        const received = readMessage(message.value);
        if (received && received.position > (furthest?.position ?? 0)) furthest = received;
        left.delete(partition);
        if (!left.size) done();
      },
    });
    for (const [partition, end] of ends) reader.seek({ topic, partition, offset: String(end - 1) });
    await whole;
    return furthest;
  } finally {
    clearTimeout(late);
    await reader.disconnect().catch(() => {});
  }
}
