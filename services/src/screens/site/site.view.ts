import { Inject, Injectable } from '@nestjs/common';
import {
  fieldsOf,
  firstSite,
  hiddenPages,
  isAnnounced,
  isFieldSection,
  markedContent,
  named,
  pageSectionOf,
  type PublicProductsView,
  type PublicSiteView,
  renderedContent,
  sectionContent,
  SITE_SECTIONS,
  type SiteContent,
  type SiteHistoryView,
  type SiteSection,
  type SiteView,
  skuOfPage,
} from '@framelift/contracts';
import { LRUCache } from 'lru-cache';
import { pageOf } from '../../http/list-query.ts';
import { htmlOf } from '../../http/site/markdown.ts';
import { type Known, PRODUCT_PAGES } from '../../http/site/own-pages.ts';
import { type Looked, OnPages, type OnPagesAnswers, type Unsaved } from '../../http/site/rendering.ts';
import type { Pool } from '../../platform/pg.ts';
import { CLOCK, type Clock, POOL } from '../../platform/tokens.ts';
import { PublishedSite } from '../../published/published-site.ts';
import { type Contents, contentsOf, type OneContent, paidIn, productPageIn, shownTo, withoutExamples } from '../../published/shown-site.ts';
import { DRAFTS } from '../../programme/site/site.tables.ts';
import { joinAccount, nameOf } from '../names.ts';

interface SectionRow {
  section: SiteSection;
  by: string | null;
  draft: object | null;
  note: string | null;
  author: string;
  saved_at: Date;
  based_on: number;
}

/** Who published: an admin, or an operator by the command line. */
const publisher = (alias: string, id: string) => `case ${id} when 'operator' then 'Operator' else ${nameOf(alias, id, 'admin')} end`;

/** `$1`: sections. `$2`: who published each. */
const OF_ALL = `select s.section, case when s.changed_by is not null then ${publisher('n', 's.changed_by')} end as by,
    d.content as draft, d.note, ${nameOf('a', 'd.author_id', 'admin')} as author, d.saved_at, d.based_on
  from unnest($1::text[], $2::text[]) with ordinality as s (section, changed_by, n) ${joinAccount('n', 's.changed_by')}
    left join ${DRAFTS} d on d.section = s.section ${joinAccount('a', 'd.author_id')}
  order by s.n`;

type Answered = OnPagesAnswers[string];

