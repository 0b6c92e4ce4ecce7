import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { addressOf } from './address.ts';

const normal = (name: string) => name.normalize('NFKC').trim().toLowerCase();

/** Keyed hashes: pseudonyms of names, buyers and payout details. All derive from CLAIM_KEY, which is never rotated. */
export class Keys {
  private readonly derived = new Map<string, KeyObject>();

  constructor(private readonly claimKey: Buffer) {}

  private keyed(purpose: string, text: string): string {
    let key = this.derived.get(purpose);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', this.claimKey, '', `framelift ${purpose}`, 32)));
      this.derived.set(purpose, key);
    }
    return createHmac('sha256', key).update(text).digest('hex').slice(0, 40);
  }

  /** The claim stream of a username or e-mail address; case does not count. */
  claim(kind: 'username' | 'email', name: string): string {
    return this.keyed('claim', `${kind}:${kind === 'email' ? addressOf(name) : normal(name)}`);
  }

  buyer(email: string): string {
    return this.keyed('buyer', addressOf(email));
  }

  /** Matches the same e-mail or wallet address as a payout detail and as a buyer's. */
  payout(detail: string): string {
    return this.keyed('payout', detail.includes('@') ? addressOf(detail) : detail.trim());
  }

  /** Of a payment file, which has addresses of people in it. */
  payoutFile(content: string): string {
    return this.keyed('payout file', content);
  }

  visitor(text: string): string {
    return this.keyed('visitor', text);
  }

  /** The stored form of a recovery code; case and dashes do not count. */
  recoveryCode(accountId: string, code: string): string {
    return this.keyed('recovery', `${accountId}:${code.toLowerCase().replaceAll(/[^0-9a-z]/g, '')}`);
  }

  /** The stored form of the token in a password link. */
  passwordLink(token: string): string {
    return this.keyed('password link', token);
  }

  /** Proves that we issued a link. */
  link(text: string): string {
    return this.keyed('link', text);
  }

  /** The token of a mailed reset link: resending sends the same one. */
  resetToken(commandId: string): string {
    return this.keyed('reset token', commandId);
  }

  /** The account and address of a login attempt: comparable, not readable. */
  attempt(text: string): string {
    return this.keyed('attempt', text);
  }

  fingerprint(payload: unknown): string {
    return this.keyed('fingerprint', JSON.stringify(payload));
  }
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A 16-character id (80 bits, Crockford base 32) that the same seed always gives. */
export function idFrom(seed: string): string {
  const digest = createHash('sha256').update(seed).digest();
  let id = '';
  for (let bit = 0; bit < 80; bit += 5) id += ALPHABET[((digest.readUInt16BE(bit >> 3) << (bit & 7)) >> 11) & 31];
  return id;
}

/** Names a set of texts, whatever their order. */
export const digestOf = (texts: readonly string[]): string => createHash('sha256').update(texts.toSorted().join('\n')).digest('hex');

/** UUID version 5 of a name in a fixed namespace. */
export function uuidFrom(name: string): string {
  const bytes = createHash('sha1').update(`framelift ${name}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
