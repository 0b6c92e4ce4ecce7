import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import kafkajs, { type Kafka } from 'kafkajs';
import './kafka-timers.ts';

/** Where the log is published (docs/architecture.md#the-feed). */
export interface Topic {
  brokers: readonly string[];
  topic: string;
}

// kafkajs leaves the codec to its user. Synchronous: most batches are small, and the way to another thread takes three times as long.
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
kafkajs.CompressionCodecs[kafkajs.CompressionTypes.ZSTD] = () => ({
  compress: async ({ buffer }: { buffer: Buffer }) => zstdCompressSync(buffer, fast),
  decompress: async (buffer: Buffer) => zstdDecompressSync(buffer),
});
/** Messages in one request: fewer are a handful for each partition, and setting a compressor up for each costs more than it saves. */
const MANY = 200;

/** Events are alike, so many of them shrink to a fraction, and so does the work of checking, sending and keeping them. */
export const compressionOf = (messages: number): number =>
  messages < MANY ? kafkajs.CompressionTypes.None : kafkajs.CompressionTypes.ZSTD;

const RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 };

/** A client that gives up soon: whoever uses it begins anew from what Postgres says. */
export const kafkaClient = ({ brokers }: Topic): Kafka =>
  new kafkajs.Kafka({
    clientId: 'framelift',
    brokers: [...brokers],
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    retry: { ...RETRY, restartOnFailure: async () => false },
    logLevel: kafkajs.logLevel.NOTHING,
  });

/** The topic is not the log's, and waiting does not mend it. */
export class WrongTopic extends Error {}

/** @throws WrongTopic: a partition of the log is a partition of the topic, so another number of them can carry nothing. */
export function checkPartitions(topic: string, has: number, needs: number): void {
  if (has !== needs)
    throw new WrongTopic(`${topic} has ${has} partitions, the log has ${needs}: delete the topic, the relay makes and fills it again`);
}

const QUIET = 5_000;
const BETWEEN_REPORTS = 30_000;

/**
 * Reports trouble that lasts: a broker that starts, a coordinator that loads or a group that rebalances fails a call or two
 * and is nobody's business.
 */
export class PersistentErrorReporter {
  private since: number | undefined;
  private reported = -Infinity;

  constructor(private readonly report: (error: Error) => void) {}

  failed(error: Error): void {
    const now = performance.now();
    this.since ??= now;
    if ((now - this.since < QUIET && !(error instanceof WrongTopic)) || now - this.reported < BETWEEN_REPORTS) return;
    this.reported = now;
    this.report(error);
  }

  over(): void {
    this.since = undefined;
  }
}
