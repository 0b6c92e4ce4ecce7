import type { Feed } from '../engine/feed/feed.ts';
import { KafkaFeed } from '../engine/feed/kafka-feed.ts';
import { LogFeed } from '../engine/feed/log-feed.ts';
import { Projector } from '../engine/feed/projector.ts';
import { Relay } from '../engine/feed/relay.ts';
import type { Projection } from '../engine/projecting/projection.ts';
import type { Stop } from './process.ts';
import type { System } from './system.ts';

/** Projections that follow the log: over Kafka where there is one, else by reading the log. */
export async function startProjector(system: System, projections: readonly Projection[], onStop: (stop: Stop) => void) {
  const { pool, log, config, logger, tracing, watch, wakeup } = system;
  watch.start();
  const { kafkaBrokers: brokers, kafkaTopic: topic } = config;
  const onError = (error: Error, projection?: string) => logger.error({ err: error, projection }, 'the feed waits');
  const feed: Feed = brokers.length ? new KafkaFeed(pool, log, { brokers, topic, onError }) : new LogFeed(log, { wakeup, onError });
  onStop(() => feed.stop());
  const projector = new Projector(system, log, feed, {
    builds: { ...system, pool: system.patientPool },
    onTrouble: ({ name }, error) => onError(error, name),
    onApplied: ({ name }, { events }, began) => tracing.projected(name, events, began),
  });
  onStop(() => projector.stop());
  await projector.start(projections);
}

/** What brings the log to Kafka; one of any number leads. */
export function startRelay(system: System, connectionString: string, onStop: (stop: Stop) => void): void {
  const { log, config, logger, tracing, watch, wakeup } = system;
  watch.start();
  const { kafkaBrokers: brokers, kafkaTopic: topic } = config;
  const relay = new Relay(log, {
    connectionString,
    wakeup,
    brokers,
    topic,
    onError: (error) => logger.error({ err: error }, 'the relay waits'),
    onPublished: (events, began) => tracing.published(topic, events, began),
    onLead: (leads) => logger.info(leads ? 'the relay leads' : 'the relay stands by'),
  });
  onStop(() => relay.stop());
  relay.start();
}
