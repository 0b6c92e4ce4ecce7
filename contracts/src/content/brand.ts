import type { Brand } from '../rules/brand-fields.ts';

/** Whose shop it is until an admin publishes another brand. */
export const firstBrand: Brand = {
  name: 'Framelift',
  accent: '#bdf430',
  logo: null,
  support: null,
  chat: 'https://discord.gg/framelift',
  video: 'https://www.youtube.com/@framelift',
  code: 'https://github.com/framelift',
  socials: 'https://linktr.ee/framelift',
  address: [],
};
