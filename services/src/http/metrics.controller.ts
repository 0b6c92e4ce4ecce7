import { Controller, Header } from '@nestjs/common';
import { Metrics } from '../observing/metrics.ts';
import { Answers } from './answers.ts';

/** What Prometheus scrapes. Holds no personal data; a proxy need not pass it on. */
@Controller()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Answers('GET /metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  scrape(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