/** The content of the site, for visitors and for admins. */
@Injectable()
export class SiteViews {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly site: PublishedSite,
  ) {}

  /** A page without an answer has the first content: its bytes need not say so. */
  @OnPages()
  onPages(): OnPagesAnswers {
    return {
      '/api/public/site': {
        ask: async () => {
          const data = this.onEveryPage();
          return data.changed.length ? known(data) : undefined;
        },
        draft: this.drafts((content, shown) => {
          const { text, link } = content.announcement ?? firstSite.announcement;
          // Whenever it is to be shown: its admin wants to see it now.
          return known(onEveryPage(content, text ? { text, link } : null, shown));
        }),
      },
      ...Object.fromEntries(
        SITE_SECTIONS.filter((section) => section !== 'products').map((section): [string, Answered] => [
          `/api/public/site/${section}`,
          { ask: async () => knownOf(section, this.site.shown), draft: this.drafts((content, shown) => knownOf(section, content, shown)) },
        ]),
      ),
      '/api/public/site/products': {
        ask: async () => (this.site.shown.products ? known(this.sold()) : undefined),
        draft: this.drafts(({ products }, shown) => products && known(this.withFormer(products, products.products, shown))),
      },
      [PRODUCT_PAGES]: { ask: async () => knownPages(this.site.shown), draft: this.drafts(knownPages) },
    };
  }

  async everyPage(): Promise<PublicSiteView> {
    await this.site.look();
    return this.onEveryPage();
  }

  private onEveryPage(): PublicSiteView {
    const published = this.site.shown;
    const { announcement } = published;
    const shown = announcement && isAnnounced(announcement, this.now()) ? { text: announcement.text, link: announcement.link } : null;
    return onEveryPage(published, shown);
  }

  async products(): Promise<PublicProductsView> {
    await this.site.look();
    return this.sold();
  }

  private sold(): PublicProductsView {
    return this.withFormer(this.site.content('products'));
  }

  /** `drafted`: what the products are to become. */
  private withFormer(
    content: SiteContent['products'],
    drafted?: SiteContent['products']['products'],
    shown = forVisitors,
  ): PublicProductsView {
    const products = shown('products', content) as Omit<PublicProductsView, 'former'>;
    return { ...products, former: this.site.former(drafted) };
  }

  /** A section as visitors read it; undefined: there is none of this name. */
  async shown(name: string): Promise<Record<string, unknown> | undefined> {
    if (!isFieldSection(name)) return undefined;
    await this.site.look();
    return forVisitors(name, this.site.content(name));
  }

  /** undefined: there is none at this address. */
  async tweak(slug: string): Promise<Record<string, unknown> | undefined> {
    await this.site.look();
    const { tweaks } = this.site.content('tweaks');
    const shown = forVisitors('tweaks', { tweaks: tweaks.filter((tweak) => tweak.slug === slug) });
    return (shown['tweaks'] as Record<string, unknown>[])[0];
  }

  async sections(): Promise<SiteView> {
    await this.site.look();
    const published = withoutExamples(this.site.written);
    const products = [...paidIn(published), ...paidIn(withoutExamples(await this.writtenAfter()))];
    const pages = products.map(({ sku }) => pageSectionOf(sku));
    const names = SITE_SECTIONS.flatMap((name) => (name === 'pages.premium' ? [...new Set(pages)] : [name]));
    const first = (section: SiteSection) => {
      const product = products.find(({ sku }) => pageSectionOf(sku) === section);
      return product && productPageIn(published, product);
    };
    const last = (section: SiteSection) => this.site.changesOf(section).at(-1);
    const { rows } = await this.pool.query<SectionRow>(OF_ALL, [names, names.map((name) => last(name)?.by ?? null)]);
    const sections = rows.map(({ section, by, draft, note, author, saved_at, based_on }) => ({
      section,
      published: written(section, last(section)?.content ?? published[section] ?? first(section) ?? null),
      position: last(section)?.position ?? 0,
      publishedAt: last(section)?.occurredAt ?? null,
      by,
      draft: draft && { content: written(section, draft), note, by: author, savedAt: saved_at.toISOString(), basedOn: based_on },
    }));
    return { sections };
  }

  /** Newest first, each with the content before it. */
  async history(limit: number, after?: number, section?: SiteSection): Promise<SiteHistoryView> {
    const { rows } = await this.pool.query<{
      position: number;
      section: SiteSection;
      content: object;
      before: object | null;
      note: string | null;
      by: string;
      changed_at: Date;
    }>(
      `select c.position, c.section, c.content, c.note, c.changed_at, ${publisher('n', 'c.changed_by')} as by,
         (select b.content from site.changes b where b.section = c.section and b.position < c.position order by b.position desc limit 1) as before
       from site.changes c ${joinAccount('n', 'c.changed_by')}
       where ($1::bigint is null or c.position < $1) and ($2::text is null or c.section = $2) and (c.section = any($4) or c.section like 'pages.product.%')
       order by c.position desc limit $3`,
      [after ?? null, section ?? null, limit + 1, SITE_SECTIONS],
    );
    const page = pageOf(rows, limit, (last) => [last.position]);
    const changes = page.rows.map(({ changed_at, content, before, ...row }) => ({
      ...row,
      content: written(row.section, content),
      before: written(row.section, before),
      changedAt: changed_at.toISOString(),
    }));
    return { changes, next: page.next };
  }

  /** An answer as it becomes, from what would be published and how it reaches the page. */
  private drafts(answer: (content: Contents, shown: typeof forVisitors) => Known | undefined): NonNullable<Answered['draft']> {
    return async (looked) => {
      const content = await this.drafted(looked);
      return answer(content, shownFor(looked, content));
    };
  }

  /** What visitors would read if every draft were published. Marks need the first contents too, which pages know otherwise. */
  private async drafted({ unsaved, isMarked }: Looked): Promise<Contents> {
    const contents = await this.writtenAfter(unsaved);
    const shown = shownTo(contents);
    return isMarked ? { ...named(firstSections, (contents.brand ?? firstSite.brand).name), ...shown } : shown;
  }

  /** The contents with every draft. */
  private async writtenAfter(unsaved?: Unsaved): Promise<Contents> {
    const { rows } = await this.pool.query<OneContent>(`select section, content from ${DRAFTS}`);
    return { ...this.site.written, ...contentsOf(unsaved ? [...rows, unsaved] : rows) };
  }
}

