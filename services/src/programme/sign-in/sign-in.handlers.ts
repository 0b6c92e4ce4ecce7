import type { PoolClient } from 'pg';
import { adminStream, affiliateStream } from '@framelift/contracts';
import { handler, handlerAcross } from '../../engine/log/deciding/command-handler.ts';
import { affiliateSource } from '../affiliate/affiliate.decider.ts';
import { claimSource } from '../claims/claim.decider.ts';
import { apiKeysSource } from '../keys/api-key.decider.ts';
import { cancelEmailChange, mailsSource } from '../mails/mails.decider.ts';
import { termsInForce } from '../terms/terms.decider.ts';
import * as rule from './account.decider.ts';
import { adminSource, createAdmin, revokeAdmin } from './admin.decider.ts';
import { CredentialsTable } from './credentials.ts';
import { PasswordLinks } from './password-links.ts';
import { registerAffiliate } from './registration.decider.ts';
import * as commands from './sign-in.commands.ts';
import { TotpTable } from './totp.ts';

const account = ({ accountId }: { accountId: string }) => rule.accountSource(accountId);

const names = ({ usernameClaim, emailClaim }: { usernameClaim: string; emailClaim: string }) => ({
  username: claimSource(usernameClaim),
  email: claimSource(emailClaim),
});

/** A refused registration must leave no hash behind, so it is kept with the account, in one transaction. */
const keeping = (accountId: string, passwordHash: string | undefined) =>
  passwordHash === undefined ? {} : { inSameTransaction: (client: PoolClient) => CredentialsTable.add(client, accountId, passwordHash) };

export const RegisterAffiliateHandler = handlerAcross(commands.RegisterAffiliate, (command) => ({
  sources: { ...names(command), affiliate: affiliateSource(command.affiliateId), programme: termsInForce },
  rule: registerAffiliate,
  ...keeping(affiliateStream(command.affiliateId), command.passwordHash),
}));

export const CreateAdminHandler = handlerAcross(commands.CreateAdmin, (command) => ({
  sources: { account: adminSource(command.adminId), programme: termsInForce, ...names(command) },
  rule: createAdmin,
  ...keeping(adminStream(command.adminId), command.passwordHash),
}));

export const signInHandlers = [
  RegisterAffiliateHandler,
  CreateAdminHandler,
  handlerAcross(commands.RevokeAdmin, ({ adminId }) => ({
    sources: async (load) => {
      const account = adminSource(adminId);
      return { account, programme: termsInForce, ...names(await load(account)), keys: apiKeysSource };
    },
    rule: revokeAdmin,
  })),
  // Each appends its fact and changes tables outside the log in one transaction.
  handler(commands.ChangePassword, account, rule.changePassword, async (client, { accountId, oldHash, newHash, meta }) => {
    await CredentialsTable.change(client, accountId, oldHash, newHash, meta.occurredAt);
    await PasswordLinks.cancel(client, accountId);
  }),
  handler(commands.AllowPasswordReset, account, rule.allowPasswordReset, (client, { accountId, link, meta }) =>
    PasswordLinks.keep(client, accountId, link, meta.commandId),
  ),
  handler(commands.AskPasswordReset, account, rule.askPasswordReset, (client, { accountId, link, meta }) =>
    PasswordLinks.keep(client, accountId, link, meta.commandId),
  ),
  handler(commands.ResetPassword, account, rule.resetPassword, async (client, { accountId, tokenHash, newHash, meta }) => {
    await PasswordLinks.use(client, tokenHash, meta.occurredAt);
    await CredentialsTable.reset(client, accountId, newHash, meta.occurredAt);
  }),
  handler(
    commands.CancelEmailChange,
    ({ accountId }) => mailsSource(accountId),
    cancelEmailChange,
    (client, { accountId }) => CredentialsTable.endSessions(client, accountId),
  ),
  handler(commands.TurnTotpOn, account, rule.turnTotpOn, async (client, { accountId, step, recoveryHashes, meta }) => {
    await TotpTable.turnOn(client, accountId, step, meta.occurredAt);
    await TotpTable.keepCodes(client, accountId, recoveryHashes);
  }),
  handler(commands.TurnTotpOff, account, rule.turnTotpOff, (client, { accountId }) => TotpTable.erase(client, accountId)),
  handler(commands.RenewRecoveryCodes, account, rule.renewRecoveryCodes, (client, { accountId, recoveryHashes }) =>
    TotpTable.keepCodes(client, accountId, recoveryHashes),
  ),
];
