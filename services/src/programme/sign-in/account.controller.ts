import { Controller, Inject, Ip } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  accountStream,
  type AccountView,
  type ChangePasswordBody,
  type ConfirmBody,
  type RecoveryCodesView,
  refusals,
  type SessionView,
  type TotpCodeBody,
  type TotpView,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import type { Config } from '../../platform/config.ts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { done, Reply, replyTo } from '../../http/reply.ts';
import { Refused } from '../../platform/refused.ts';
import { type Clock, CLOCK, CONFIG } from '../../platform/tokens.ts';
import { ChangePassword, RenewRecoveryCodes, TurnTotpOff, TurnTotpOn } from './sign-in.commands.ts';
import { Attempts } from './attempts.ts';
import { CredentialsTable } from './credentials.ts';
import { checkNewPassword, Passwords } from './passwords.ts';
import { Sessions } from './sessions.ts';
import { Totp } from './totp.ts';

/** Account security, for affiliates and admins (docs/rules.md#11-sign-in). */
@Controller()
export class AccountController {
  constructor(
    private readonly attempts: Attempts,
    private readonly commands: CommandBus,
    private readonly sessions: Sessions,
    private readonly credentials: CredentialsTable,
    private readonly passwords: Passwords,
    private readonly totp: Totp,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Answers('GET /api/account')
  async account(@Who() who: Account): Promise<AccountView> {
    const { username, email, isAdmin } = await this.sessions.profile(accountStream(who));
    const { changedAt, totp } = (await this.credentials.find(accountStream(who)))!;
    const recoveryCodesLeft = await this.totp.recoveryCodesLeft(accountStream(who));
    return { username, email, isAdmin, passwordChangedAt: changedAt.toISOString(), totp, totpRequired: who.needsTotp, recoveryCodesLeft };
  }

  @Answers('POST /api/account/password')
  async changePassword(
    @Who() who: Account,
    @Body() { currentPassword, newPassword }: ChangePasswordBody,
    @Meta() meta: CommandMeta,
    @Ip() address: string,
  ): Promise<Reply<SessionView>> {
    checkNewPassword(newPassword, this.config.passwordMinimum);
    const oldHash = await this.checked(who, currentPassword, address);
    if (await this.passwords.verify(newPassword, oldHash)) throw new Refused(refusals.passwordSame);
    const newHash = await this.passwords.hash(newPassword);
    const changed = await this.commands.execute(new ChangePassword({ meta, accountId: accountStream(who), oldHash, newHash }));
    return replyTo(changed, await this.sessions.open(accountStream(who)));
  }

  @Answers('POST /api/account/confirm')
  async confirm(@Who() who: Account, @Body() { password }: ConfirmBody, @Ip() address: string): Promise<{ success: true }> {
    await this.checked(who, password, address);
    await this.credentials.confirm(who.session, new Date(this.now()));
    return { success: true };
  }

  @Answers('POST /api/account/totp')
  async beginTotp(@Who() who: Account): Promise<TotpView> {
    const { username } = await this.sessions.profile(accountStream(who));
    return this.totp.begin(accountStream(who), username);
  }

  @Answers('PUT /api/account/totp')
  async turnTotpOn(@Who() who: Account, @Body() { code }: TotpCodeBody, @Meta() meta: CommandMeta): Promise<Reply<RecoveryCodesView>> {
    const step = await this.totp.stepOf(accountStream(who), code.replaceAll(' ', ''));
    const { codes, hashes } = this.totp.recoveryCodes(accountStream(who));
    return this.once(new TurnTotpOn({ meta, accountId: accountStream(who), step, recoveryHashes: hashes }), codes);
  }

  @Answers('DELETE /api/account/totp')
  async turnTotpOff(@Who() who: Account, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new TurnTotpOff({ meta, accountId: accountStream(who) })));
  }

  @Answers('POST /api/account/recovery-codes')
  async renewRecoveryCodes(@Who() who: Account, @Meta() meta: CommandMeta): Promise<Reply<RecoveryCodesView>> {
    const { codes, hashes } = this.totp.recoveryCodes(accountStream(who));
    return this.once(new RenewRecoveryCodes({ meta, accountId: accountStream(who), recoveryHashes: hashes }), codes);
  }

  /** Recovery codes are shown once: a repeated command has stored others, so it is refused. */
  private async once(command: TurnTotpOn | RenewRecoveryCodes, recoveryCodes: string[]): Promise<Reply<RecoveryCodesView>> {
    const { position, repeated } = await this.commands.execute(command);
    if (repeated) throw new Refused(refusals.commandReused, 'conflict');
    return new Reply({ recoveryCodes }, position);
  }

  /** The hash that the password matches. A wrong password counts as a guess, but does not end the session. */
  private async checked(who: Account, password: string, address: string): Promise<string> {
    try {
      return await this.attempts.run(accountStream(who), address, () => this.sessions.checkPassword(accountStream(who), password));
    } catch (error) {
      throw error instanceof Refused && error.kind === 'unauthorized' ? new Refused(refusals.passwordWrong) : error;
    }
  }
}
