import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Streams } from '../../engine/log/streams.ts';
import { AllowPasswordReset, ChangePassword, RenewRecoveryCodes, ResetPassword, TurnTotpOff, TurnTotpOn } from './account.commands.ts';
import * as rule from './account.decider.ts';
import { CredentialsTable } from './credentials.ts';
import { PasswordLinks } from './password-links.ts';
import { TotpTable } from './totp.ts';

/** Of each, the fact and what changes beside the log are one transaction. */
@CommandHandler(ChangePassword)
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(private readonly streams: Streams) {}
  execute(command: ChangePassword) {
    const { accountId, oldHash, newHash, meta } = command;
    return this.streams.decideAcross<{ account: rule.Guarded }, ChangePassword>({
      sources: { account: rule.accountSource(accountId) },
      command,
      rule: () => ({ account: rule.changePassword() }),
      also: async (client) => {
        await CredentialsTable.change(client, accountId, oldHash, newHash, meta.occurredAt);
        await PasswordLinks.cancel(client, accountId);
      },
    });
  }
}

@CommandHandler(AllowPasswordReset)
export class AllowPasswordResetHandler implements ICommandHandler<AllowPasswordReset> {
  constructor(private readonly streams: Streams) {}
  execute(command: AllowPasswordReset) {
    const { accountId, link, meta } = command;
    return this.streams.decideAcross({
      sources: { account: rule.accountSource(accountId) },
      command,
      rule: ({ account }) => ({ account: rule.allowPasswordReset(account, link.validUntil) }),
      also: (client) => PasswordLinks.keep(client, accountId, link, meta.commandId),
    });
  }
}

@CommandHandler(ResetPassword)
export class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
  constructor(private readonly streams: Streams) {}
  execute(command: ResetPassword) {
    const { accountId, tokenHash, newHash, meta } = command;
    return this.streams.decideAcross({
      sources: { account: rule.accountSource(accountId) },
      command,
      rule: ({ account }) => ({ account: rule.resetPassword(account) }),
      also: async (client) => {
        await PasswordLinks.use(client, tokenHash, meta.occurredAt);
        await CredentialsTable.reset(client, accountId, newHash, meta.occurredAt);
      },
    });
  }
}

@CommandHandler(TurnTotpOn)
export class TurnTotpOnHandler implements ICommandHandler<TurnTotpOn> {
  constructor(private readonly streams: Streams) {}
  execute(command: TurnTotpOn) {
    const { accountId, step, recoveryHashes, meta } = command;
    return this.streams.decideAcross({
      sources: { account: rule.accountSource(accountId) },
      command,
      rule: ({ account }) => ({ account: rule.turnTotpOn(account) }),
      also: async (client) => {
        await TotpTable.turnOn(client, accountId, step, meta.occurredAt);
        await TotpTable.keepCodes(client, accountId, recoveryHashes);
      },
    });
  }
}

@CommandHandler(TurnTotpOff)
export class TurnTotpOffHandler implements ICommandHandler<TurnTotpOff> {
  constructor(private readonly streams: Streams) {}
  execute(command: TurnTotpOff) {
    return this.streams.decideAcross({
      sources: { account: rule.accountSource(command.accountId) },
      command,
      rule: ({ account }) => ({ account: rule.turnTotpOff(account) }),
      also: (client) => TotpTable.erase(client, command.accountId),
    });
  }
}

@CommandHandler(RenewRecoveryCodes)
export class RenewRecoveryCodesHandler implements ICommandHandler<RenewRecoveryCodes> {
  constructor(private readonly streams: Streams) {}
  execute(command: RenewRecoveryCodes) {
    const { accountId, recoveryHashes } = command;
    return this.streams.decideAcross({
      sources: { account: rule.accountSource(accountId) },
      command,
      rule: ({ account }) => ({ account: rule.renewRecoveryCodes(account) }),
      also: (client) => TotpTable.keepCodes(client, accountId, recoveryHashes),
    });
  }
}

export const accountHandlers = [
  ChangePasswordHandler,
  AllowPasswordResetHandler,
  ResetPasswordHandler,
  TurnTotpOnHandler,
  TurnTotpOffHandler,
  RenewRecoveryCodesHandler,
];
