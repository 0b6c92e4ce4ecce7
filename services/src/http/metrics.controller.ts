import { Controller, Get, Header } from '@nestjs/common';
import { Metrics } from '../observing/metrics.ts';
import { Allow } from './allow.ts';

/** What Prometheus scrapes. Holds no personal data; a proxy need not pass it on. */
@Controller()
@Allow('public')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  scrape(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
