import { Inject, Injectable, SetMetadata } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { paidOf, type PreviewTheme, type SiteSection } from '@framelift/contracts';
import { Every } from '../../platform/jobs.ts';
import { markedMethods } from '../../platform/marked.ts';
import { PAGES } from '../../platform/tokens.ts';
import {
  type Known,
  type Previewed,
  previewed,
  PRODUCT_PAGES,
  productAnswer,
  productName,
  PRODUCTS,
  soldIn,
  tweakAnswer,
  tweakName,
  TWEAKS,
} from './own-pages.ts';
import type { Pages } from './pages.ts';

/** Pages follow what they show within this time (ms). */
const LOOK_MS = 1_000;
/** An answer that takes longer is left to the browser until it is there (ms). */
const PATIENCE_MS = 300;
const ON_PAGES = Symbol('on pages');

/** A content as a form has it, before it is saved. */
export interface Unsaved {
  section: SiteSection;
  content: object;
}
/** How an admin looks at a page. `isMarked`: each text says which field it is of, for the page editor. */
export interface Looked {
  theme?: PreviewTheme | undefined;
  unsaved?: Unsaved;
  isMarked?: boolean;
}
type Drafted = Pick<Looked, 'unsaved' | 'isMarked'>;

/**
 * By the path of the call that answers it. `ask`: undefined where a source failed to say something. `everyMs`: how often (each look).
 * `draft`: what it is to become, for admins only.
 */
export type OnPagesAnswers = Record<
  string,
  { ask: () => Promise<Known | undefined>; everyMs?: number; draft?: (looked: Drafted) => Promise<Known | undefined> }
>;

/** The method answers what public pages show. */
export const OnPages =
  () =>
  (target: object, key: string, descriptor: TypedPropertyDescriptor<() => OnPagesAnswers>): void => {
    SetMetadata(ON_PAGES, true)(target, key, descriptor);
  };

/** Keeps the pages in step with what they show. */
@Injectable()
export class Rendering {
  private readonly known = new Map<string, Known>();
  private readonly asked = new Map<string, number>();
  private readonly underWay = new Map<string, Promise<void>>();
  private found: OnPagesAnswers | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    @Inject(PAGES) private readonly pages: Pages,
  ) {}

  @Every(LOOK_MS, 'Renders the pages that show something that changed.')
  async look(now: number): Promise<void> {
    const patience = new Promise<void>((done) => setTimeout(done, PATIENCE_MS).unref());
    await Promise.race([Promise.all(this.pages.shows.map((path) => this.refresh(path, now))), patience]);
    await this.pages.show(this.known);
  }

  has(name: string): boolean {
    return this.pages.showsOf(name) !== undefined;
  }

  /** A page with the drafts; undefined: there is no page of this name. */
  async preview(name: string, looked: Looked = {}): Promise<string | undefined> {
    const shows = this.pages.showsOf(name);
    if (!shows) return undefined;
    const answers: Record<string, Known> = {};
    for (const path of shows) {
      const { draft } = this.sources[path]!;
      const known = draft ? await draft(looked) : this.known.get(path);
      if (known) answers[path] = known;
    }
    const own = previewed(name);
    const rendered = own ? await this.ownPreview(own, answers, looked) : name;
    return rendered && this.pages.preview(rendered, answers, looked.theme);
  }

  /** Adds what the page of a tweak or a product shows by itself. @returns the page's name; undefined: there is no such product */
  private async ownPreview({ of, word }: Previewed, answers: Record<string, Known>, looked: Drafted): Promise<string | undefined> {
    if (of === 'tweaks') {
      Object.assign(answers, tweakAnswer(await this.sources[TWEAKS]!.draft!(looked), word));
      return tweakName({ slug: word });
    }
    const product = paidOf(soldIn(answers[PRODUCTS], this.pages.brand.name).products).find(({ sku }) => sku === word);
    Object.assign(answers, productAnswer(await this.sources[PRODUCT_PAGES]!.draft!(looked), word));
    return product && productName(product.slug);
  }

  private get sources(): OnPagesAnswers {
    this.found ??= Object.assign(
      {},
      ...markedMethods<true, () => OnPagesAnswers>(this.discovery, ON_PAGES).map(({ call }) => call()),
    ) as OnPagesAnswers;
    return this.found;
  }

  private async refresh(path: string, now: number): Promise<void> {
    const { ask, everyMs = 0 } = this.sources[path]!;
    if (Math.abs(now - (this.asked.get(path) ?? -Infinity)) < everyMs) return;
    // A fault keeps what is known: the pages outlive a database that is away.
    const asking =
      this.underWay.get(path) ??
      ask().then(
        (known) => this.learn(path, known, now),
        () => undefined,
      );
    this.underWay.set(path, asking);
    await asking;
    this.underWay.delete(path);
  }

  private learn(path: string, known: Known | undefined, now: number): void {
    this.asked.set(path, now);
    if (known) this.known.set(path, known);
    else this.known.delete(path);
  }
}
