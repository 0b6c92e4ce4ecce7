import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Brand, firstSite, sectionContent, siteStream } from '@framelift/contracts';
import { Log } from '../../engine/log/log.ts';
import { Every } from '../../platform/jobs.ts';

/** A brand that another process publishes is known after this time (ms). */
const LOOK_MS = 1_000;

interface Published {
  recordedAt: Date;
  brand: Brand;
}

/** Whose shop it is, in memory: everything that says a name or shows a colour asks here. */
@Injectable()
export class CurrentBrand implements OnModuleInit {
  private published: Published[] = [];
  private version = 0;
  private history = -1;

  constructor(private readonly log: Log) {}

  onModuleInit(): Promise<void> {
    return this.look();
  }

  get now(): Brand {
    return this.published.at(-1)?.brand ?? firstSite.brand;
  }

  /** The one in force at a time (recordedAt), included. */
  async at(time: Date): Promise<Brand> {
    await this.look();
    return this.published.findLast(({ recordedAt }) => recordedAt <= time)?.brand ?? firstSite.brand;
  }

  @Every(LOOK_MS, 'Follows the brand that an admin publishes.')
  async look(): Promise<void> {
    const { history } = this.log;
    // After lost commits the stream is read from its start.
    const after = history === this.history ? this.version : 0;
    const events = await this.log.readStream(siteStream, after);
    const brands = events.flatMap((e) =>
      e.type === 'SiteChanged' && e.data.section === 'brand'
        ? [{ recordedAt: e.recordedAt, brand: sectionContent('brand', e.data.content as object) }]
        : [],
    );
    // Another look may have read the same events meanwhile.
    if (after !== 0 && after !== this.version) return;
    this.published = after === 0 ? brands : [...this.published, ...brands];
    this.version = events.at(-1)?.version ?? after;
    this.history = history;
  }
}
