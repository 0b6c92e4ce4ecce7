import { type BeforeApplicationShutdown, Controller, Inject } from '@nestjs/common';
import { openapi } from '@framelift/contracts';
import { isRelayBehind } from '../engine/feed/relays.ts';
import { openLosses } from '../engine/log/proving/losses.ts';
import type { Pool } from '../platform/pg.ts';
import { Refused } from '../platform/refused.ts';
import type { Config } from '../platform/config.ts';
import { inTime } from '../platform/in-time.ts';
import { missingMigrations } from '../platform/migrate.ts';
import { BackupWatch } from '../observing/backup-watch.ts';
import { LogWatch } from '../observing/log-watch.ts';
import { CONFIG, POOL } from '../platform/tokens.ts';
import { Answers } from './answers.ts';
import { CurrentBrand } from '../published/current-brand.ts';

const notReady = (why: string) => Refused.inWords(why, 'unavailable', 'unavailable');

/** Liveness, readiness and their details. Written by hand: no health package fits Nest 12. */
@Controller()
export class HealthController implements BeforeApplicationShutdown {
  private draining = false;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    private readonly watch: LogWatch,
    private readonly backups: BackupWatch,
    private readonly brand: CurrentBrand,
  ) {}

  @Answers('GET /health/live')
  live() {
    return { status: 'ok' };
  }

  /** 503 while draining, without the database, before its migrations, and while the log's history or the clock is in doubt. */
  @Answers('GET /health/ready')
  async ready() {
    if (this.draining) throw notReady('draining');
    const missing = await inTime(missingMigrations(this.pool)).catch(() => {
      throw notReady('the database does not answer');
    });
    if (missing.length) throw notReady('the database is not migrated');
    const [problem] = this.watch.problems;
    if (problem) throw notReady(problem);
    const isBehind = this.config.kafkaBrokers.length && (await isRelayBehind(this.pool, this.config.kafkaTopic));
    const degraded = [
      ...(isBehind ? ['kafka'] : []),
      ...(this.watch.isBehindArchive || (await openLosses(this.pool)).length ? ['history'] : []),
      ...((await this.backups.lateSince()) ? ['backups'] : []),
      ...((await this.backups.archiveBehindSince()) ? ['archive'] : []),
    ];
    const { lastLoss } = this.watch;
    return { status: degraded.length ? 'degraded' : 'ok', ...(degraded.length ? { degraded } : {}), ...(lastLoss ? { lastLoss } : {}) };
  }

  @Answers('GET /api/openapi.json')
  openapi() {
    return openapi(this.brand.now.name);
  }

  beforeApplicationShutdown(): void {
    this.draining = true;
  }
}
