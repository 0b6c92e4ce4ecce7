import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { LogFeed } from '../feed/log-feed.ts';
import { notifyOnCommit } from '../feed/notifier.ts';
import { Projector } from '../feed/projector.ts';
import { startSandboxStore } from '../sandbox-store/sandbox-store.ts';
import { createApi } from './api.ts';
import type { Stop } from './process.ts';
import { projections } from './projections.ts';
import type { System } from './system.ts';

/** Everything that runs on an open system in one process: projections, the sandbox store where it is the store, and the api. */
export async function serve(
  system: System,
  databaseUrl: string,
  onStop: (stop: Stop) => void,
  webFolder?: string,
): Promise<NestFastifyApplication> {
  const { pool, log, config, logger } = system;
  const notifier = notifyOnCommit(log, pool);
  onStop(notifier.settled);
  const onError = (error: Error, projection?: string) => logger.error({ err: error, projection }, 'the feed waits');
  const feed = new LogFeed(log, { connectionString: databaseUrl, onError });
  onStop(() => feed.stop());
  const projector = new Projector(system, log, feed, { onTrouble: ({ name }, error) => onError(error, name) });
  onStop(() => projector.stop());
  await projector.start(projections);

  if (config.store.sandbox) {
    const { apiKey, webhookSecret, sandboxPort: port } = config.store;
    const webhookUrl = `http://localhost:${config.port}/api/store/notifications`;
    const store = await startSandboxStore({ port, pool, siteUrl: config.publicUrl, webhookUrl, apiKey, webhookSecret });
    onStop(() => store.close());
  }
  const api = await createApi(system, webFolder);
  onStop(() => api.close());
  await api.listen(config.port, '0.0.0.0');
  return api;
}
