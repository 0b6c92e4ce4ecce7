import { timingSafeEqual } from 'node:crypto';
import type { Keys } from './keys.ts';

/** The action a link allows without login. */
export type LinkPurpose = 'confirm' | 'cancel' | 'unsubscribe' | 'preview';

export interface SignedLink {
  /** The stream of an account. */
  accountId: string;
  /** The claim of an address, a group of mails, or `site`. */
  about: string;
  /** ms since 1970; 0: without end. */
  until: number;
}

const macOf = (keys: Keys, purpose: LinkPurpose, payload: string): string => keys.link(`${purpose} ${payload}`);

/** Not stored: the same link has the same token, and only CLAIM_KEY can create one. */
export function linkToken(keys: Keys, purpose: LinkPurpose, { accountId, about, until }: SignedLink): string {
  const payload = [accountId, about, until.toString(36)].join('.');
  return `${payload}.${macOf(keys, purpose, payload)}`;
}

/** @returns undefined for a token that was never issued, or has expired at `now` (ms). */
export function readLinkToken(keys: Keys, purpose: LinkPurpose, token: string, now: number): SignedLink | undefined {
  const [, payload, accountId, about, until, mac] = /^((\w+-\w+)\.(\w+)\.(\w+))\.([0-9a-f]{40})$/.exec(token) ?? [];
  if (!payload || !timingSafeEqual(Buffer.from(mac!), Buffer.from(macOf(keys, purpose, payload)))) return undefined;
  const link = { accountId: accountId!, about: about!, until: parseInt(until!, 36) };
  return link.until && link.until < now ? undefined : link;
}
