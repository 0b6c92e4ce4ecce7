import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, MINUTE_MS, rules } from '@framelift/contracts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { Every } from '../../platform/jobs.ts';
import type { Pool } from '../../platform/pg.ts';
import { POOL } from '../../platform/tokens.ts';

/** Visitors' details are sealed under the key of their day; destroying old days' keys erases them (docs/rules.md#13-privacy). */
@Injectable()
export class VisitorKeys {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly vault: Vault,
  ) {}

  /** Destroys the keys of days that ended `rules.visitorKeyDays` ago or earlier; answers which. */
  @Every(MINUTE_MS, 'destroys the keys of old days')
  async destroyOld(now: number): Promise<string[]> {
    const oldest = `day:${new Date(now - rules.visitorKeyDays * DAY_MS).toISOString().slice(0, 10)}`;
    const subjects = await this.vault.subjectsBefore('day:', oldest);
    if (!subjects.length) return subjects;
    const client = await this.pool.connect();
    try {
      await this.vault.destroy(client, subjects);
    } finally {
      client.release();
    }
    return subjects;
  }
}
