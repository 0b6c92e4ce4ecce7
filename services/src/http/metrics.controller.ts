import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Header, Headers, Inject } from '@nestjs/common';
import { refusals } from '@framelift/contracts';
import { Metrics } from '../observing/metrics.ts';
import type { Config } from '../platform/config.ts';
import { Refused } from '../platform/refused.ts';
import { CONFIG } from '../platform/tokens.ts';
import { Answers } from './answers.ts';
import { METRICS_TYPE } from './metrics-port.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Metrics for Prometheus on the site's port: only with METRICS_TOKEN; 404 if none is set. */
@Controller()
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Answers('GET /metrics')
  @Header('Content-Type', METRICS_TYPE)
  scrape(@Headers('authorization') authorization: string | undefined): Promise<string> {
    const { token } = this.config.metrics;
    if (!token) throw new Refused(refusals.notFound, 'missing');
    if (!timingSafeEqual(digest((authorization ?? '').replace(/^Bearer /i, '')), digest(token)))
      throw new Refused(refusals.unauthorized, 'unauthorized');
    return this.metrics.text();
  }
}
