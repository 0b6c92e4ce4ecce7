import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { LogWakeup } from '../engine/feed/log-wakeup.ts';
import { Relay } from '../engine/feed/relay.ts';
import { Log } from '../engine/log/log.ts';
import { LogWatch } from '../observing/log-watch.ts';
import { Tracing } from '../observing/tracing.ts';
import { type Config, WrongSettings } from '../platform/config.ts';
import type { Logger } from '../platform/logging.ts';
import { CONFIG, LOGGER } from '../platform/tokens.ts';
import { Pools } from './opening.ts';

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

/** What brings the log to Kafka; one of any number leads. */
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
