import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Known, Pages } from '../../http/site/pages.ts';
import { Every } from '../../platform/jobs.ts';
import { PAGES } from '../../platform/tokens.ts';
import { AdminOverviews } from '../admin-overview/admin-overview.view.ts';
import { PublicFeeds } from '../public-feeds/public-feeds.ts';
import { TermsViews } from '../terms/terms.view.ts';

/** Pages follow what they show within this time (ms). */
const LOOK_MS = 1_000;
/** An answer that takes longer is left to the browser until it is there (ms). */
const PATIENCE_MS = 300;

interface Source {
  ask: () => Promise<object>;
  /** Asked again after this time (ms): what only memory answers each time, a query over all affiliates rarely. */
  everyMs: number;
}

/** Keeps the public pages in step with what they show. */
@Injectable()
export class Rendering {
  private readonly sources: Record<string, Source>;
  private readonly known = new Map<string, Known>();
  private readonly asked = new Map<string, number>();
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly feeds: PublicFeeds,
    terms: TermsViews,
    overviews: AdminOverviews,
    @Optional() @Inject(PAGES) private readonly pages: Pages | undefined,
  ) {
    const often = (ask: () => Promise<object>): Source => ({ ask, everyMs: 0 });
    this.sources = {
      '/api/public/statistics': often(() => feeds.statistics()),
      '/api/public/releases/free': often(() => feeds.release('free')),
      '/api/public/releases/fortnite': often(() => feeds.release('fortnite')),
      '/api/public/people': often(() => feeds.people()),
      '/api/public/tweaks': often(() => feeds.tweaks()),
      '/api/public/terms': often(() => terms.inForce()),
      '/api/affiliate/system-stats': { ask: () => overviews.systemStats(), everyMs: 60_000 },
    };
  }

  @Every(LOOK_MS, 'Renders the public pages that show something that changed.')
  async look(now: number): Promise<void> {
    if (!this.pages) return;
    const patience = new Promise<void>((done) => setTimeout(done, PATIENCE_MS).unref());
    await Promise.race([Promise.all(this.pages.shows.map((path) => this.refresh(path, now))), patience]);
    await this.pages.show(this.known);
  }

  /** A fault keeps what is known: the pages outlive a database that is away. */
  private refresh(path: string, now: number): Promise<void> {
    const { ask, everyMs } = this.sources[path]!;
    const asked = this.asked.get(path);
    if (asked !== undefined && Math.abs(now - asked) < everyMs) return Promise.resolve();
    const again = this.underWay.get(path) ?? ask().then((data) => this.learn(path, data, now), () => undefined);
    this.underWay.set(path, again);
    return again.finally(() => this.underWay.delete(path));
  }

  private learn(path: string, data: object, now: number): void {
    this.asked.set(path, now);
    const isFeed = path !== '/api/public/terms' && path !== '/api/affiliate/system-stats';
    // What a source failed to say the browser asks for, and shows its fallback.
    if (isFeed && !this.feeds.isWhole(data)) this.known.delete(path);
    else this.known.set(path, { data, lasts: true, example: isFeed && this.feeds.areExamples });
  }
}
