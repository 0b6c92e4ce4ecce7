import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import kafkajs, { type Kafka, type SASLOptions } from 'kafkajs';
import './kafka-timers.ts';

/** Where the log is published (docs/architecture.md#the-feed). */
export interface Topic {
  brokers: readonly string[];
  topic: string;
  /** By default neither. */
  security?: { ssl: boolean; sasl?: { mechanism: string; username: string; password: string } };
  /** By default kafkajs' client for these brokers. */
  kafka?: Kafka;
}

// kafkajs needs a codec from its user. Synchronous: most batches are small, and handing them to a thread takes three times as long.
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
kafkajs.CompressionCodecs[kafkajs.CompressionTypes.ZSTD] = () => ({
  compress: async ({ buffer }: { buffer: Buffer }) => zstdCompressSync(buffer, fast),
  decompress: async (buffer: Buffer) => zstdDecompressSync(buffer),
});
/** With fewer messages in a request, compressors cost more than they save. */
const MIN_COMPRESSED_MESSAGES = 200;

/** Many events compress to a fraction, which saves the broker work. */
export const compressionOf = (messages: number): number =>
  messages < MIN_COMPRESSED_MESSAGES ? kafkajs.CompressionTypes.None : kafkajs.CompressionTypes.ZSTD;

const RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 };

/** A client that gives up early: its user restarts from the checkpoint in Postgres. */
export const kafkaClient = ({ brokers, security, kafka }: Topic): Kafka =>
  kafka ??
  new kafkajs.Kafka({
    clientId: 'framelift',
    brokers: [...brokers],
    ...(security as { ssl: boolean; sasl?: SASLOptions } | undefined),
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    retry: { ...RETRY, restartOnFailure: async () => false },
    logLevel: kafkajs.logLevel.NOTHING,
  });

/** The topic does not fit the log; waiting does not help. */
export class WrongTopic extends Error {}

/** @throws WrongTopic unless the topic has as many partitions as the log. */
export function checkPartitions(topic: string, has: number, needs: number): void {
  if (has !== needs)
    throw new WrongTopic(`${topic} has ${has} partitions, the log has ${needs}: delete the topic, the relay makes and fills it again`);
}

const REPORT_AFTER_MS = 5_000;
const REPORT_INTERVAL_MS = 30_000;

/** Reports errors that persist. A broker that starts or a group that rebalances fails a call or two, which is normal. */
export class PersistentErrorReporter {
  private since: number | undefined;
  private reported = -Infinity;

  constructor(private readonly report: (error: Error) => void) {}

  failed(error: Error): void {
    const now = performance.now();
    this.since ??= now;
    if ((now - this.since < REPORT_AFTER_MS && !(error instanceof WrongTopic)) || now - this.reported < REPORT_INTERVAL_MS) return;
    this.reported = now;
    this.report(error);
  }

  over(): void {
    this.since = undefined;
  }
}
