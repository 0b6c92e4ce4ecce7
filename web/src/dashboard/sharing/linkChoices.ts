import { paidOf } from '@framelift/contracts/offers';
import { CAMPAIGN } from '@framelift/contracts/campaign';
import { refusals } from '@framelift/contracts/refusals';
import { pages } from '../../lib/pages.ts';
import { paths, productPath } from '../../lib/paths.ts';
import { productLabel, useIsShown, useProducts } from '../../lib/siteContent.ts';

const label = ({ path, title }: { path: string; title: string }) => (path === paths.home ? 'Home' : title);

/** Pages that a link may lead to, by their path: the products' first, then every other public one. */
export function useLinkPages(): [path: string, label: string][] {
  const isShown = useIsShown();
  const paid = paidOf(useProducts() ?? []).toSorted((a, b) => Number(b.isMain) - Number(a.isMain));
  const others = Object.values(pages).filter(({ path, indexed }) => indexed && path !== paths.login && path !== paths.premium);
  return [
    ...paid.map((product): [string, string] => [productPath(product), productLabel(product)]),
    ...others.filter(({ path }) => isShown(path)).map((page): [string, string] => [page.path, label(page)]),
  ];
}

/** What is wrong with a campaign as it is typed; an empty one is none. */
export const campaignProblem = (campaign: string): string | undefined =>
  campaign === '' || CAMPAIGN.test(campaign) ? undefined : refusals.campaignInvalid;
