import { runProcess } from './process.ts';
import { listenForHealth, openBesideApi, RelayModule } from './feeds.module.ts';

/** The relay: log → Kafka. Several may run, one leads. SIGTERM: finishes its send and hands over. */
runProcess(openBesideApi(RelayModule), async (app) => {
  const { topic, brokers } = app.get(RelayModule).start();
  await listenForHealth(app);
  console.log(`The relay is ready for ${topic} at ${brokers.join(', ')}`);
});
