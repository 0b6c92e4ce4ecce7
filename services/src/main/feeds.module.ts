import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
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
import type { Logger } from '../platform/logging.ts';
import type { Pool } from '../platform/pg.ts';
import { CONFIG, LOGGER, PATIENT_POOL, POOL } from '../platform/tokens.ts';
import { Pools } from './opening.ts';
import { followers } from './chosen-projections.ts';

const relayOf = (log: Log, wakeup: LogWakeup, tracing: Tracing, { server }: Pools, config: Config, logger: Logger): Relay => {
  const { kafkaBrokers: brokers, kafkaTopic: topic } = config;
  return new Relay(log, {
    connectionString: server.appUrl,
    wakeup,
    brokers,
    topic,
    onError: (error) => logger.error({ err: error }, 'the relay waits'),
    onPublished: (events, began) => tracing.published(topic, events, began),
    onLead: (leads) => logger.info(leads ? 'the relay leads' : 'the relay stands by'),
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

  /** @throws WrongSettings where there is no Kafka */
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

/** Projections and reactors that follow the log: over Kafka where there is one, else by reading the log. */
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
    const { kafkaBrokers: brokers, kafkaTopic: topic } = config;
    const onError = (error: Error, projection?: string) => logger.error({ err: error, projection }, 'the feed waits');
    this.feed = brokers.length ? new KafkaFeed(pool, log, { brokers, topic, onError }) : new LogFeed(log, { wakeup, onError });
    this.projector = new Projector({ pool, vault }, log, this.feed, {
      builds: { pool: patientPool, vault },
      onTrouble: ({ name }, error) => onError(error, name),
      onApplied: ({ name }, { events }, began) => tracing.projected(name, events, began),
    });
  }

  /** Resolves once they are built, with their names. No hook of Nest's: a process that is building can be stopped. */
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
