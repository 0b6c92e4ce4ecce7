import { createServer } from 'node:http';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { LogWatch } from '../observing/log-watch.ts';
import type { Config } from '../platform/config.ts';
import { inTime } from '../platform/in-time.ts';
import type { Pool } from '../platform/pg.ts';
import { CONFIG, POOL } from '../platform/tokens.ts';

/** Health checks of processes without an api, where HEALTH_PORT is set. */
@Module({})
export class HealthModule implements OnApplicationShutdown {
  private readonly server = createServer(async ({ url = '' }, response) => {
    const status = url === '/health/live' ? 200 : url === '/health/ready' ? await this.ready() : 404;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ status: status === 200 ? 'ok' : 'not ready' }));
  });

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    private readonly watch: LogWatch,
  ) {}

  async listen(): Promise<void> {
    const { healthPort } = this.config;
    if (healthPort) await new Promise<void>((listening, failed) => this.server.once('error', failed).listen(healthPort, listening));
  }

  async onApplicationShutdown(): Promise<void> {
    await new Promise((closed) => (this.server.close(closed), this.server.closeAllConnections()));
  }

  private async ready(): Promise<200 | 503> {
    if (this.watch.problems.length) return 503;
    return inTime(this.pool.query('select 1')).then(
      () => 200,
      () => 503,
    );
  }
}
