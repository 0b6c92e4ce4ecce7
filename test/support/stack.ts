// What tests run on: DATABASE_URL and KAFKA_BROKERS if set; otherwise containers if Docker answers; otherwise PostgreSQL from npm
// and Kafka from Maven. Types can be stripped from this file: Jest's global setup loads it directly.
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartedTestContainer } from 'testcontainers';
import { missingForKafka, startKafka } from '../../deploy/kafka-local/kafka.mjs';
import { freePort, startPostgres } from '../../services/src/platform/embedded-postgres.ts';

export interface Postgres {
  /** Its origin, for the output of the run. */
  how: string;
  ownerUrl: string;
  appUrl: string;
  stop(): Promise<unknown>;
}

export interface Broker {
  how: string;
  brokers: string;
  /** Like a power cut. A broker elsewhere (KAFKA_BROKERS) cannot be ended. */
  kill(): Promise<unknown>;
  /** Restarts on the same port, with its data or without. */
  again(options?: { wiped?: boolean }): Promise<unknown>;
  stop(): Promise<unknown>;
}

/** Loads the Docker client library only if there may be a Docker. */
async function docker(): Promise<typeof import('testcontainers') | undefined> {
  if (!process.env['DOCKER_HOST'] && !existsSync('/var/run/docker.sock')) return undefined;
  const library = await import('testcontainers');
  return library.getContainerRuntimeClient().then(
    () => library,
    () => undefined,
  );
}

/** `durable`: with fsync, so not a container, which runs without; for measurements. */
export async function postgresForTests(database: string, { durable = false } = {}): Promise<Postgres> {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL) return { how: 'DATABASE_URL', ...(await sharedDatabase(DATABASE_URL, database)), stop: async () => {} };
  const containers = durable ? undefined : await docker();
  if (containers) {
    const password = randomBytes(12).toString('hex');
    const started = await new containers.GenericContainer('postgres:18')
      .withEnvironment({ POSTGRES_PASSWORD: password })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=500'])
      .withExposedPorts(5432)
      .withWaitStrategy(containers.Wait.forLogMessage(/ready to accept connections/, 2))
      .start();
    const url = `postgres://postgres:${password}@${started.getHost()}:${started.getMappedPort(5432)}/postgres`;
    return { how: 'a container', ...(await sharedDatabase(url, database)), stop: () => started.stop() };
  }
  const folder = await mkdtemp(join(tmpdir(), 'framelift-test-'));
  const server = await startPostgres(folder, database, { throwaway: !durable });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { how: 'PostgreSQL from npm', ownerUrl: server.ownerUrl, appUrl: server.appUrl, stop };
}

/** The URL of another database of the same server. */
export const databaseAt = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

/** A new database on a server where we may create databases and roles. */
async function sharedDatabase(url: string, database: string): Promise<{ ownerUrl: string; appUrl: string }> {
  const { Client } = (await import('pg')).default;
  const client = new Client(url);
  await client.connect();
  const password = randomBytes(12).toString('hex');
  await client.query(`drop database if exists ${database} with (force)`);
  await client.query(`create database ${database}`);
  await client.query('do $$ begin create role framelift login; exception when duplicate_object then null; end $$');
  await client.query(`alter role framelift password '${password}'`);
  await client.end();
  const ownerUrl = databaseAt(url, database);
  return { ownerUrl, appUrl: Object.assign(new URL(ownerUrl), { username: 'framelift', password }).href };
}

/** A separate broker. @throws with the missing prerequisite if there can be none. */
export async function brokerForTests(): Promise<Broker> {
  const { KAFKA_BROKERS } = process.env;
  const cannot = () => Promise.reject(new Error('KAFKA_BROKERS is not ours to end'));
  if (KAFKA_BROKERS) return { how: 'KAFKA_BROKERS', brokers: KAFKA_BROKERS, kill: cannot, again: cannot, stop: async () => {} };
  const containers = await docker();
  if (containers) return brokerInContainer(containers);
  const folder = await mkdtemp(join(tmpdir(), 'framelift-kafka-'));
  let running = await startKafka(folder, { say: console.error });
  return {
    how: 'Kafka from Maven',
    brokers: running.brokers,
    kill: () => running.kill(),
    async again({ wiped = false } = {}) {
      if (wiped) await rm(join(folder, 'data'), { recursive: true, force: true });
      running = await startKafka(folder);
    },
    async stop() {
      await running.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function brokerInContainer({ GenericContainer, getContainerRuntimeClient, Wait }: typeof import('testcontainers')): Promise<Broker> {
  const port = await freePort();
  const create = (): Promise<StartedTestContainer> =>
    new GenericContainer('apache/kafka:4.1.0')
      .withEnvironment({
        KAFKA_NODE_ID: '1',
        KAFKA_PROCESS_ROLES: 'broker,controller',
        KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
        KAFKA_LISTENERS: 'EXTERNAL://:9094,CONTROLLER://:9093',
        KAFKA_ADVERTISED_LISTENERS: `EXTERNAL://localhost:${port}`,
        KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'EXTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT',
        KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
        KAFKA_INTER_BROKER_LISTENER_NAME: 'EXTERNAL',
        KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
        KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
        KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
        KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
        KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
        KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      })
      .withExposedPorts({ container: 9094, host: port })
      .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
      .withStartupTimeout(110_000)
      .start();
  let container = await create();
  // Through the engine itself: a testcontainer can be stopped once.
  const engine = await getContainerRuntimeClient();
  const itself = () => engine.container.getById(container.getId());
  return {
    how: 'a container',
    brokers: `localhost:${port}`,
    kill: () => itself().kill({ signal: 'SIGKILL' }),
    async again({ wiped = false } = {}) {
      if (!wiped) return itself().start();
      await itself().remove({ force: true, v: true });
      container = await create();
      return undefined;
    },
    stop: () => itself().remove({ force: true, v: true }),
  };
}

/** One broker for all specs of a run: Jest's global setup starts it for the first spec. @returns its address. */
export async function sharedBroker(): Promise<string> {
  const answer = await fetch(process.env['TEST_BROKER_URL']!);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** Specs that set TEST_APP_BROKERS run every app they start over Kafka, each on its own topic (test/kafka/journeys.proof.ts). */
export function overKafka(): Record<string, string> {
  const { TEST_APP_BROKERS } = process.env;
  return TEST_APP_BROKERS ? { KAFKA_BROKERS: TEST_APP_BROKERS, KAFKA_TOPIC: `t.${randomUUID()}` } : {};
}

/** Why tests cannot have Kafka, or undefined. */
export async function noKafkaBecause(): Promise<string | undefined> {
  if (process.env['KAFKA_BROKERS'] || (await docker())) return undefined;
  return missingForKafka();
}
