import mailchecker from 'mailchecker';
import { invoiceKey } from '@framelift/contracts';
import { addressOf } from '../platform/address.ts';
import type { Keys } from '../platform/keys.ts';
import { forwarding } from './forwarding.ts';
import type { Invoice } from './invoice.ts';

/** The buyer, as the rules need it: the address, and keyed hashes to match it elsewhere. */
export interface Buyer {
  /** Empty if the store has none. */
  email: string;
  hash: string;
  emailClaim: string;
  payoutHash: string;
  disposable: boolean;
}

export function buyerOf(keys: Keys, { ref, email }: Pick<Invoice, 'ref' | 'email'>): Buyer {
  // Buyers without an address are all different, so that erasing one erases only that one.
  if (!email) return { email: '', hash: keys.buyer(`invoice ${invoiceKey(ref)}`), emailClaim: '', payoutHash: '', disposable: false };
  return {
    email,
    hash: keys.buyer(email),
    emailClaim: keys.claim('email', email),
    payoutHash: keys.payout(email),
    disposable: isDisposable(email),
  };
}

/** Whether it is a domain, or subdomain, of a known disposable mail service, except forwarding services. */
function isDisposable(email: string): boolean {
  const throwAway = mailchecker.blacklist();
  const labels = addressOf(email)
    .slice(addressOf(email).lastIndexOf('@') + 1)
    .split('.');
  const domains = labels.map((_, i) => labels.slice(i).join('.'));
  return !domains.some((domain) => forwarding.has(domain)) && domains.some((domain) => throwAway.has(domain));
}
