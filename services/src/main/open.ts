import { fileURLToPath } from 'node:url';
import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { MetricsPort } from '../http/metrics-port.ts';
import { cannotListen, hostOf } from '../platform/listening.ts';
import { nestLogger } from '../platform/logging.ts';
import { CLOCK, CONFIG } from '../platform/tokens.ts';
import { Registration } from '../programme/sign-in/registration.ts';
import { createApi } from './api.ts';
import { CoreModule } from './core.module.ts';
import { onPools, type Opening, openingOf } from './opening.ts';
import { HealthModule } from './health.module.ts';
import { ProjectorModule, RelayModule } from './feeds.module.ts';
import { reachAsApi, reachBesideApi } from './reach.ts';

export const WEB = fileURLToPath(new URL('../../../web/build/client/', import.meta.url));

/** A process without an api, beside one. */
export const openBesideApi =
  (module: Type) =>
  async (stopping: AbortSignal): Promise<INestApplication> => {
    const opening = openingOf(reachBesideApi(stopping));
    const nest = { logger: nestLogger(opening.logger), abortOnError: false };
    return onPools(opening, async (pools) => {
      const core = CoreModule.forRoot(pools, [module, HealthModule]);
      return (await NestFactory.create(core, new FastifyAdapter(), nest)).init();
    });
  };

/** Answers health checks where HEALTH_PORT is set, and metrics where METRICS_PORT is. */
export async function listenForHealth(process: INestApplication): Promise<void> {
  const config = process.get(CONFIG);
  const { healthPort: port } = config;
  if (port) await process.listen(port, await hostOf(config)).catch(cannotListen(port, 'HEALTH_PORT'));
  await process.get(MetricsPort).listen();
}

/** HTTP and the built site, no projections. */
export const openApi = async (): Promise<NestFastifyApplication> => createApi(openingOf(reachAsApi), WEB);

/** Everything in one process: projections, the relay where there is a Kafka, and the api. */
export const openAll = (opening: Opening, webFolder?: string): Promise<NestFastifyApplication> =>
  createApi(opening, webFolder, [ProjectorModule, ...(opening.config.kafkaBrokers.length ? [RelayModule] : [])]);

export async function serveAll(api: NestFastifyApplication): Promise<void> {
  if (api.get(CONFIG).kafkaBrokers.length) api.get(RelayModule).start();
  await api.get(ProjectorModule).start();
  await listen(api);
}

export async function listen(api: NestFastifyApplication): Promise<void> {
  const config = api.get(CONFIG);
  const { port } = config;
  await api.listen(port, await hostOf(config)).catch(cannotListen(port, 'PORT'));
  await api.get(MetricsPort).listen();
}

/** Creates a missing admin account and prints a generated password. `made`: the admin of a made history. */
export async function showAdmin(api: NestFastifyApplication, made?: { username: string; password: string } | null): Promise<void> {
  const admin = made ?? (await api.get(Registration).firstAdmin(api.get(CLOCK)()));
  if (admin) console.log(`\nThe admin account (shown once): ${admin.username} / ${admin.password}\n`);
}
