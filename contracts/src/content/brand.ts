import type { Brand } from '../rules/brand-fields.ts';

/** Whose shop it is until an admin publishes another brand. */
export const firstBrand: Brand = {
  name: 'Framelift',
  tagline: 'PC optimisation for Windows 10 and 11: more frames, less latency.',
  disclaimer: 'Not affiliated with Microsoft, Epic Games or any hardware vendor.',
  accent: '#bdf430',
  logo: null,
  support: null,
  chat: 'https://discord.gg/framelift',
  video: 'https://www.youtube.com/@framelift',
  code: 'https://github.com/framelift',
  socials: 'https://linktr.ee/framelift',
  address: [],
};
