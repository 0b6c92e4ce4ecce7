import { handler } from '../../engine/log/command-handler.ts';
import { AllowPasswordReset, ChangePassword, RenewRecoveryCodes, ResetPassword, TurnTotpOff, TurnTotpOn } from './account.commands.ts';
import * as rule from './account.decider.ts';
import { CredentialsTable } from './credentials.ts';
import { PasswordLinks } from './password-links.ts';
import { TotpTable } from './totp.ts';

const account = ({ accountId }: { accountId: string }) => rule.accountSource(accountId);

// Each appends its fact and changes the tables beside the log in one transaction.
const ChangePasswordHandler = handler(ChangePassword, account, rule.changePassword, async (client, command) => {
  const { accountId, oldHash, newHash, meta } = command;
  await CredentialsTable.change(client, accountId, oldHash, newHash, meta.occurredAt);
  await PasswordLinks.cancel(client, accountId);
});

const AllowPasswordResetHandler = handler(AllowPasswordReset, account, rule.allowPasswordReset, (client, { accountId, link, meta }) =>
  PasswordLinks.keep(client, accountId, link, meta.commandId),
);

const ResetPasswordHandler = handler(ResetPassword, account, rule.resetPassword, async (client, command) => {
  const { accountId, tokenHash, newHash, meta } = command;
  await PasswordLinks.use(client, tokenHash, meta.occurredAt);
  await CredentialsTable.reset(client, accountId, newHash, meta.occurredAt);
});

const TurnTotpOnHandler = handler(TurnTotpOn, account, rule.turnTotpOn, async (client, { accountId, step, recoveryHashes, meta }) => {
  await TotpTable.turnOn(client, accountId, step, meta.occurredAt);
  await TotpTable.keepCodes(client, accountId, recoveryHashes);
});

const TurnTotpOffHandler = handler(TurnTotpOff, account, rule.turnTotpOff, (client, { accountId }) => TotpTable.erase(client, accountId));

const RenewRecoveryCodesHandler = handler(RenewRecoveryCodes, account, rule.renewRecoveryCodes, (client, { accountId, recoveryHashes }) =>
  TotpTable.keepCodes(client, accountId, recoveryHashes),
);

export const accountHandlers = [
  ChangePasswordHandler,
  AllowPasswordResetHandler,
  ResetPasswordHandler,
  TurnTotpOnHandler,
  TurnTotpOffHandler,
  RenewRecoveryCodesHandler,
];
