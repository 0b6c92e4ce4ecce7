import type { Events, FactData } from '@framelift/contracts';
import { command } from '../../engine/log/deciding/command.ts';
import type { NewPasswordLink } from './password-links.ts';

/** Hashes as they are stored. Of concurrent changes the first wins. */
export class ChangePassword extends command<{ accountId: string; oldHash: string; newHash: string }>() {}

export class AllowPasswordReset extends command<{ accountId: string; link: NewPasswordLink }>() {}

/** The link goes to the account's address. */
export class AskPasswordReset extends command<{ accountId: string; link: Pick<NewPasswordLink, 'tokenHash' | 'expiresAt'> }>() {}

/** Hashes of the link's token and of the new password. */
export class ResetPassword extends command<{ accountId: string; tokenHash: string; newHash: string }>() {}

/** Cancels the pending address and ends every session. */
export class CancelEmailChange extends command<{ accountId: string; emailClaim: string }>() {}

/** `step`: of the code that proved the secret. `recoveryHashes`: keyed hashes. */
export class TurnTotpOn extends command<{ accountId: string; step: number; recoveryHashes: readonly string[] }>() {}

export class TurnTotpOff extends command<{ accountId: string }>() {}

export class RenewRecoveryCodes extends command<{ accountId: string; recoveryHashes: readonly string[] }>() {}

/** The names of the account a command is about, and their keyed hashes. */
interface Names {
  username: string;
  email: string;
  usernameClaim: string;
  emailClaim: string;
}

/** Without a rate it is the programme's default. `agrees`: they registered themselves, and so agreed to the texts in force. */
export class RegisterAffiliate extends command<
  Names & {
    affiliateId: string;
    commissionBps?: number;
    agrees: boolean;
    /** Absent: no login yet. */
    passwordHash?: string;
    /** Their earlier programme, if they were imported. */
    imported?: NonNullable<FactData<Events['AffiliateRegistered']>['imported']>;
  }
>() {}

export class CreateAdmin extends command<Names & { adminId: string; passwordHash: string }>() {}

export class RevokeAdmin extends command<{ adminId: string }>() {}
