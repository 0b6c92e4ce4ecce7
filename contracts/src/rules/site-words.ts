import type { SiteFields } from './site-fields.ts';
import { line } from './site-shapes.ts';

/** Words of every page. */
export const menuFields = {
  home: line('Menu: home', 40),
  tweaks: line('Menu: tweaks', 40),
  pricing: line('Menu: pricing', 40),
  more: line('Menu: more', 40),
  about: line('Menu: about us', 40),
  affiliate: line('Menu: affiliate programme', 40),
  socials: line('Menu: socials', 40),
  download: line('Menu: download', 40),
  product: line('Footer: product', 40),
  free: line('Footer: free utility', 40),
  premium: { ...line('Footer: premium', 40), hint: 'The product with the id premium.' },
  fortnite: line('Footer: second download', 40),
  company: line('Footer: company', 40),
  legal: line('Footer: legal', 40),
  privacy: line('Footer: privacy policy', 40),
  terms: line('Footer: terms', 40),
  refund: line('Footer: refund policy', 40),
  community: line('Footer: community', 40),
} as const satisfies SiteFields;

const policy = {
  title: line('Title', 80),
  summary: line('Summary', 200),
  parts: {
    kind: 'list',
    label: 'Parts',
    one: 'part',
    titledBy: 'heading',
    min: 1,
    max: 100,
    of: { heading: line('Heading'), text: { kind: 'markdown', label: 'Text', max: 20_000 } },
  },
} as const;
export const policyFields = { 'policies.terms': policy, 'policies.privacy': policy, 'policies.refund': policy } as const;
