import { rules } from '@framelift/contracts/rules';
import type { ShownTweak } from '@framelift/contracts/tweaks';
import { addressOf } from '../../lib/meta.ts';
import { tweakPath } from '../../lib/paths.ts';

/** A free tweak as search engines read it. */
export const tweakData = (tweak: ShownTweak) => ({
  '@type': 'SoftwareApplication',
  name: tweak.title,
  description: tweak.description,
  url: addressOf(tweakPath(tweak)),
  downloadUrl: tweak.downloadUrl.startsWith('/') ? addressOf(tweak.downloadUrl) : tweak.downloadUrl,
  datePublished: tweak.added,
  applicationCategory: 'UtilitiesApplication',
  operatingSystem: 'Windows 10, Windows 11',
  offers: { '@type': 'Offer', price: '0.00', priceCurrency: rules.currency },
});

/** A list of pages, or the way from the first one to the last. */
export const listData = (type: 'ItemList' | 'BreadcrumbList', entries: { title: string; path: string }[]) => ({
  '@type': type,
  itemListElement: entries.map(({ title, path }, i) => ({ '@type': 'ListItem', position: i + 1, name: title, item: addressOf(path) })),
});
