import { Module } from '@nestjs/common';
import { SystemMetrics } from './system-metrics.ts';

@Module({ providers: [SystemMetrics] })
export class SystemMetricsModule {}
