import { type Brand, DAY_MS } from '@framelift/contracts';

/** RFC 9116: a copy is to be asked for again after this; at most a year is recommended. */
const GOOD_FOR_DAYS = 180;
export const SECURITY_TEXT = '/.well-known/security.txt';

interface Shop {
  brand: Brand;
  /** SECURITY_CONTACT. */
  contact: string | undefined;
  publicUrl: string;
  /** The moment, in ms. */
  now: number;
}

/** A chat that is a path of this site has no address for programs. */
const contactOf = ({ brand, contact }: Shop): string | undefined =>
  contact ?? brand.support ?? (brand.chat?.startsWith('https://') ? brand.chat : undefined);

/** Where to report a security problem of the shop; undefined: it names nobody. */
export function securityText(shop: Shop): string | undefined {
  const contact = contactOf(shop);
  if (!contact) return undefined;
  // Equal all day, so that it is not sent again.
  const expires = (Math.floor(shop.now / DAY_MS) + GOOD_FOR_DAYS) * DAY_MS;
  return [
    `# Please report security problems of ${shop.brand.name} here.`,
    `Contact: ${contact.startsWith('https://') ? contact : `mailto:${encodeURI(contact)}`}`,
    `Expires: ${new Date(expires).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${shop.publicUrl}${SECURITY_TEXT}`,
    '',
  ].join('\n');
}
