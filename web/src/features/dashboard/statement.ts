import type { AffiliateView, LedgerView } from '@framelift/contracts';

type SignedHead = NonNullable<LedgerView['signedHead']>;

/** What an affiliate keeps: what their account came to, and the head of the log it came from, with the signature under it. */
export interface Statement {
  of: 'Framelift';
  affiliate: { id: string; username: string };
  /** Decimal euros, signed, at `at`. */
  balance: number;
  at: string;
  /** As `ops audit --since` and deploy/verify-export.mjs read it. */
  head: { position: number; hash: string };
  signed: { text: string; publicKey: string; signature: string; at: string };
}

export const statementOf = (
  { id, username }: Pick<AffiliateView, 'id' | 'username'>,
  balance: number,
  { position, hash, publicKey, signature, signedAt }: SignedHead,
  at: string,
): Statement => ({
  of: 'Framelift',
  affiliate: { id, username },
  balance,
  at,
  head: { position, hash },
  signed: { text: `framelift head ${position} ${hash}`, publicKey, signature, at: signedAt },
});
