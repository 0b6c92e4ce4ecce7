import { isoDayOf, type Tweak, type TweakTag, tweakTags } from '@framelift/contracts/content/tweaks';

export const sorts = ['none', 'newest', 'oldest'] as const;
export type Sort = (typeof sorts)[number];

/** The search text; it is in the address, so that it can be shared and survives going back. */
export interface Wanted {
  search: string;
  tag: TweakTag | '';
  sort: Sort;
}

export const readWanted = (params: URLSearchParams): Wanted => ({
  search: params.get('search') ?? '',
  tag: tweakTags.find((tag) => tag === params.get('tag')) ?? '',
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

/** '2025 June 14' (year, month name, day; docs/product.md#tweaks) as a time; NaN when it is no such date. */
export const timeOf = (dateAdded: string): number => new Date(`${isoDayOf(dateAdded)}T00:00`).getTime();

const holds = (text: string, search: string) => text.toLowerCase().includes(search);

export const findTweaks = (tweaks: Tweak[], { search, tag, sort }: Wanted): Tweak[] => {
  const words = search.trim().toLowerCase();
  const found = tweaks.filter(
    (tweak) =>
      (!tag || tweak.tags.includes(tag)) &&
      (holds(tweak.title, words) || holds(tweak.description, words) || tweak.tags.some((t) => holds(t, words))),
  );
  if (sort === 'none') return found;
  const newestFirst = found.toSorted((a, b) => timeOf(b.dateAdded) - timeOf(a.dateAdded));
  return sort === 'newest' ? newestFirst : newestFirst.toReversed();
};
