import { ProjectorModule } from './feeds.module.ts';
import { listenForHealth, openBesideApi } from './open.ts';
import { runProcess } from './process.ts';
import { chosenProjections } from './chosen-projections.ts';

/** A projector: Kafka → read models. Several share the partitions of each projection. SIGTERM: leaves the groups. */
runProcess(
  async (stopping) => (chosenProjections(), openBesideApi(ProjectorModule)(stopping)),
  async (app) => {
    const names = await app.get(ProjectorModule).start(chosenProjections());
    await listenForHealth(app);
    console.log(`The projector is ready: ${names}`);
  },
);
