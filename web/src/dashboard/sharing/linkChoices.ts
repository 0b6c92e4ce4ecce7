import { CAMPAIGN } from '@framelift/contracts/campaign';
import { refusals } from '@framelift/contracts/refusals';
import { pages } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';

const label = ({ path, title }: { path: string; title: string }) => (path === paths.home ? 'Home' : title);

/** Pages that a link may lead to, by their path: every public one, the one that sells first. */
export const linkPages: Record<string, string> = Object.fromEntries(
  [pages.premium, ...Object.values(pages)]
    .filter(({ path, indexed }) => indexed && path !== paths.login)
    .map((page) => [page.path, label(page)]),
);

/** What is wrong with a campaign as it is typed; an empty one is none. */
export const campaignProblem = (campaign: string): string | undefined =>
  campaign === '' || CAMPAIGN.test(campaign) ? undefined : refusals.campaignInvalid;
