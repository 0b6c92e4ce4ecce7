import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { PermissionGuard } from '../http/allow.ts';
import { bodyValidation, TextPipe } from '../http/body.ts';
import { ErrorFilter } from '../http/errors.ts';
import { HealthController } from '../http/health.controller.ts';
import { MetricsController } from '../http/metrics.controller.ts';
import { ReplyInterceptor } from '../http/reply.ts';
import type { NotFoundPage } from '../http/web.ts';
import { JobsModule } from '../platform/jobs.ts';
import { CoreModule } from './core.module.ts';
import { features } from './features.ts';
import type { System } from './system.ts';

@Module({})
export class ApiModule {
  static of(system: System, notFound?: NotFoundPage): DynamicModule {
    return {
      module: ApiModule,
      imports: [CoreModule.of(system), JobsModule, ThrottlerModule.forRoot([{ ttl: 10_000, limit: system.config.rateLimit }]), ...features],
      controllers: [HealthController, MetricsController],
      providers: [
        { provide: APP_GUARD, useClass: ThrottlerGuard },
        PermissionGuard,
        { provide: APP_GUARD, useExisting: PermissionGuard },
        { provide: APP_PIPE, useClass: TextPipe },
        { provide: APP_PIPE, useFactory: bodyValidation },
        { provide: APP_INTERCEPTOR, useClass: ReplyInterceptor },
        { provide: APP_FILTER, useFactory: () => new ErrorFilter(system.logger, notFound) },
      ],
    };
  }
}
