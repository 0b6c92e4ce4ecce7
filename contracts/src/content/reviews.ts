import type { SiteContent } from '../rules/site-sections.ts';

export type Review = SiteContent['reviews']['reviews'][number];

/** What customers wrote. */
export const reviews: readonly Review[] = [
  {
    name: 'kestrel',
    role: 'Customer',
    content: 'Frame times in Warzone went from a mountain range to a flat line. Averages rose a little, the stutter is simply gone.',
    rating: 5,
    discordId: '100000000000000101',
    date: '2025-06-21',
  },
  {
    name: 'paper.moth',
    role: 'OG Customer',
    content: 'Here since version 2. Two new graphics cards later the same key still works, and the monthly updates keep coming.',
    rating: 5,
    discordId: '100000000000000102',
    date: '2025-06-08',
  },
  {
    name: 'tinroof',
    role: 'Customer',
    content: 'Opened a ticket at three in the morning because of a BIOS option I did not understand. Answer within ten minutes.',
    rating: 5,
    discordId: '100000000000000103',
    date: '2025-05-30',
  },
  {
    name: 'lowpoly',
    role: 'Helper',
    content: 'What I like most is that nothing is hidden: each tweak says what it changes and how to take it back.',
    rating: 5,
    discordId: '100000000000000104',
    date: '2025-05-17',
  },
  {
    name: 'northbridge',
    role: 'Customer',
    content: 'Old i5 and a 1660. It did not turn into a new PC, but Fortnite holds 144 now where it used to dip under 110.',
    rating: 4,
    discordId: '100000000000000105',
    date: '2025-05-02',
  },
  {
    name: 'vsyncless',
    role: 'Moderator',
    content: 'I used to keep a folder of registry files. The configurators replaced all of it, and I trust the undo button.',
    rating: 5,
    discordId: '100000000000000106',
    date: '2025-04-19',
  },
  {
    name: 'quietfan',
    role: 'Customer',
    content: 'The power profiles for laptops are underrated. Quieter on the desk, and still faster when a match starts.',
    rating: 5,
    discordId: '100000000000000107',
    date: '2025-04-04',
  },
  {
    name: 'subtick',
    role: 'Customer',
    content: 'Counter-Strike feels tighter. I measured it: 1% lows up by a fifth. The before and after benchmark saves screenshots.',
    rating: 5,
    discordId: '100000000000000108',
    date: '2025-03-22',
  },
  {
    name: 'rivet',
    role: 'Ex Helper',
    content: 'Helped in tickets for a year. Most problems were solved by reading the guide inside the app, which says a lot.',
    rating: 5,
    discordId: '100000000000000109',
    date: '2025-02-27',
  },
  {
    name: 'halfsecond',
    role: 'Customer',
    content: 'Network tweaks took my ping spikes away on a crowded home line. Wish there were a router guide as well.',
    rating: 4,
    discordId: '100000000000000110',
    date: '2025-02-09',
  },
  {
    name: 'duskline',
    role: 'OG Customer',
    content: 'Bought it once for a fraction of a game and still get updates. I send friends to the free version first.',
    rating: 5,
    discordId: '100000000000000111',
    date: '2025-01-12',
  },
  {
    name: 'coldboot',
    role: 'Customer',
    content: 'Start-up went from a coffee break to a sip. The list of background services it found was embarrassing.',
    rating: 5,
    discordId: '100000000000000112',
    date: '2024-12-03',
  },
];

export const newestFirst = (all: readonly Review[]): Review[] => all.toSorted((a, b) => b.date.localeCompare(a.date));
