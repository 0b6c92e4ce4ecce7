import { type BeforeApplicationShutdown, Controller, Get, Inject } from '@nestjs/common';
import { openapi } from '@framelift/contracts';
import type { Pool } from '../pg.ts';
import { Refused } from '../refused.ts';
import { POOL } from '../tokens.ts';
import { Allow } from './allow.ts';

/** Whether the process runs, whether it can serve, and what it answers. Written by hand: no health package fits Nest 12. */
@Controller()
@Allow('public')
export class HealthController implements BeforeApplicationShutdown {
  private draining = false;
  private readonly document = openapi();

  constructor(@Inject(POOL) private readonly pool: Pool) {}

  @Get('health/live')
  live() {
    return { status: 'ok' };
  }

  /** 503 while draining or without the database. */
  @Get('health/ready')
  async ready() {
    if (this.draining) throw new Refused('draining', 503);
    await this.pool.query('select 1').catch(() => {
      throw new Refused('the database does not answer', 503);
    });
    return { status: 'ok' };
  }

  @Get('api/openapi.json')
  openapi() {
    return this.document;
  }

  beforeApplicationShutdown(): void {
    this.draining = true;
  }
}
