import { Controller, Inject } from '@nestjs/common';
import type { LossesView } from '@framelift/contracts';
import { Archive } from '../engine/log/archiving/archive.ts';
import { Log } from '../engine/log/log.ts';
import { openLosses } from '../engine/log/proving/losses.ts';
import { Answers } from '../http/answers.ts';
import type { Pool } from '../platform/pg.ts';
import { POOL } from '../platform/tokens.ts';
import { Backups } from './backups/backups.ts';

/** Shows on every screen of admins that the database lost events (docs/architecture.md#lost-commits). */
@Controller()
export class LossesController {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly log: Log,
    private readonly archive: Archive,
    private readonly backups: Backups,
  ) {}

  @Answers('GET /api/admin/losses')
  async losses(): Promise<LossesView> {
    const open = await openLosses(this.pool);
    const last = await this.archive.ahead();
    return {
      missing: last ? { first: (await this.log.head()).position + 1, last, isFilling: (await this.backups.runs()).isRunning } : null,
      losses: open.map(({ noticedAt, position, headPosition }) => ({ noticedAt: noticedAt.toISOString(), position, headPosition })),
    };
  }
}
