import { type Tweak, tweaks } from '@framelift/contracts/content/tweaks';
import { type PageInfo, SITE } from '../../lib/pages.ts';
import { pageName, tweakPath } from '../../lib/paths.ts';

/** What the page of a tweak says about itself. */
export const tweakPage = (tweak: Tweak): PageInfo => ({
  path: tweakPath(tweak),
  title: tweak.title,
  description: tweak.description,
  indexed: true,
  shows: [SITE, '/api/public/tweaks'],
  waits: true,
});

/** The tweak whose page is at this path. */
export const tweakAt = (path: string): Tweak => tweaks.find((tweak) => tweakPath(tweak) === pageName(path.toLowerCase()))!;
