import {
  type DynamicModule,
  Global,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
  type Type,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule, HttpAdapterHost } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { notifyOnCommit } from '../engine/feed/notifier.ts';
import { Log } from '../engine/log/log.ts';
import { PermissionGuard } from '../http/allow.ts';
import { bodyValidation, TextPipe } from '../http/body.ts';
import { ErrorFilter } from '../http/errors.ts';
import { HealthController } from '../http/health.controller.ts';
import { MetricsPort } from '../http/metrics-port.ts';
import { MetricsController } from '../http/metrics.controller.ts';
import { LeavingInterceptor } from '../http/leaving.ts';
import { ReplyInterceptor } from '../http/reply.ts';
import type { Pages } from '../http/site/pages.ts';
import { CurrentBrand } from '../published/current-brand.ts';
import { PublishedSite } from '../published/published-site.ts';
import { Rendering } from '../http/site/rendering.ts';
import { LogWatch } from '../observing/log-watch.ts';
import { RestoredPast } from '../observing/restored-past.ts';
import { OperatingModule } from '../operating/operating.module.ts';
import { Jobs } from '../platform/jobs.ts';
import { JobsModule } from '../platform/jobs.module.ts';
import { ProgrammeModule } from '../programme/programme.module.ts';
import { ReactorsModule } from '../reactors/reactors.module.ts';
import { ScreensModule } from '../screens/screens.module.ts';
import { StoreModule } from '../store/store.module.ts';
import { CoreModule, type Pools } from './core.module.ts';
import type { Config } from '../platform/config.ts';
import { cannotListen, hostOf } from '../platform/listening.ts';
import type { Pool } from '../platform/pg.ts';
import { CLOCK, type Clock, CONFIG, FEEDS, PAGES, POOL } from '../platform/tokens.ts';
import { type SandboxSources, startSandboxSources } from '../screens/sandbox-sources/sandbox-sources.ts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { productsIn } from '../store/provider.ts';
import { withTrialNumbers } from '../store/providers/sandbox/trial-numbers.ts';
import { type SandboxStore, startSandboxStore } from '../store/providers/sandbox/sandbox-store.ts';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { pause } from '../platform/retrying.ts';

const SOURCES = Symbol('sources');

const sourcesOf = async ({ feeds, publicUrl }: Config, site: PublishedSite): Promise<Pick<SandboxSources, 'feeds' | 'close'>> =>
  feeds.sandboxed.length ? startSandboxSources(feeds, publicUrl, (section) => site.content(section)) : { feeds, close: async () => {} };

/** The sandboxes: of the store and of the public sources that are not configured. */
@Global()
@Module({
  providers: [
    { provide: SOURCES, useFactory: sourcesOf, inject: [CONFIG, PublishedSite] },
    { provide: FEEDS, useFactory: ({ feeds }: SandboxSources) => feeds, inject: [SOURCES] },
  ],
  exports: [FEEDS],
})
export class SandboxModule implements OnModuleInit, OnApplicationShutdown {
  private store: SandboxStore | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(SOURCES) private readonly sources: SandboxSources,
    private readonly streams: Streams,
    private readonly brand: CurrentBrand,
  ) {}

  async onModuleInit(): Promise<void> {
    const { store, publicUrl: siteUrl, ownUrl } = this.config;
    if (!store.sandbox) return;
    const { sandboxPort: port } = store;
    const webhookUrl = `${ownUrl}/api/store/notifications`;
    const host = await hostOf(this.config);
    const settings = {
      port,
      host,
      pool: this.pool,
      now: this.now,
      siteUrl,
      webhookUrl,
      products: withTrialNumbers(productsIn(this.streams)),
      brand: () => this.brand.now,
      ...store.sandboxKeys,
    };
    this.store = await startSandboxStore(settings).catch(cannotListen(port, 'SANDBOX_STORE_PORT'));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.store?.close();
    await this.sources.close();
  }
}

/** How long a new connection may take to send a request. */
const NEW_CONNECTION_MS = 1_000;

/** Finishes accepted requests: waits for requests of new connections, then closes idle ones while Nest closes the server. */
@Injectable()
export class Draining implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  private underWay = 0;
  private readonly justMade = new Set<Socket>();
  private isLeaving = false;
  private closing: NodeJS.Timeout | undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    this.server.on('connection', (socket) => {
      this.justMade.add(socket);
      const past = setTimeout(() => this.justMade.delete(socket), NEW_CONNECTION_MS).unref();
      socket.once('close', () => (clearTimeout(past), this.justMade.delete(socket)));
    });
    this.server.on('request', (request, response) => {
      this.justMade.delete(request.socket);
      this.underWay++;
      // A proxy sends its next request over a new connection, to a process that stays.
      response.shouldKeepAlive &&= !this.isLeaving;
      response.once('close', () => this.underWay--);
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.isLeaving = true;
    for (const late = Date.now() + NEW_CONNECTION_MS; this.justMade.size && Date.now() < late;) await pause(20);
    this.closing = setInterval(() => (this.underWay ? this.server.closeIdleConnections() : this.server.closeAllConnections()), 50);
  }

  onApplicationShutdown(): void {
    clearInterval(this.closing);
  }

  private get server(): Server {
    return this.host.httpAdapter.getHttpServer() as Server;
  }
}

/** The pages, kept in step with what they show. */
@Module({})
class SiteModule implements OnModuleInit {
  constructor(
    private readonly site: PublishedSite,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.site.follow(() => this.jobs.wake(Rendering, 'look'));
  }
}

const siteModule = (pages: Pages): DynamicModule => ({
  module: SiteModule,
  global: true,
  imports: [DiscoveryModule],
  providers: [{ provide: PAGES, useValue: pages }, Rendering],
  exports: [Rendering, PAGES],
});

/** Every layer with HTTP calls. */
const floors = [OperatingModule, ReactorsModule, ProgrammeModule, StoreModule, ScreensModule];

/** HTTP: every feature with calls, their jobs and the sandboxes. */
@Module({})
export class ApiModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly notifier: ReturnType<typeof notifyOnCommit>;

  constructor(
    log: Log,
    @Inject(POOL) pool: Pool,
    private readonly watch: LogWatch,
    private readonly past: RestoredPast,
  ) {
    this.notifier = notifyOnCommit(log, pool);
  }

  /** `beside`: other modules of the process. */
  static forRoot(pools: Pools, pages: Pages | undefined, beside: readonly Type[]): DynamicModule {
    const { config, logger } = pools.opening;
    const throttling = ThrottlerModule.forRoot([{ ttl: 10_000, limit: config.rateLimit }]);
    return {
      module: ApiModule,
      imports: [
        CoreModule.forRoot(pools),
        JobsModule,
        throttling,
        SandboxModule,
        ...(pages ? [siteModule(pages)] : []),
        ...floors,
        ...beside,
      ],
      controllers: [HealthController, MetricsController],
      providers: [
        Draining,
        MetricsPort,
        { provide: APP_GUARD, useClass: ThrottlerGuard },
        PermissionGuard,
        { provide: APP_GUARD, useExisting: PermissionGuard },
        { provide: APP_PIPE, useClass: TextPipe },
        { provide: APP_PIPE, useFactory: bodyValidation },
        { provide: APP_INTERCEPTOR, useClass: ReplyInterceptor },
        { provide: APP_INTERCEPTOR, useClass: LeavingInterceptor },
        { provide: APP_FILTER, useValue: new ErrorFilter(logger, pages) },
      ],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    this.watch.start();
    await this.past.begin();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.notifier.settled();
  }
}