/** What every page names; null: the first content. */
function mainIn(published: Contents): PublicSiteView['main'] {
  const main = published.products && paidIn(published).find(({ isMain }) => isMain);
  return main ? { sku: main.sku, title: main.title } : null;
}

const onEveryPage = (published: Contents, announcement: PublicSiteView['announcement'], shown = forVisitors): PublicSiteView => ({
  changed: SITE_SECTIONS.filter((section) => published[section]),
  brand: published.brand ? (shown('brand', published.brand) as PublicSiteView['brand']) : null,
  announcement: announcement && (shown('announcement', announcement as never) as PublicSiteView['announcement']),
  hidden: hiddenPages(published),
  main: mainIn(published),
  tweaks: published.tweaks?.tweaks.length ?? null,
});

const known = (data: object): Known => ({ data, example: false });
/** A section as pages know it; undefined: it has the first content. */
function knownOf(section: SiteSection, published: Contents, shown = forVisitors): Known | undefined {
  const content = published[section];
  return content && known({ content: shown(section, content) });
}
/** The pages of all products, by id. */
const knownPages = (published: Contents, shown = forVisitors): Known =>
  known(Object.fromEntries(paidIn(published).map(({ sku }) => [sku, shown(`pages.product.${sku}`, published[`pages.product.${sku}`]!)])));

const written = (section: SiteSection, content: object | null): Record<string, unknown> => ({ ...sectionContent(section, content) });

const shownBrand = ({ address: _address, ...brand }: SiteContent['brand']) => brand;

const texts = new LRUCache<string, string>({ max: 2_000 });
/** Contents are read every second: a text is rendered when it changes. */
function htmlOnce(text: string): string {
  const html = texts.get(text) ?? htmlOf(text);
  texts.set(text, html);
  return html;
}

/** What only admins know of a section is left out. */
const withoutSecrets: { [S in SiteSection]?: (content: SiteContent[S]) => Record<string, unknown> } = {
  brand: shownBrand,
  products: ({ products }) => ({
    products: products.map(({ commission: _commission, ...product }) => ({ ...product, features: [...product.features] })),
  }),
};
const forVisitors = <S extends SiteSection>(section: S, content: SiteContent[S]): Record<string, unknown> =>
  withoutSecrets[section]?.(content) ?? renderedContent(fieldsOf(section) ?? {}, { ...content }, htmlOnce);

const firstSections = Object.fromEntries(SITE_SECTIONS.map((section) => [section, firstSite[section]])) as Contents;

/** How contents reach a page: as visitors read them, or with marks, which name the section that an admin writes. */
function shownFor({ isMarked }: Looked, published: Contents): typeof forVisitors {
  if (!isMarked) return forVisitors;
  const main = paidIn(published).find((product) => product.isMain);
  return (section, content) => {
    const sku = section === 'pages.premium' ? main?.sku : skuOfPage(section);
    return markedContent(sku === undefined ? section : pageSectionOf(sku), forVisitors(section, content));
  };
}
