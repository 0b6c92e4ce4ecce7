import { Inject, Injectable } from '@nestjs/common';
import {
  fieldsOf,
  firstSite,
  hiddenPages,
  isAnnounced,
  isFieldSection,
  isSection,
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
} from '@framelift/contracts';
import { LRUCache } from 'lru-cache';
import { pageOf } from '../../http/list-query.ts';
import { htmlOf } from '../../http/site/markdown.ts';
import { type Known, PRODUCT_PAGES } from '../../http/site/own-pages.ts';
import { OnPages, type OnPagesAnswers, type Unsaved } from '../../http/site/rendering.ts';
import type { Pool } from '../../platform/pg.ts';
import { CLOCK, type Clock, POOL } from '../../platform/tokens.ts';
import { DRAFTS } from '../../programme/site/site.tables.ts';
import { joinAccount, nameOf } from '../names.ts';
import { FormerProducts, paidIn, productPageIn, type Published, withoutExamples, withProductPages } from './product-pages.ts';

interface SectionRow {
  section: SiteSection;
  content: object | null;
  position: number;
  changed_at: Date | null;
  by: string | null;
  draft: object | null;
  note: string | null;
  author: string;
  saved_at: Date;
  based_on: number;
}

/** Who published: an admin, or an operator by the command line. */
const publisher = (alias: string, id: string) => `case ${id} when 'operator' then 'Operator' else ${nameOf(alias, id, 'admin')} end`;

const OF_ALL = `select s.section, p.content, coalesce(p.position, 0) as position, p.changed_at,
    case when p.section is not null then ${publisher('n', 'p.changed_by')} end as by,
    d.content as draft, d.note, ${nameOf('a', 'd.author_id', 'admin')} as author, d.saved_at, d.based_on
  from unnest($1::text[]) with ordinality as s (section, n)
    left join site.sections p on p.section = s.section ${joinAccount('n', 'p.changed_by')}
    left join ${DRAFTS} d on d.section = s.section ${joinAccount('a', 'd.author_id')}
  order by s.n`;

const PUBLISHED = 'select section, content from site.sections';
const DRAFTED = `select section, content from ${DRAFTS}
  union all ${PUBLISHED} where section not in (select section from ${DRAFTS})`;

type Answered = OnPagesAnswers[string];

