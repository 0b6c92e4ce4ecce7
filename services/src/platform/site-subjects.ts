import { firstContent as firstOf, pageSectionOf, paidOf, repoOf, type SiteContent, type SiteSection } from '@framelift/contracts';
import { videoIdOf } from '@framelift/contracts/content/guides';

/** Of whom and of what the content of the site shows something that public sources say. */

export type ReadContent = <S extends SiteSection>(section: S) => SiteContent[S];

export const firstContent: ReadContent = (section) => firstOf(section);

/** Who wrote a review or is on the team: the account's id and name. */
export const peopleIn = (read: ReadContent): ReadonlyMap<string, string> =>
  new Map(
    [...read('team').team, ...read('reviews').reviews].flatMap(({ discordId, name }) => (discordId ? [[discordId, name] as const] : [])),
  );

/** `owner/name` of the tweaks whose downloads the code host counts. */
export const tweakReposIn = (read: ReadContent): string[] => [...new Set(read('tweaks').tweaks.flatMap((tweak) => repoOf(tweak) ?? []))];

/** Ids of the videos. */
export const videosIn = (read: ReadContent): string[] => [
  ...(['pages.free', 'pages.fortnite-optimizer'] as const).map((page) => videoIdOf(read(page).guideUrl)),
  ...paidOf(read('products').products).flatMap(({ sku }) => {
    const { guideUrl } = read(pageSectionOf(sku));
    return guideUrl === null ? [] : [videoIdOf(guideUrl)];
  }),
  ...read('tweaks').tweaks.map(({ videoUrl }) => videoIdOf(videoUrl)),
];
