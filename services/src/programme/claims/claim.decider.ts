import { claimStream, type Fact, fact, idOf, refusals, type Terms, windowMs } from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/decider.ts';
import { refuseIf } from '../../platform/refused.ts';

/** Who a username or e-mail address belongs to. Account ids are stream ids: `affiliate-…` or `admin-…`. */
export interface Claim {
  accountId: string | null;
  /** The account that gave the name up, and until when it keeps others from taking it. */
  released: { accountId: string; heldUntil: string; resolves: boolean } | null;
}

export const claimDecider: Decider<Claim> = {
  name: 'claim',
  version: 1,
  initial: { accountId: null, released: null },
  evolve: {
    NameClaimed: (_, { accountId }) => ({ accountId, released: null }),
    NameReleased: (_, { accountId, heldUntil, resolves }) => ({ accountId: null, released: { accountId, heldUntil, resolves } }),
  },
};

export const claimSource = (keyedHash: string): Source<Claim> => ({ streamId: claimStream(keyedHash), decider: claimDecider });

type Kind = 'username' | 'email';
const taken = { username: refusals.usernameTaken, email: refusals.emailTaken };

/** A released name still belongs to its old owner for the attribution window (docs/rules.md#10-accounts). */
export const claimName = (claim: Claim, kind: Kind, accountId: string, now: string): Fact[] => {
  if (claim.accountId === accountId) return [];
  const held = claim.released && claim.released.heldUntil > now && claim.released.accountId !== accountId;
  refuseIf(claim.accountId !== null || !!held, taken[kind], 409);
  return [fact('NameClaimed', { kind, accountId })];
};

/** Usernames stand in links, so they are held; e-mail addresses are free at once. After a deletion links lead nowhere. */
export const releaseName = (
  claim: Claim,
  terms: Terms,
  kind: Kind,
  accountId: string,
  now: string,
  because: 'renamed' | 'deleted',
): Fact[] => {
  if (claim.accountId !== accountId) return [];
  const heldUntil = kind === 'username' ? new Date(Date.parse(now) + windowMs(terms)).toISOString() : now;
  return [fact('NameReleased', { kind, accountId, heldUntil, resolves: kind === 'username' && because === 'renamed' })];
};

/** The affiliate whose link a name leads to: their id. */
export const affiliateBehind = ({ accountId, released }: Claim, now: string): string | null => {
  const account = accountId ?? (released?.resolves && released.heldUntil > now ? released.accountId : null);
  return account?.startsWith('affiliate-') ? idOf(account) : null;
};
