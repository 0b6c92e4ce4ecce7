import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { notifyOnCommit } from '../engine/feed/notifier.ts';
import { type SandboxSources, startSandboxSources } from '../screens/sandbox-sources/sandbox-sources.ts';
import { startSandboxStore } from '../store/providers/sandbox/sandbox-store.ts';
import type { Config } from '../platform/config.ts';
import { createApi } from './api.ts';
import { startProjector, startRelay } from './feeds.ts';
import { Repeat } from '../platform/repeat.ts';
import { inUse } from './ports.ts';
import type { Stop } from './process.ts';
import { projections } from './projections.ts';
import type { System } from './system.ts';

/** ms within which a new connection is expected to ask something. */
const JUST_MADE = 1_000;
/** ms between two looks for erasures that somebody's reading held up. */
const ERASING_MS = 10_000;

/** Everything that runs on an open system in one process: projections, the relay where there is a Kafka, and the api. */
export async function serve(
  system: System,
  databaseUrl: string,
  onStop: (stop: Stop) => void,
  webFolder?: string,
): Promise<NestFastifyApplication> {
  if (system.config.kafkaBrokers.length) startRelay(system, databaseUrl, onStop);
  await startProjector(system, projections, onStop);
  return serveApi(system, onStop, webFolder);
}

/** The api, and the sandboxes: of the store where none is set, of the public sources where they are not set. */
export async function serveApi(system: System, onStop: (stop: Stop) => void, webFolder?: string): Promise<NestFastifyApplication> {
  const { pool, log, config, watch, erasure, logger } = system;
  watch.start();
  const erasing = new Repeat(
    ERASING_MS,
    () => erasure.finish(),
    (error) => logger.error({ err: error }, 'an erasure waits'),
  );
  erasing.wake();
  onStop(() => erasing.stop());
  const notifier = notifyOnCommit(log, pool);
  onStop(notifier.settled);
  if (config.store.sandbox) {
    const { apiKey, webhookSecret, sandboxPort: port } = config.store;
    const webhookUrl = `http://localhost:${config.port}/api/store/notifications`;
    const settings = { port, pool, siteUrl: config.publicUrl, webhookUrl, apiKey, webhookSecret };
    const store = await startSandboxStore(settings).catch(inUse(port, 'SANDBOX_STORE_PORT'));
    onStop(() => store.close());
  }
  const { feeds } = config.feeds.sandboxed.length ? await startSources(config, onStop) : config;
  const api = await createApi({ ...system, config: { ...config, feeds } }, webFolder);
  const asking = watchRequests(api.getHttpServer());
  onStop(() => drained(api, asking));
  await api.listen(config.port, '0.0.0.0').catch(inUse(config.port, 'PORT'));
  return api;
}

async function startSources({ feeds, publicUrl }: Config, onStop: (stop: Stop) => void): Promise<SandboxSources> {
  const sources = await startSandboxSources(feeds, publicUrl);
  onStop(() => sources.close());
  return sources;
}

/** Answers what was accepted; connections on which nothing is asked are closed, also those that never asked anything. */
async function drained(api: NestFastifyApplication, asking: Asking): Promise<void> {
  const server = api.getHttpServer();
  for (const late = Date.now() + JUST_MADE; asking.soon() && Date.now() < late;) await wait(20);
  const closing = setInterval(() => (asking.now() ? server.closeIdleConnections() : server.closeAllConnections()), 50);
  await api.close().finally(() => clearInterval(closing));
}

interface Asking {
  /** Requests are being answered. */
  now(): boolean;
  /** Connections were just made, on which the first request is on its way. */
  soon(): boolean;
}

function watchRequests(server: Server): Asking {
  let underWay = 0;
  const justMade = new Set<Socket>();
  server.on('connection', (socket) => {
    justMade.add(socket);
    const past = setTimeout(() => justMade.delete(socket), JUST_MADE).unref();
    socket.once('close', () => (clearTimeout(past), justMade.delete(socket)));
  });
  server.on('request', (request, response) => {
    justMade.delete(request.socket);
    underWay++;
    response.once('close', () => underWay--);
  });
  return { now: () => underWay > 0, soon: () => justMade.size > 0 };
}
