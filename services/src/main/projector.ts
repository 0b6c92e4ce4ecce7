import { ProjectorModule } from './feeds.module.ts';
import { HealthModule } from './health.module.ts';
import { openBesideApi } from './open.ts';
import { runProcess } from './process.ts';
import { chosenProjections } from './projections.ts';

/** A projector: Kafka → read models. Several share the partitions of each projection. SIGTERM: leaves the groups. */
runProcess(
  async (stopping) => (chosenProjections(), openBesideApi(ProjectorModule)(stopping)),
  async (app) => {
    const names = await app.get(ProjectorModule).start(chosenProjections());
    await app.get(HealthModule).listen();
    console.log(`The projector is ready: ${names}`);
  },
);
