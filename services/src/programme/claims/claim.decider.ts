import { claimStream, couponRefusals, type Fact, fact, idOf, refusals, type Terms, windowMs } from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/deciding/decider.ts';
import { refuseIf } from '../../platform/refused.ts';

type Kind = 'username' | 'email' | 'coupon';

/** Who a name belongs to: a username, an e-mail address or a coupon. Account ids are stream ids: `affiliate-…` or `admin-…`. */
export interface Claim {
  accountId: string | null;
  /** Its current or last kind. */
  kind: Kind | null;
  /** The account that released the name, and until when it is held for it. */
  released: { accountId: string; heldUntil: string; resolves: boolean } | null;
}

export const claimDecider: Decider<Claim> = {
  name: 'claim',
  version: 2,
  initial: { accountId: null, kind: null, released: null },
  evolve: {
    NameClaimed: (_, { accountId, kind }) => ({ accountId, kind, released: null }),
    NameReleased: (_, { accountId, kind, heldUntil, resolves }) => ({
      accountId: null,
      kind,
      released: { accountId, heldUntil, resolves },
    }),
  },
};

export const claimSource = (keyedHash: string): Source<Claim> => ({ streamId: claimStream(keyedHash), decider: claimDecider });

const taken = { username: refusals.usernameTaken, email: refusals.emailTaken, coupon: couponRefusals.taken };

/** A released name still belongs to its old owner for the attribution window (docs/rules.md#10-accounts). */
export const claimName = (claim: Claim, kind: Kind, accountId: string, now: string): Fact[] => {
  if (claim.accountId === accountId && claim.kind === kind) return [];
  const held = claim.released && claim.released.heldUntil > now && claim.released.accountId !== accountId;
  refuseIf(claim.accountId !== null || !!held, taken[kind], 'conflict');
  return [fact('NameClaimed', { kind, accountId })];
};

/** Usernames and coupons are in links, so they are held; addresses are free immediately. Only former usernames still lead somewhere. */
export const releaseName = (
  claim: Claim,
  terms: Terms,
  kind: Kind,
  accountId: string,
  now: string,
  because: 'renamed' | 'deleted' | 'taken back',
): Fact[] => {
  if (claim.accountId !== accountId || claim.kind !== kind) return [];
  const heldUntil = kind !== 'email' ? new Date(Date.parse(now) + windowMs(terms)).toISOString() : now;
  return [fact('NameReleased', { kind, accountId, heldUntil, resolves: kind === 'username' && because === 'renamed' })];
};

/** The account that logs in with a name: a coupon is not a username. */
export const accountNamed = ({ accountId, kind }: Claim): string | undefined => (kind === 'coupon' ? undefined : (accountId ?? undefined));

/** The affiliate whose link a name leads to, a coupon too: their id. */
export const affiliateBehind = ({ accountId, released }: Claim, now: string): string | null => {
  const account = accountId ?? (released?.resolves && released.heldUntil > now ? released.accountId : null);
  return account?.startsWith('affiliate-') ? idOf(account) : null;
};
