import { Injectable, type OnModuleInit } from '@nestjs/common';
import { firstUnderBrand, named, ownPaths, sectionContent, type SiteContent, type SiteSection, siteStream } from '@framelift/contracts';
import { Log } from '../../engine/log/log.ts';
import { Every } from '../../platform/jobs.ts';

/** What another process publishes is known after this time (ms). */
const LOOK_MS = 1_000;

export interface Published {
  section: string;
  content: object;
  recordedAt: Date;
}

/** What is published, in memory: for everything outside of pages that follows it, such as mails, feeds and files for programs. */
@Injectable()
export class CurrentSite implements OnModuleInit {
  private changes: readonly Published[] = [];
  private version = 0;
  private history = -1;

  constructor(private readonly log: Log) {}

  onModuleInit(): Promise<void> {
    return this.look();
  }

  /** The content of a section as visitors read it. */
  content<S extends SiteSection>(section: S): SiteContent[S] {
    const last = this.changesOf(section).at(-1);
    const brand = this.changesOf('brand').at(-1);
    const { name } = sectionContent('brand', brand?.content);
    const first = brand && !last ? firstUnderBrand(section) : undefined;
    return named(first ?? sectionContent(section, last?.content), name);
  }

  /** Paths of the pages of tweaks and products. */
  get ownPages(): string[] {
    return ownPaths(this.content('products').products, this.content('tweaks').tweaks);
  }

  /** The changes of a section in the order of the log: every one of the brand, the last one of another section. */
  changesOf(section: SiteSection): readonly Published[] {
    return this.changes.filter((change) => change.section === section);
  }

  @Every(LOOK_MS, 'Follows what admins publish.')
  async look(): Promise<void> {
    const { history } = this.log;
    // After lost commits the stream is read from its start.
    const after = history === this.history ? this.version : 0;
    const events = after ? await this.log.readStream(siteStream, after) : await this.log.readLastOfEach(siteStream, 'section', ['brand']);
    const found = events.flatMap((e) =>
      e.type === 'SiteChanged' ? [{ section: e.data.section, content: e.data.content as object, recordedAt: e.recordedAt }] : [],
    );
    // Another look may have read the same events meanwhile.
    if (after !== 0 && after !== this.version) return;
    const all = after === 0 ? found : [...this.changes, ...found];
    this.changes = all.filter(
      (change, i) => change.section === 'brand' || all.findLastIndex(({ section }) => section === change.section) === i,
    );
    this.version = events.at(-1)?.version ?? after;
    this.history = history;
  }
}
