import type { ShownTweak } from '@framelift/contracts/tweaks';

export const sorts = ['none', 'newest', 'oldest'] as const;
export type Sort = (typeof sorts)[number];

/** The search text; it is in the address, so that it can be shared and survives going back. */
export interface Wanted {
  search: string;
  /** Empty: all. */
  tag: string;
  sort: Sort;
}

/** `tags`: those that tweaks have. */
export const readWanted = (params: URLSearchParams, tags: readonly string[]): Wanted => ({
  search: params.get('search') ?? '',
  tag: tags.find((tag) => tag === params.get('tag')) ?? '',
  sort: sorts.find((sort) => sort === params.get('sort')) ?? 'none',
});

/** The address without what asks for nothing; other parameters (a referral code) stay. */
export const writeWanted = (params: URLSearchParams, wanted: Partial<Wanted>): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(wanted)) {
    if (value && value !== 'none') next.set(name, value);
    else next.delete(name);
  }
  return next;
};

/** Tags that sort before others, in this order. */
const FIRST_TAGS = ['Nvidia Guide', 'AMD Guide', 'Windows Guide', 'Fortnite Guide', 'Additional'];

/** Tags of the tweaks, each once. */
export function tagsOf(tweaks: readonly ShownTweak[]): string[] {
  const all = new Set(tweaks.flatMap(({ tags }) => tags));
  return [...FIRST_TAGS.filter((tag) => all.has(tag)), ...[...all].filter((tag) => !FIRST_TAGS.includes(tag))];
}

const holds = (text: string, search: string) => text.toLowerCase().includes(search);

export const findTweaks = (tweaks: readonly ShownTweak[], { search, tag, sort }: Wanted): readonly ShownTweak[] => {
  const words = search.trim().toLowerCase();
  const found = tweaks.filter(
    (tweak) =>
      (!tag || tweak.tags.includes(tag)) &&
      (holds(tweak.title, words) || holds(tweak.description, words) || tweak.tags.some((t) => holds(t, words))),
  );
  if (sort === 'none') return found;
  const newestFirst = found.toSorted((a, b) => b.added.localeCompare(a.added));
  return sort === 'newest' ? newestFirst : newestFirst.toReversed();
};
