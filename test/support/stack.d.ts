export interface Postgres {
  /** Where it comes from, for the log of the run. */
  how: string;
  ownerUrl: string;
  appUrl: string;
  stop(): Promise<unknown>;
}
export interface Broker {
  how: string;
  brokers: string;
  /** As if somebody pulled the plug. Where it runs elsewhere (KAFKA_BROKERS) it cannot be ended. */
  kill(): Promise<unknown>;
  /** Up again on the same port with the data it had, or without. */
  again(options?: { wiped?: boolean }): Promise<unknown>;
  stop(): Promise<unknown>;
}
/** `durable`: fsync on, so no container, which is started without; for what is measured. */
export declare function postgresForTests(database: string, { durable }?: { durable?: boolean | undefined }): Promise<Postgres>;
/** The URL of another database of the same server. */
export declare const databaseAt: (url: string, name: string) => string;
/** A broker of one's own. @throws with what is missing where there can be none. */
export declare function brokerForTests(): Promise<Broker>;
/** One broker for all specs of a run: jest's global setup starts it when the first spec asks. @returns its address. */
export declare function sharedBroker(): Promise<string>;
/** Specs that set TEST_APP_BROKERS run every app they start over Kafka, on a topic of its own (test/kafka/journeys.spec.ts). */
export declare function overKafka(): Record<string, string>;
/** Why there can be no Kafka for tests, or undefined. */
export declare function noKafkaBecause(): Promise<string | undefined>;
