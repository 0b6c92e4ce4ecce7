import type { Command, CommandMeta } from '../../engine/log/command.ts';
import type { NewPasswordLink } from './password-links.ts';

/** Hashes as they are kept; whoever is not first finds that the old one no longer stands. */
export class ChangePassword implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly accountId: string,
    readonly oldHash: string,
    readonly newHash: string,
  ) {}
}

export class AllowPasswordReset implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly accountId: string,
    readonly link: NewPasswordLink,
  ) {}
}

/** Hashes of the link's token and of the new password. */
export class ResetPassword implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly accountId: string,
    readonly tokenHash: string,
    readonly newHash: string,
  ) {}
}

/** `step`: of the code that proved the secret. `recoveryHashes`: keyed hashes. */
export class TurnTotpOn implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly accountId: string,
    readonly step: number,
    readonly recoveryHashes: readonly string[],
  ) {}
}

export class TurnTotpOff implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly accountId: string,
  ) {}
}

export class RenewRecoveryCodes implements Command {
  constructor(
    readonly meta: CommandMeta,
    readonly accountId: string,
    readonly recoveryHashes: readonly string[],
  ) {}
}