/** The content of the site, for visitors and for admins. */
@Injectable()
export class SiteViews {
  private asked: Promise<Published> | undefined;
  private readonly former: FormerProducts;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    this.former = new FormerProducts(pool);
  }

  /** A page without an answer has the first content: its bytes need not say so. */
  @OnPages()
  onPages(): OnPagesAnswers {
    return {
      '/api/public/site': {
        ask: async () => {
          const data = await this.everyPage();
          return data.changed.length ? known(data) : undefined;
        },
        draft: async (unsaved) => {
          const content = await this.drafted(unsaved);
          const { text, link } = content.announcement ?? firstSite.announcement;
          // Whenever it is to be shown: its admin wants to see it now.
          return known(onEveryPage(content, text ? { text, link } : null));
        },
      },
      ...Object.fromEntries(
        SITE_SECTIONS.filter((section) => section !== 'products').map((section): [string, Answered] => [
          `/api/public/site/${section}`,
          {
            ask: async () => knownOf(section, await this.published()),
            draft: async (unsaved) => knownOf(section, await this.drafted(unsaved)),
          },
        ]),
      ),
      '/api/public/site/products': {
        ask: async () => ((await this.published()).products ? known(await this.products()) : undefined),
        draft: async (unsaved) => {
          const { products } = await this.drafted(unsaved);
          return products && known(await this.withFormer(products, products.products));
        },
      },
      [PRODUCT_PAGES]: {
        ask: async () => knownPages(await this.published()),
        draft: async (unsaved) => knownPages(await this.drafted(unsaved)),
      },
    };
  }

  async everyPage(): Promise<PublicSiteView> {
    const published = await this.published();
    const { announcement } = published;
    const shown = announcement && isAnnounced(announcement, this.now()) ? { text: announcement.text, link: announcement.link } : null;
    return onEveryPage(published, shown);
  }

  async products(): Promise<PublicProductsView> {
    return this.withFormer(await this.inForce('products'));
  }

  /** `drafted`: what the products are to become. */
  private async withFormer(content: SiteContent['products'], drafted?: SiteContent['products']['products']): Promise<PublicProductsView> {
    const products = forVisitors('products', content) as Omit<PublicProductsView, 'former'>;
    return { ...products, former: await this.former.addresses(drafted) };
  }

  /** A section as visitors read it; undefined: there is none of this name. */
  async shown(name: string): Promise<Record<string, unknown> | undefined> {
    const content = isFieldSection(name) ? await this.inForce(name) : undefined;
    return content && forVisitors(name as SiteSection, content);
  }

  /** undefined: there is none at this address. */
  async tweak(slug: string): Promise<Record<string, unknown> | undefined> {
    const { tweaks } = await this.inForce('tweaks');
    const shown = forVisitors('tweaks', { tweaks: tweaks.filter((tweak) => tweak.slug === slug) });
    return (shown['tweaks'] as Record<string, unknown>[])[0];
  }

  private async inForce<S extends SiteSection>(section: S): Promise<SiteContent[S]> {
    const published = await this.published();
    return published[section] ?? named(firstSite[section], (published.brand ?? firstSite.brand).name);
  }

  async sections(): Promise<SiteView> {
    const asWritten = (all: Published) => all;
    const [published, drafted] = await Promise.all([PUBLISHED, DRAFTED].map((contents) => this.read(contents, undefined, asWritten)));
    const products = [...paidIn(published!), ...paidIn(drafted!)];
    const pages = products.map(({ sku }) => pageSectionOf(sku));
    const names = SITE_SECTIONS.flatMap((name) => (name === 'pages.premium' ? [...new Set(pages)] : [name]));
    const first = (section: SiteSection) => {
      const product = products.find(({ sku }) => pageSectionOf(sku) === section);
      return product && productPageIn(published!, product);
    };
    const { rows } = await this.pool.query<SectionRow>(OF_ALL, [names]);
    const sections = rows.map(({ section, content, position, changed_at, by, draft, note, author, saved_at, based_on }) => ({
      section,
      published: written(section, content ?? published![section] ?? first(section) ?? null),
      position,
      publishedAt: changed_at?.toISOString() ?? null,
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

  /** Sections that an admin published, with the name of the brand in their texts. All who ask at the same time share one query. */
  private published(): Promise<Published> {
    this.asked ??= this.read(PUBLISHED).finally(() => (this.asked = undefined));
    return this.asked;
  }

  /** What would be published if every draft were. */
  private drafted(unsaved?: Unsaved): Promise<Published> {
    return this.read(DRAFTED, unsaved);
  }

  /** `shown`: for visitors. Sections of a newer program are left out. */
  private async read(contents: string, unsaved?: Unsaved, shown = withProductPages): Promise<Published> {
    const { rows: read } = await this.pool.query<{ section: string; content: object }>(contents);
    const others = read.filter(({ section }) => isSection(section) && section !== unsaved?.section) as Unsaved[];
    const rows = unsaved ? [...others, unsaved] : others;
    const { name } = sectionContent('brand', rows.find(({ section }) => section === 'brand')?.content);
    const published = Object.fromEntries(rows.map(({ section, content }) => [section, sectionContent(section, content)])) as Published;
    return named(shown(withoutExamples(published)), name);
  }
}

/** What every page names; null: the first content. */
function mainIn(published: Published): PublicSiteView['main'] {
  const main = published.products && paidIn(published).find(({ isMain }) => isMain);
  return main ? { sku: main.sku, title: main.title } : null;
}

const onEveryPage = (published: Published, announcement: PublicSiteView['announcement']): PublicSiteView => ({
  changed: SITE_SECTIONS.filter((section) => published[section]),
  brand: published.brand ? shownBrand(published.brand) : null,
  announcement,
  hidden: hiddenPages(published),
  main: mainIn(published),
  tweaks: published.tweaks?.tweaks.length ?? null,
});

const known = (data: object): Known => ({ data, example: false });
/** A section as pages know it; undefined: it has the first content. */
function knownOf(section: SiteSection, published: Published): Known | undefined {
  const content = published[section];
  return content && known({ content: forVisitors(section, content) });
}
/** The pages of all products, by id. */
const knownPages = (published: Published): Known =>
  known(
    Object.fromEntries(paidIn(published).map(({ sku }) => [sku, forVisitors(`pages.product.${sku}`, published[`pages.product.${sku}`]!)])),
  );

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
