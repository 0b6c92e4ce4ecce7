import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { Log } from '../engine/log/log.ts';
import { LogWakeup } from '../engine/feed/log-wakeup.ts';
import { LogWatch } from '../observing/log-watch.ts';
import { Streams } from '../engine/log/streams.ts';
import { Vault } from '../engine/log/vault.ts';
import { Erasure } from '../engine/log/erasure.ts';
import { PermissionGuard } from '../http/allow.ts';
import { bodyValidation, TextPipe } from '../http/body.ts';
import { ErrorFilter } from '../http/errors.ts';
import { HealthController } from '../http/health.controller.ts';
import { MetricsController } from '../http/metrics.controller.ts';
import { ReplyInterceptor } from '../http/reply.ts';
import { Keys } from '../platform/keys.ts';
import { Metrics } from '../observing/metrics.ts';
import { CLOCK, CONFIG, LOGGER, PATIENT_POOL, POOL, SECRETS } from '../platform/tokens.ts';
import { features } from './features.ts';
import type { System } from './system.ts';

/** What every feature may inject, and what every call passes through. */
@Global()
@Module({})
class PlatformModule {
  static of({
    pool,
    patientPool,
    log,
    streams,
    vault,
    keys,
    erasure,
    config,
    secrets,
    logger,
    metrics,
    watch,
    wakeup,
    now,
  }: System): DynamicModule {
    const values = [
      { provide: POOL, useValue: pool },
      { provide: PATIENT_POOL, useValue: patientPool },
      { provide: CLOCK, useValue: now },
      { provide: CONFIG, useValue: config },
      { provide: SECRETS, useValue: secrets },
      { provide: LOGGER, useValue: logger },
      { provide: Log, useValue: log },
      { provide: Streams, useValue: streams },
      { provide: Vault, useValue: vault },
      { provide: Keys, useValue: keys },
      { provide: Erasure, useValue: erasure },
      { provide: Metrics, useValue: metrics },
      { provide: LogWatch, useValue: watch },
      { provide: LogWakeup, useValue: wakeup },
    ];
    return { module: PlatformModule, providers: values, exports: values };
  }
}

@Module({})
export class ApiModule {
  static of(system: System, notFound?: Buffer): DynamicModule {
    return {
      module: ApiModule,
      imports: [PlatformModule.of(system), ThrottlerModule.forRoot([{ ttl: 10_000, limit: system.config.rateLimit }]), ...features],
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
