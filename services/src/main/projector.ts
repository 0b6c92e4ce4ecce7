import { chosenProjections, listenForHealth, openBesideApi, ProjectorModule } from './feeds.module.ts';
import { runProcess } from './process.ts';

/** A projector: Kafka → read models. Several share the partitions of each projection. SIGTERM: leaves the groups. */
runProcess(
  async (stopping) => (chosenProjections(), openBesideApi(ProjectorModule)(stopping)),
  async (app) => {
    const names = await app.get(ProjectorModule).start(chosenProjections());
    await listenForHealth(app);
    console.log(`The projector is ready: ${names}`);
  },
);
