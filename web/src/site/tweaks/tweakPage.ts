import { tweaks as firstTweaks } from '@framelift/contracts/content/tweaks';
import type { ShownTweak } from '@framelift/contracts/tweaks';
import type { PageInfo } from '../../lib/pages.ts';
import { tweakPath } from '../../lib/paths.ts';

/** What the page of a tweak says about itself. */
export const tweakPage = (tweak: ShownTweak): PageInfo => ({
  path: tweakPath(tweak),
  title: tweak.title,
  description: tweak.description,
  indexed: true,
  // The others have the picture of the list.
  ...(firstTweaks.some(({ slug }) => slug === tweak.slug) ? {} : { pictureOf: '/tweaks' }),
});
