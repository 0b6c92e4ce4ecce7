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
  /** A listener that wants TLS and this name; `certificate`: a PEM file with key and chain. */
  secured?: { port: number; certificate: string; username: string; password: string };
}

export function missingForKafka(): Promise<string | undefined>;
export function startKafka(folder: string, settings?: KafkaSettings): Promise<RunningKafka>;
