/** The seller's places outside of this site; another seller changes this file. */
export const links = {
  chat: 'https://discord.gg/framelift',
  video: 'https://www.youtube.com/@framelift',
  code: 'https://github.com/framelift',
  socials: 'https://linktr.ee/framelift',
} as const;
