export class CannotRunKafka extends Error {}

export interface RunningKafka {
  brokers: string;
  pid: number | undefined;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
  /** As a power cut ends it. */
  kill(): Promise<void>;
}

export interface KafkaSettings {
  port?: number;
  say?: (text: string) => void;
  /** Java heap. */
  memory?: string;
}

export function missingForKafka(): Promise<string | undefined>;
export function startKafka(folder: string, settings?: KafkaSettings): Promise<RunningKafka>;
