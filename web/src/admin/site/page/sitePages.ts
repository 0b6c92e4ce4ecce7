import type { Product } from '@framelift/contracts/products';
import { type FieldSection, pageSectionOf, sectionInfo, type SiteSection, skuOfPage } from '@framelift/contracts/site-sections';
import { pages } from '../../../lib/pages.ts';
import { productPath, tweakPath } from '../../../lib/paths.ts';
import type { SectionView } from '../siteApi.ts';

/** A page that can be edited. `name`: of its preview. `section`: what is on it alone. */
export interface SitePage {
  readonly name: string;
  readonly title: string;
  readonly section: SiteSection;
  readonly path: string;
}

const withoutPage = (title: string) => title.replace(/ page$/, '').replace(/^Page /, '');
const fixed = Object.entries(pages).flatMap(([name, page]): SitePage[] => {
  const section: FieldSection | undefined = 'section' in page ? page.section : undefined;
  if (!section || skuOfPage(section) !== undefined) return [];
  const title = withoutPage(sectionInfo(section).title);
  return [{ name, section, path: page.path, title: title.charAt(0).toUpperCase() + title.slice(1) }];
});

/** Every page of the site with its drafts: the home page first, then the products, the others, and the tweaks. */
export function sitePages(sections: readonly SectionView[]): SitePage[] {
  const contentOf = (name: SiteSection) => {
    const view = sections.find(({ section }) => section === name);
    return view?.draft?.content ?? view?.published;
  };
  const sold = (contentOf('products')?.['products'] ?? []) as readonly Product[];
  const products = sold
    .filter(({ kind }) => kind === 'paid')
    .map((product): SitePage => {
      const { sku, title } = product;
      return { name: `products.${sku}`, title, section: pageSectionOf(sku), path: productPath(product) };
    });
  const written = (contentOf('tweaks')?.['tweaks'] ?? []) as readonly { slug: string; title: string }[];
  const tweaks = written.map((tweak): SitePage => ({
    name: `tweaks.${tweak.slug}`,
    title: `Tweak: ${tweak.title}`,
    section: 'tweaks',
    path: tweakPath(tweak),
  }));
  return [...fixed.slice(0, 1), ...products, ...fixed.slice(1), ...tweaks];
}
