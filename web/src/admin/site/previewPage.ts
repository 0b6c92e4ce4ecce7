import { type SiteSection, skuOfPage } from '@framelift/contracts/site-sections';
import { pages } from '../../lib/pages.ts';

type PageName = keyof typeof pages;

const elsewhere: Partial<Record<SiteSection, PageName>> = {
  products: 'pricing',
  reviews: 'pricing',
  team: 'about',
  tweaks: 'tweaks',
  'pages.not-found': 'notFound',
};

/** The page that shows a section best. What is on every page is looked at on the home page. */
export function previewPage(section: SiteSection): PageName | `products.${string}` {
  const sku = skuOfPage(section);
  if (sku !== undefined) return `products.${sku}`;
  if (section.startsWith('policies.')) return 'tos';
  const own = (Object.keys(pages) as PageName[]).find((name) => pages[name].section === section);
  return own ?? elsewhere[section] ?? 'home';
}
