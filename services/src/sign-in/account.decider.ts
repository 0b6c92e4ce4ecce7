import { type Fact, fact, refusals } from '@framelift/contracts';
import type { Decider, Source } from '../log/streams.ts';
import { refuseIf } from '../platform/refused.ts';

/** What guards an affiliate's or admin's account, as its own stream tells; secrets and hashes stand outside the log. */
export interface Guarded {
  totp: boolean;
}

export const accountDecider: Decider<Guarded> = {
  name: 'account',
  version: 1,
  initial: { totp: false },
  evolve: {
    TotpTurnedOn: () => ({ totp: true }),
    TotpTurnedOff: () => ({ totp: false }),
  },
};

/** `accountId`: the stream of an affiliate or admin. */
export const accountSource = (accountId: string): Source<Guarded> => ({ streamId: accountId, decider: accountDecider });

export const changePassword = (): Fact[] => [fact('PasswordChanged', {})];

export const turnTotpOn = ({ totp }: Guarded): Fact[] => {
  refuseIf(totp, refusals.totpOn, 409);
  return [fact('TotpTurnedOn', {})];
};

export const turnTotpOff = ({ totp }: Guarded): Fact[] => {
  refuseIf(!totp, refusals.totpOff, 409);
  return [fact('TotpTurnedOff', {})];
};

export const renewRecoveryCodes = ({ totp }: Guarded): Fact[] => {
  refuseIf(!totp, refusals.totpOff, 409);
  return [fact('RecoveryCodesRenewed', {})];
};
