import { type Fact, fact, mailRules, refusals } from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/deciding/decider.ts';
import { refuseIf } from '../../platform/refused.ts';
import { requestedTooOften } from '../mails/mails.decider.ts';
import type { AllowPasswordReset, AskPasswordReset } from './sign-in.commands.ts';

/** The security of an account, from its own stream; secrets and hashes are outside the log. */
export interface Guarded {
  totp: boolean;
  standing: 'unknown' | 'open' | 'banned' | 'deleted';
  /** Times of the newest requests for reset links, ISO 8601. */
  resetsRequestedAt: readonly string[];
}

export const accountDecider: Decider<Guarded> = {
  name: 'account',
  version: 4,
  initial: { totp: false, standing: 'unknown', resetsRequestedAt: [] },
  evolve: {
    AffiliateRegistered: (a) => ({ ...a, standing: 'open' }),
    AffiliateEdited: (a, { status }) => (status ? { ...a, standing: status === 'banned' ? 'banned' : 'open' } : a),
    AffiliateDeleted: (a) => ({ ...a, standing: 'deleted' }),
    AdminCreated: (a) => ({ ...a, standing: 'open' }),
    AdminRevoked: (a) => ({ ...a, standing: 'deleted' }),
    PasswordResetAsked: (a, _, { at }) => ({ ...a, resetsRequestedAt: [...a.resetsRequestedAt, at].slice(-mailRules.asksAnHour) }),
    TotpTurnedOn: (a) => ({ ...a, totp: true }),
    TotpTurnedOff: (a) => ({ ...a, totp: false }),
  },
};

/** `accountId`: the stream of an affiliate or admin. */
export const accountSource = (accountId: string): Source<Guarded> => ({ streamId: accountId, decider: accountDecider });

export const changePassword = (): Fact[] => [fact('PasswordChanged', {})];

export const allowPasswordReset = ({ standing }: Guarded, { link }: Pick<AllowPasswordReset, 'link'>): Fact[] => {
  refuseIf(standing === 'unknown', refusals.accountNotFound, 'missing');
  refuseIf(standing === 'deleted', refusals.deletedAccount, 'conflict');
  refuseIf(standing === 'banned', refusals.banned, 'conflict');
  return [fact('PasswordResetAllowed', { validUntil: link.expiresAt })];
};

/** Records nothing if there is nothing to send: the response must not reveal it. */
export const askPasswordReset = ({ standing, resetsRequestedAt }: Guarded, { link, meta }: AskPasswordReset): Fact[] =>
  standing !== 'open' || requestedTooOften(resetsRequestedAt, meta.occurredAt)
    ? []
    : [fact('PasswordResetAsked', { validUntil: link.expiresAt })];

/** `unauthorized`, so that it counts as a guess like a token that was never issued. */
export const resetPassword = ({ standing }: Guarded): Fact[] => {
  refuseIf(standing !== 'open', refusals.passwordLinkInvalid, 'unauthorized');
  return [fact('PasswordChanged', {})];
};

export const turnTotpOn = ({ totp }: Guarded): Fact[] => {
  refuseIf(totp, refusals.totpOn, 'conflict');
  return [fact('TotpTurnedOn', {})];
};

export const turnTotpOff = ({ totp }: Guarded): Fact[] => {
  refuseIf(!totp, refusals.totpOff, 'conflict');
  return [fact('TotpTurnedOff', {})];
};

export const renewRecoveryCodes = ({ totp }: Guarded): Fact[] => {
  refuseIf(!totp, refusals.totpOff, 'conflict');
  return [fact('RecoveryCodesRenewed', {})];
};
