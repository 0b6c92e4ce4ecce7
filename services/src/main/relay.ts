import { WrongSettings } from '../platform/config.ts';
import { startRelay } from './feeds.ts';
import { serveHealth } from './health.ts';
import { runProcess } from './process.ts';
import { openShared } from './scaled.ts';

/** The relay: log → Kafka. Several may run, one leads. SIGTERM: finishes its send and hands over. */
runProcess(async (onStop) => {
  const system = await openShared(onStop);
  if (!system.config.kafkaBrokers.length) throw new WrongSettings('KAFKA_BROKERS is not set: the relay publishes the log there');
  startRelay(system, system.databaseUrl, onStop);
  await serveHealth(system, onStop);
  console.log(`The relay is ready for ${system.config.kafkaTopic} at ${system.config.kafkaBrokers.join(', ')}`);
});
