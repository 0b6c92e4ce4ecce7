import { type DynamicModule, Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { notifyOnCommit } from '../engine/feed/notifier.ts';
import { Log } from '../engine/log/log.ts';
import { PermissionGuard } from '../http/allow.ts';
import { bodyValidation, TextPipe } from '../http/body.ts';
import { ErrorFilter } from '../http/errors.ts';
import { HealthController } from '../http/health.controller.ts';
import { MetricsPort } from '../http/metrics-port.ts';
import { MetricsController } from '../http/metrics.controller.ts';
import { ReplyInterceptor } from '../http/reply.ts';
import type { NotFoundPage } from '../http/web.ts';
import { LogWatch } from '../observing/log-watch.ts';
import { RestoredPast } from '../observing/restored-past.ts';
import { OperatingModule } from '../operating/operating.module.ts';
import { JobsModule } from '../platform/jobs.module.ts';
import type { Pool } from '../platform/pg.ts';
import { POOL } from '../platform/tokens.ts';
import { ProgrammeModule } from '../programme/programme.module.ts';
import { ReactorsModule } from '../reactors/reactors.module.ts';
import { ScreensModule } from '../screens/screens.module.ts';
import { StoreModule } from '../store/store.module.ts';
import { CoreModule } from './core.module.ts';
import type { Pools } from './opening.ts';
import { Draining } from './draining.ts';
import { SandboxModule } from './sandbox.module.ts';

/** Every floor that answers HTTP calls. */
const floors = [OperatingModule, ReactorsModule, ProgrammeModule, StoreModule, ScreensModule];

/** HTTP: every feature that answers calls, their jobs and the sandboxes. */
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

  /** `beside`: what else runs in the process. */
  static forRoot(pools: Pools, notFound: NotFoundPage | undefined, beside: readonly Type[]): DynamicModule {
    const { config, logger } = pools.opening;
    const throttling = ThrottlerModule.forRoot([{ ttl: 10_000, limit: config.rateLimit }]);
    return {
      module: ApiModule,
      imports: [CoreModule.forRoot(pools), JobsModule, throttling, SandboxModule, ...floors, ...beside],
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
        { provide: APP_FILTER, useValue: new ErrorFilter(logger, notFound) },
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
