import { Controller, Inject } from '@nestjs/common';
import type { LossesView } from '@framelift/contracts';
import { openLosses } from '../engine/log/proving/losses.ts';
import { Answers } from '../http/answers.ts';
import type { Pool } from '../platform/pg.ts';
import { POOL } from '../platform/tokens.ts';

/** Shows on every screen of admins that the database lost events (docs/architecture.md#lost-commits). */
@Controller()
export class LossesController {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  @Answers('GET /api/admin/losses')
  async losses(): Promise<LossesView> {
    const open = await openLosses(this.pool);
    return {
      losses: open.map(({ noticedAt, position, headPosition }) => ({ noticedAt: noticedAt.toISOString(), position, headPosition })),
    };
  }
}
