import {
  contentProblem,
  deadLinkIn,
  type Fact,
  fact,
  hiddenPages,
  isSameContent,
  named,
  pageSectionOf,
  type Product,
  type PublishedContents,
  sectionContent,
  sectionInfo,
  type SiteContent,
  siteRefusals,
  type SiteSection,
  siteStream,
  successorOf,
} from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/deciding/decider.ts';
import type { Actor } from '../../engine/log/event.ts';
import { refuseIf } from '../../platform/refused.ts';
import type { NewSection, PublishSite, RestoreSite } from './site.commands.ts';

/** The published content of each section that was ever changed, and products that are no longer sold or had other numbers. */
export interface Site {
  sections: Readonly<Record<string, { content: object; position: number; by: Actor } | undefined>>;
  former: readonly Product[];
}

/** The content of a section. */
export const contentOf = <S extends SiteSection>({ sections }: Pick<Site, 'sections'>, section: S): SiteContent[S] =>
  sectionContent(section, sections[section]?.content, productsOf(sections));
const productsOf = (sections: Site['sections']) => sectionContent('products', sections['products']?.content).products;

/** Position of the event that published a section; 0: it has its first content. */
export const publishedAt = ({ sections }: Site, section: string): number => sections[section]?.position ?? 0;

const isSameProduct = (a: Product, b: Product): boolean => a.sku === b.sku && isSameContent(a.providers, b.providers);

/** The products that a change replaces: earlier invoices still name them. */
const formerAfter = (site: Site, next: readonly Product[]): Product[] =>
  [...site.former, ...contentOf(site, 'products').products].filter((one) => !next.some((p) => isSameProduct(p, one)));

export const siteDecider: Decider<Site> = {
  name: 'site',
  version: 1,
  initial: { sections: {}, former: [] },
  evolve: {
    SiteChanged: (site, { section, content }, { position, by }) => ({
      sections: { ...site.sections, [section]: { content, position, by } },
      former: section === 'products' ? formerAfter(site, sectionContent('products', content).products) : site.former,
    }),
  },
};

export const siteSource: Source<Site> = { streamId: siteStream, decider: siteDecider };
/** The site as a source: as of the decision's position. */
export const siteInForce: Source<Site> = { ...siteSource, readOnly: true };

/** Every product that an invoice may name, the current ones first. */
export const everyProduct = (site: Site): readonly Product[] =>
  named([...contentOf(site, 'products').products, ...site.former], contentOf(site, 'brand').name);

const change = (site: Site, { section, content, note }: NewSection): Fact[] => {
  const problem = contentProblem(section, content!);
  refuseIf(problem !== undefined, problem!);
  if (isSameContent(content, contentOf(site, section))) return [];
  return [fact('SiteChanged', { section, content: { ...content }, ...(note ? { note } : {}) })];
};

/** A product that gets another id keeps its page. */
function movedPages(site: Site, sections: readonly NewSection[]): NewSection[] {
  const after = sections.find(({ section }) => section === 'products')?.content as SiteContent['products'] | undefined;
  if (!after) return [];
  const before = contentOf(site, 'products').products;
  return before.flatMap((product) => {
    const next = successorOf(product, before, after.products);
    if (!next || next.sku === product.sku || next.kind === 'free') return [];
    const [from, to] = [pageSectionOf(product.sku), pageSectionOf(next.sku)];
    const isWritten = sections.some(({ section }) => section === from || section === to);
    return site.sections[from] && !isWritten ? [{ section: to, content: contentOf(site, from) }] : [];
  });
}

/** What decides where pages are, as it becomes. */
function placedIn(site: Site, sections: readonly NewSection[]) {
  const becomes = { ...site.sections, ...Object.fromEntries(sections.map(({ section, content }) => [section, { content: content! }])) };
  const contents = Object.fromEntries(Object.entries(becomes).map(([section, one]) => [section, one!.content])) as PublishedContents;
  const next = { sections: becomes as Site['sections'] };
  const [announcement, products, tweaks] = [contentOf(next, 'announcement'), contentOf(next, 'products'), contentOf(next, 'tweaks')];
  return { announcement, products, tweaks, hidden: hiddenPages(contents), contents };
}

/** Publishes sections together. What another admin published after `editBase` is not overwritten unseen. */
const publish = (site: Site, { meta, sections, editBase, names }: PublishSite | RestoreSite): Fact[] => {
  const changed = sections.flatMap(({ section }) => {
    const published = site.sections[section];
    if (!published || published.position <= editBase) return [];
    return [`${sectionInfo(section).title} by ${names[published.by.id] ?? 'another admin'}`];
  });
  refuseIf(changed.length > 0, siteRefusals.changedMeanwhile(changed), 'conflict');
  const all = [...sections, ...movedPages(site, sections)];
  const dead = deadLinkIn(placedIn(site, all), Date.parse(meta.occurredAt));
  refuseIf(dead !== undefined, dead!);
  return all.flatMap((one) => change(site, one));
};

export const publishSite = (site: Site, command: PublishSite): Fact[] => {
  const isMissing = command.sections.some(({ content }) => content === null);
  refuseIf(isMissing, siteRefusals.noDraft, 'missing');
  const changed = command.savedSince.map(({ section, by }) => `${sectionInfo(section).title} by ${by}`);
  refuseIf(changed.length > 0, siteRefusals.changedMeanwhile(changed), 'conflict');
  return publish(site, command);
};

export const restoreSite = (site: Site, command: RestoreSite): Fact[] => {
  const isMissing = command.sections.some(({ content }) => content === null);
  refuseIf(isMissing, siteRefusals.noVersion, 'missing');
  return publish(site, command);
};
