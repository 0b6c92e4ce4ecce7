import {
  adminStream,
  type Fact,
  fact,
  type Limits,
  payoutRefusals,
  type Payouts,
  payoutRules,
  payoutsOf,
  refusals,
  type Sealed,
  takesTwoAfter,
} from '@framelift/contracts';
import { type Claim, claimName, releaseName } from '../claims/claim.decider.ts';
import type { CommandMeta, WithMeta } from '../../engine/log/deciding/command.ts';
import type { Decider, Rule, Source } from '../../engine/log/deciding/decider.ts';
import { type ApiKeys, revokeKeysOf } from '../keys/api-key.decider.ts';
import type { Programme } from '../terms/terms.decider.ts';
import { refuseIf } from '../../platform/refused.ts';
import type { CreateAdmin, RevokeAdmin } from './sign-in.commands.ts';

/** An admin account: not an affiliate, created and revoked only by operators (docs/rules.md#10-accounts). */
export interface Admin {
  id: string;
  active: boolean;
  username: Sealed | null;
  email: Sealed | null;
  usernameClaim: string;
  emailClaim: string;
  /** Their payouts without a second admin within the last day (payoutRules.countedMs), in cents. */
  counted: readonly (Payouts & { at: string })[];
}

const isCounted = (now: string) => (one: Admin['counted'][number]) => Date.parse(now) - Date.parse(one.at) < payoutRules.countedMs;

export const adminDecider: Decider<Admin> = {
  name: 'admin',
  version: 4,
  initial: { id: '', active: false, username: null, email: null, usernameClaim: '', emailClaim: '', counted: [] },
  evolve: {
    AdminCreated: (_, { adminId, username, email, usernameClaim, emailClaim }) => ({
      id: adminId,
      active: true,
      username,
      email,
      usernameClaim,
      emailClaim,
      counted: [],
    }),
    AdminEmailChanged: (a, { email, emailClaim }) => ({ ...a, email, emailClaim }),
    PayoutCounted: (a, { amountCents, byAffiliate = [] }, { at }) => ({
      ...a,
      counted: [...a.counted.filter(isCounted(at)), { at, ...payoutsOf(byAffiliate), cents: amountCents }],
    }),
    AdminRevoked: (a) => ({ ...a, active: false }),
  },
};

export const adminSource = (adminId: string): Source<Admin> => ({ streamId: adminStream(adminId), decider: adminDecider });

/** A command's actor as a source: a revoked admin's decision is not appended. Empty for other actors. */
export const actingAdmin = ({ actor }: CommandMeta): Source<Admin> => ({
  ...adminSource(actor.kind === 'admin' ? actor.id : 'nobody'),
  readOnly: true,
});

/** The same for an actor whose payouts are counted. */
export const payingAdmin = (meta: CommandMeta): Source<Admin> =>
  meta.actor.kind === 'admin' ? adminSource(meta.actor.id) : actingAdmin(meta);

/** Refuses a decision of an admin whose account was revoked meanwhile. Programs and the store have no such account. */
export const refuseRevoked = ({ active }: Admin, { actor }: CommandMeta): void =>
  refuseIf(actor.kind === 'admin' && !active, payoutRefusals.revoked, 'forbidden');

/** A rule that also meets the admin who decides, and refuses a revoked one. */
export const byActingAdmin =
  <States, C extends WithMeta>(rule: Rule<States, C>): Rule<States & { admin: Admin }, C> =>
  (states, command) => {
    refuseRevoked(states.admin, command.meta);
    return rule(states, command) as ReturnType<Rule<States & { admin: Admin }, C>>;
  };

/** Whether payouts need two admins, including what this one paid out alone within a day: small payouts add up. */
export const takesAnother = ({ counted }: Admin, terms: Limits, payouts: Payouts, now: string): boolean =>
  takesTwoAfter(terms, counted.filter(isCounted(now)), payouts);

/** Counts an admin's payouts without a second admin, if the terms have a limit. */
export const counted = (terms: Limits, { actor }: CommandMeta, { cents, byAffiliate }: Payouts): { admin?: Fact[] } => {
  const isLimited = terms.fourEyesCents !== null || terms.fourEyesDayCents !== null || terms.fourEyesAffiliateCents !== null;
  if (!isLimited || actor.kind !== 'admin') return {};
  const shares = Object.entries(byAffiliate).map(([affiliateId, amountCents]) => ({ affiliateId, amountCents }));
  return {
    admin: [fact('PayoutCounted', { amountCents: cents, ...(terms.fourEyesAffiliateCents === null ? {} : { byAffiliate: shares }) })],
  };
};

interface Named<Account> {
  account: Account;
  programme: Programme;
  username: Claim;
  email: Claim;
}
type Facts<Account> = { [K in keyof Named<Account>]?: Fact[] };

export const createAdmin = (s: Named<Admin>, c: CreateAdmin): Facts<Admin> => {
  refuseIf(s.account.active, refusals.usernameTaken, 'conflict');
  const account = adminStream(c.adminId);
  const { adminId, username, email, usernameClaim, emailClaim } = c;
  return {
    account: [fact('AdminCreated', { adminId, username, email, usernameClaim, emailClaim })],
    username: claimName(s.username, 'username', account, c.meta.occurredAt),
    email: claimName(s.email, 'email', account, c.meta.occurredAt),
  };
};

/** Their API keys are revoked with them. */
export const revokeAdmin = (s: Named<Admin> & { keys: ApiKeys }, c: RevokeAdmin): Facts<Admin> & { keys: Fact[] } => {
  refuseIf(!s.account.active, refusals.notFound, 'missing');
  const account = adminStream(c.adminId);
  return {
    account: [fact('AdminRevoked', {})],
    username: releaseName(s.username, s.programme.terms, 'username', account, c.meta.occurredAt, 'deleted'),
    email: releaseName(s.email, s.programme.terms, 'email', account, c.meta.occurredAt, 'deleted'),
    keys: revokeKeysOf(s.keys, c.adminId),
  };
};
