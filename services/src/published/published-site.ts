import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  firstProducts,
  firstSite,
  type FormerAddress,
  formerAddresses,
  named,
  ownPaths,
  type Product,
  sectionContent,
  type SiteContent,
  type SiteSection,
  siteStream,
} from '@framelift/contracts';
import { Log } from '../engine/log/log.ts';
import { Every } from '../platform/jobs.ts';
import { type Contents, contentsOf, type OneContent, shownTo } from './shown-site.ts';

/** What another process publishes is known after this time (ms). */
const LOOK_MS = 1_000;
/** Sections whose every version is kept: what had a brand when, and which addresses products had. */
const KEPT: readonly string[] = ['brand', 'products'] satisfies SiteSection[];

export interface Change extends OneContent {
  position: number;
  recordedAt: Date;
  /** When it was decided (ISO 8601 UTC), and the id of the admin, or `operator`. */
  occurredAt: string;
  by: string;
}

/** What follows from the changes. */
interface Folded {
  written: Contents;
  shown: Contents;
  ownPages: string[];
  /** Every version of the products, the first ones too. */
  sold: (readonly Product[])[];
}

const contentIn = <S extends SiteSection>(shown: Contents, section: S): SiteContent[S] =>
  shown[section] ?? named(sectionContent(section, undefined), (shown.brand ?? firstSite.brand).name);

/** What is published, folded once, in memory: pages, mails, checkouts, statements, feeds and previews read it here. */
@Injectable()
export class PublishedSite implements OnModuleInit {
  private changes: readonly Change[] = [];
  private version = 0;
  private history = -1;
  private folded: Folded | undefined;
  private readonly followers: (() => void)[] = [];

  constructor(private readonly log: Log) {}

  onModuleInit(): Promise<void> {
    return this.look();
  }

  /** The contents are as admins wrote them. */
  get written(): Contents {
    return this.fold.written;
  }

  /** The contents are as visitors read them. */
  get shown(): Contents {
    return this.fold.shown;
  }

  private get fold() {
    if (!this.folded) {
      const written = contentsOf(this.changes);
      const shown = shownTo(written);
      const [{ products }, { tweaks }] = [contentIn(shown, 'products'), contentIn(shown, 'tweaks')];
      const sold = this.changesOf('products').map(({ content }) => sectionContent('products', content).products);
      this.folded = { written, shown, ownPages: ownPaths(products, tweaks), sold: [firstProducts, ...sold] };
    }
    return this.folded;
  }

  /** The content of a section as visitors read it. */
  content<S extends SiteSection>(section: S): SiteContent[S] {
    return contentIn(this.shown, section);
  }

  /** Paths of the pages of tweaks and products. */
  get ownPages(): string[] {
    return this.fold.ownPages;
  }

  /** Addresses that products had. `drafted`: what the products are to become. */
  former(drafted?: readonly Product[]): FormerAddress[] {
    return formerAddresses(drafted ? [...this.fold.sold, drafted] : this.fold.sold);
  }

  /** The changes of a section in the order of the log: every one of the brand and the products, the last one of another section. */
  changesOf(section: SiteSection): readonly Change[] {
    return this.changes.filter((change) => change.section === section);
  }

  /** Calls back whenever something was published. */
  follow(follower: () => void): void {
    this.followers.push(follower);
  }

  @Every(LOOK_MS, 'Follows what admins publish.')
  async look(): Promise<void> {
    const { history } = this.log;
    // After lost commits the stream is read from its start.
    const after = history === this.history ? this.version : 0;
    const events = after ? await this.log.readStream(siteStream, after) : await this.log.readLastOfEach(siteStream, 'section', KEPT);
    const found = events.flatMap(({ type, data, position, recordedAt, metadata }) =>
      type === 'SiteChanged'
        ? [{ ...data, content: data.content as object, position, recordedAt, occurredAt: metadata.occurredAt, by: metadata.actor.id }]
        : [],
    );
    // Another look may have read the same events meanwhile.
    if (after !== 0 && (after !== this.version || !events.length)) return;
    const all = after === 0 ? found : [...this.changes, ...found];
    this.changes = all.filter(
      (change, i) => KEPT.includes(change.section) || all.findLastIndex(({ section }) => section === change.section) === i,
    );
    this.version = events.at(-1)?.version ?? after;
    this.history = history;
    this.folded = undefined;
    for (const follower of this.followers) follower();
  }
}
