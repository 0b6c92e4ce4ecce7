import { tweaks } from '@framelift/contracts/content/tweaks';
import { type PageInfo, pages } from '../lib/pages.ts';
import { tweakPage } from '../site/tweaks/tweakPages.ts';

/** Every page that the server renders: `pages`, and one for each tweak. The browser needs only those it shows. */
export const allPages: Readonly<Record<string, PageInfo>> = {
  ...pages,
  ...Object.fromEntries(tweaks.map(tweakPage).map((page) => [page.path.slice(1), page])),
};
