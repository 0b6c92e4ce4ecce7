import { pictureLimits } from './pictures.ts';
import type { ContentOf, SiteFields } from './site-fields.ts';

/** Whose shop it is (docs/rules.md#31-the-sellers-site). */
export const brandFields = {
  name: { kind: 'line', label: 'Name', max: 40, isPrinted: true, hint: 'In texts, {name} is the name of the brand.' },
  tagline: {
    kind: 'line',
    label: 'Line in the footer',
    max: 160,
    isOptional: true,
    isLater: true,
    hint: 'What the shop is, in a sentence.',
  },
  disclaimer: { kind: 'line', label: 'Disclaimer', max: 200, isOptional: true, isLater: true, hint: 'After the © in the footer.' },
  accent: { kind: 'colour', label: 'Accent', hint: 'The colour of buttons, links and marks.' },
  logo: {
    kind: 'picture',
    label: 'Logo',
    isOptional: true,
    edge: pictureLimits.logoEdge,
    hint: 'A square picture, shown beside the name on light and dark ground, and as the icon of the site.',
  },
  support: { kind: 'email', label: 'Support address', isOptional: true, hint: 'Pages and mails name it.' },
  chat: { kind: 'link', label: 'Discord', isOptional: true },
  video: { kind: 'link', label: 'YouTube', isOptional: true },
  code: { kind: 'link', label: 'GitHub', isOptional: true },
  socials: { kind: 'link', label: 'Page of all places', isOptional: true, hint: 'A page like Linktree, which the socials page shows.' },
  address: { kind: 'lines', label: 'Postal address', max: 80, count: 8, isPrinted: true, hint: 'One on each line. Statements show it.' },
} as const satisfies SiteFields;
export type Brand = ContentOf<typeof brandFields>;
