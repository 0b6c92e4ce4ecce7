import type { SiteContent, SiteSection } from '../rules/site-sections.ts';
import { firstProducts } from './products.ts';
import { reviews } from './reviews.ts';
import { team } from './team.ts';

/** The site until an admin publishes anything: another seller changes it by screen. Pages import only the parts that they show. */
export const firstSite: SiteContent = {
  products: { products: firstProducts },
  reviews: { reviews },
  team: { team },
  announcement: { text: '', link: null, fromAt: null, untilAt: null },
};

/** A section as it was published; a field that it did not have then has its first value. */
export const sectionContent = <S extends SiteSection>(section: S, published: object | null | undefined): SiteContent[S] => ({
  ...firstSite[section],
  ...(published as Partial<SiteContent[S]> | null | undefined),
});
