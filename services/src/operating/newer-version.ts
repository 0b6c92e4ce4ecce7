import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS, type NewerVersionView } from '@framelift/contracts';
import type { Config } from '../platform/config.ts';
import { Every } from '../platform/jobs.ts';
import type { Logger } from '../platform/logging.ts';
import type { Pool } from '../platform/pg.ts';
import { version } from '../platform/release.ts';
import { CONFIG, LOGGER, POOL } from '../platform/tokens.ts';
import { get } from '../reactors/webhooks/post.ts';

/** Releases and tags as the APIs of GitHub, GitLab and Gitea name them, and their Atom feeds. A pre-release such as `2.0.0-rc.1` does not count. */
const ANNOUNCED = /(?:"(?:tag_)?name"\s*:\s*"|<title>\s*|\/)v?(\d{1,6}\.\d{1,6}\.\d{1,6})(?:"|\s*<\/)/g;

const isNewer = (a: string, b: string): boolean => {
  const [left, right] = [a, b].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const at = left.findIndex((n, i) => n !== right[i]);
  return at >= 0 && left[at]! > right[at]!;
};

/** The newest version in an answer of RELEASES_URL, which may have been cut off; undefined: it names none. */
export const newestIn = (answer: string): string | undefined =>
  [...answer.matchAll(ANNOUNCED)].map(([, found]) => found!).reduce<string | undefined>((a, b) => (a && !isNewer(b, a) ? a : b), undefined);

/** Whether a newer version exists. Nothing is sent but the question, and nobody waits for it. */
@Injectable()
export class NewerVersion {
  private readonly here = version();

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every(HOUR_MS, 'once a day, one process asks RELEASES_URL for the newest version')
  async look(now: number): Promise<void> {
    const { releasesUrl, production, webhooks } = this.config;
    if (!releasesUrl) return;
    const { rowCount } = await this.pool.query(
      `insert into releases.newest (looked_at) values ($1) on conflict (one) do update set looked_at = excluded.looked_at
       where releases.newest.looked_at <= $2`,
      [new Date(now), new Date(now - DAY_MS)],
    );
    if (!rowCount) return;
    try {
      const { status, answer } = await get(new URL(releasesUrl), { ...webhooks, production });
      if (status !== 200) throw new Error(`answered ${status}`);
      const newest = newestIn(answer);
      if (!newest) throw new Error('names no version');
      await this.pool.query('update releases.newest set version = $1', [newest]);
    } catch (error) {
      this.logger.warn({ err: error }, 'RELEASES_URL was not read; the next look is in a day');
    }
  }

  async find(): Promise<NewerVersionView> {
    const { here } = this;
    if (!this.config.releasesUrl) return { here, newer: null };
    const { rows } = await this.pool.query<{ version: string | null; dismissed: string | null }>(
      'select version, dismissed from releases.newest',
    );
    const { version: newest = null, dismissed = null } = rows[0] ?? {};
    return { here, newer: newest && newest !== dismissed && isNewer(newest, here) ? newest : null };
  }

  async dismiss(dismissed: string): Promise<void> {
    await this.pool.query('update releases.newest set dismissed = $1', [dismissed]);
  }
}
