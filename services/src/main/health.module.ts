import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ErrorFilter } from '../http/errors.ts';
import { HealthController } from '../http/health.controller.ts';
import { MetricsPort } from '../http/metrics-port.ts';
import { LOGGER } from '../platform/tokens.ts';

/** Health checks of processes without an api. */
@Module({
  controllers: [HealthController],
  providers: [MetricsPort, { provide: APP_FILTER, useFactory: (logger) => new ErrorFilter(logger), inject: [LOGGER] }],
})
export class HealthModule {}
