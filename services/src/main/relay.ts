import { HealthModule } from './health.module.ts';
import { openBesideApi } from './open.ts';
import { runProcess } from './process.ts';
import { RelayModule } from './feeds.module.ts';

/** The relay: log → Kafka. Several may run, one leads. SIGTERM: finishes its send and hands over. */
runProcess(openBesideApi(RelayModule), async (app) => {
  const { topic, brokers } = app.get(RelayModule).start();
  await app.get(HealthModule).listen();
  console.log(`The relay is ready for ${topic} at ${brokers.join(', ')}`);
});
