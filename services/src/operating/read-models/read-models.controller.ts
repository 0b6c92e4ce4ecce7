import { Controller, Inject } from '@nestjs/common';
import type { ReadModelsView, ReadModelWorkBody } from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/command.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { done } from '../../http/reply.ts';
import type { Pool } from '../../platform/pg.ts';
import { type Clock, LOG_CLOCK, POOL } from '../../platform/tokens.ts';
import { type Projection, PROJECTIONS } from '../../engine/projecting/projection.ts';
import { statusOf } from '../../engine/projecting/status.ts';
import { ReadModelRuns } from './read-model-runs.ts';

/** How read models stand, and what admins have done about them (docs/architecture.md#read-models). */
@Controller()
export class ReadModelsController {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(PROJECTIONS) private readonly projections: readonly Projection[],
    @Inject(LOG_CLOCK) private readonly now: Clock,
    private readonly runs: ReadModelRuns,
  ) {}

  @Answers('GET /api/admin/read-models')
  async status(): Promise<ReadModelsView> {
    return { ...(await statusOf(this.pool, this.projections, this.now())), runs: await this.runs.list() };
  }

  @Answers('POST /api/admin/read-models/work')
  async work(@Body() { work, readModels }: ReadModelWorkBody, @Meta() meta: CommandMeta) {
    return done(await this.runs.start(work, readModels, meta));
  }
}
