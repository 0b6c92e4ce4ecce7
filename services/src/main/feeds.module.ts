import { type INestApplication, Inject, Module, type OnApplicationShutdown, type Type } from '@nestjs/common';
import type { Feed } from '../engine/feed/feed.ts';
import { KafkaFeed } from '../engine/feed/kafka-feed.ts';
import { LogFeed } from '../engine/feed/log-feed.ts';
import { LogWakeup } from '../engine/feed/log-wakeup.ts';
import { Projector } from '../engine/feed/projector.ts';
import { Relay } from '../engine/feed/relay.ts';
import { Log } from '../engine/log/log.ts';
import { Vault } from '../engine/log/sealing/vault.ts';
import type { Projection } from '../engine/projecting/projection.ts';
import { LogWatch } from '../observing/log-watch.ts';
import { RestoredPast } from '../observing/restored-past.ts';
import { Tracing } from '../observing/tracing.ts';
import { type Config, WrongSettings } from '../platform/config.ts';
import { type Logger, nestLogger } from '../platform/logging.ts';
import type { Pool } from '../platform/pg.ts';
import { CONFIG, LOGGER, PATIENT_POOL, POOL } from '../platform/tokens.ts';
import { CoreModule, followers, onPools, openingOf, Pools } from './core.module.ts';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { ErrorFilter } from '../http/errors.ts';
import { HealthController } from '../http/health.controller.ts';
import { parseArgs } from 'node:util';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { MetricsPort } from '../http/metrics-port.ts';
import { cannotListen, hostOf } from '../platform/listening.ts';
import { reachBesideApi } from './reach.ts';

/** The projections of `--projections a,b`; by default all. @throws WrongSettings */
export function chosenProjections() {
  const names = followers.map((p) => p.name);
  const { values } = parseArgs({ options: { projections: { type: 'string', default: names.join(',') } } });
  const wanted = values.projections.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length) throw new WrongSettings(`There is no projection or reactor ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  return followers.filter((p) => wanted.includes(p.name));
}

const relayOf = (log: Log, wakeup: LogWakeup, tracing: Tracing, { server }: Pools, config: Config, logger: Logger): Relay => {
  const { kafkaBrokers: brokers, kafkaTopic: topic, kafkaSecurity: security } = config;
  return new Relay(log, {
    connectionString: server.appUrl,
    wakeup,
    brokers,
    topic,
    security,
    onError: (error) => logger.error({ err: error }, 'the relay waits'),
    onPublished: (events, began) => tracing.published(topic, events, began),
    onLead: (leads) => logger.info(leads ? 'the relay leads' : 'the relay waits'),
  });
};

/** Publishes the log to Kafka; one of any number leads. */
@Module({ providers: [{ provide: Relay, useFactory: relayOf, inject: [Log, LogWakeup, Tracing, Pools, CONFIG, LOGGER] }] })
export class RelayModule implements OnApplicationShutdown {
  constructor(
    private readonly relay: Relay,
    private readonly watch: LogWatch,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws WrongSettings without Kafka */
  start(): { topic: string; brokers: readonly string[] } {
    const { kafkaBrokers: brokers, kafkaTopic: topic } = this.config;
    if (!brokers.length) throw new WrongSettings('KAFKA_BROKERS is not set: the relay publishes the log there');
    this.watch.start();
    this.relay.start();
    return { topic, brokers };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.relay.stop();
  }
}

/** Projections and reactors, fed from Kafka if there is one, else from the log. */
@Module({})
export class ProjectorModule implements OnApplicationShutdown {
  private readonly feed: Feed;
  private readonly projector: Projector;

  constructor(
    @Inject(POOL) pool: Pool,
    @Inject(PATIENT_POOL) patientPool: Pool,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
    log: Log,
    vault: Vault,
    wakeup: LogWakeup,
    tracing: Tracing,
    private readonly watch: LogWatch,
    private readonly past: RestoredPast,
  ) {
    const { kafkaBrokers: brokers, kafkaTopic: topic, kafkaSecurity: security } = config;
    const onError = (error: Error, projection?: string) => logger.error({ err: error, projection }, 'the feed waits');
    this.feed = brokers.length ? new KafkaFeed(pool, log, { brokers, topic, security, onError }) : new LogFeed(log, { wakeup, onError });
    this.projector = new Projector({ pool, vault }, log, this.feed, {
      builds: { pool: patientPool, vault },
      onTrouble: ({ name }, error) => onError(error, name),
      onApplied: ({ name }, { events }, began) => tracing.projected(name, events, began),
    });
  }

  /** Resolves once they are built, with their names. Not a Nest hook, so that a building process can be stopped. */
  async start(wanted: readonly Projection[] = followers): Promise<string> {
    this.watch.start();
    await this.past.begin();
    await this.projector.start(wanted);
    return wanted.map((p) => p.name).join(', ');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.projector.stop();
    await this.feed.stop();
  }
}

/** Health checks of processes without an api. */
@Module({
  controllers: [HealthController],
  providers: [MetricsPort, { provide: APP_FILTER, useFactory: (logger) => new ErrorFilter(logger), inject: [LOGGER] }],
})
export class HealthModule {}

/** A process without an api, next to one that has it. */
export const openBesideApi =
  (module: Type) =>
  async (stopping: AbortSignal): Promise<INestApplication> => {
    const opening = openingOf(reachBesideApi(stopping));
    const nest = { logger: nestLogger(opening.logger), abortOnError: false };
    return onPools(opening, async (pools) => {
      const core = CoreModule.forRoot(pools, [module, HealthModule]);
      return (await NestFactory.create(core, new FastifyAdapter(), nest)).init();
    });
  };

/** Answers health checks if HEALTH_PORT is set, and metrics if METRICS_PORT is. */
export async function listenForHealth(process: INestApplication): Promise<void> {
  const config = process.get(CONFIG);
  const { healthPort: port } = config;
  if (port) await process.listen(port, await hostOf(config)).catch(cannotListen(port, 'HEALTH_PORT'));
  await process.get(MetricsPort).listen();
}
