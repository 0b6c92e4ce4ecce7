import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { notifyOnCommit } from '../feed/notifier.ts';
import { startSandboxStore } from '../sandbox-store/sandbox-store.ts';
import { createApi } from './api.ts';
import { startProjector, startRelay } from './feeds.ts';
import type { Stop } from './process.ts';
import { projections } from './projections.ts';
import type { System } from './system.ts';

/** Everything that runs on an open system in one process: projections, the relay where there is a Kafka, and the api. */
export async function serve(
  system: System,
  databaseUrl: string,
  onStop: (stop: Stop) => void,
  webFolder?: string,
): Promise<NestFastifyApplication> {
  if (system.config.kafkaBrokers.length) startRelay(system, databaseUrl, onStop);
  await startProjector(system, databaseUrl, projections, onStop);
  return serveApi(system, onStop, webFolder);
}

/** The api, and the sandbox store where it is the store. */
export async function serveApi(system: System, onStop: (stop: Stop) => void, webFolder?: string): Promise<NestFastifyApplication> {
  const { pool, log, config } = system;
  const notifier = notifyOnCommit(log, pool);
  onStop(notifier.settled);
  if (config.store.sandbox) {
    const { apiKey, webhookSecret, sandboxPort: port } = config.store;
    const webhookUrl = `http://localhost:${config.port}/api/store/notifications`;
    const store = await startSandboxStore({ port, pool, siteUrl: config.publicUrl, webhookUrl, apiKey, webhookSecret });
    onStop(() => store.close());
  }
  const api = await createApi(system, webFolder);
  const underWay = countRequests(api);
  onStop(() => drained(api, underWay));
  await api.listen(config.port, '0.0.0.0');
  return api;
}

/** Answers what was accepted; connections on which nothing is asked are closed, also those that never asked anything. */
async function drained(api: NestFastifyApplication, underWay: () => number): Promise<void> {
  const server = api.getHttpServer();
  const closing = setInterval(() => (underWay() ? server.closeIdleConnections() : server.closeAllConnections()), 50);
  await api.close().finally(() => clearInterval(closing));
}

/** How many requests are being answered. */
function countRequests(api: NestFastifyApplication): () => number {
  let underWay = 0;
  api.getHttpServer().on('request', (_request, response) => {
    underWay++;
    response.once('close', () => underWay--);
  });
  return () => underWay;
}
