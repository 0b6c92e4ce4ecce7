import { Controller, Inject, Ip, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { affiliateStream, type MailLinkBody, type PasswordLinkView, refusals, type ResetPasswordBody } from '@framelift/contracts';
import type { CommandMeta, Outcome } from '../../engine/log/deciding/command.ts';
import type { Config } from '../../platform/config.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { done, Reply } from '../../http/reply.ts';
import { readLinkToken } from '../../platform/link-tokens.ts';
import { Keys } from '../../platform/keys.ts';
import { Refused } from '../../platform/refused.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { AllowPasswordReset, CancelEmailChange, ResetPassword } from './sign-in.commands.ts';
import { Attempts } from './attempts.ts';
import { newPasswordLink, PasswordLinks } from './password-links.ts';
import { checkNewPassword, Passwords } from './passwords.ts';

/** Links that act without a session: one sets a new password, one cancels a change of address. */
@Controller()
export class PasswordLinksController {
  constructor(
    private readonly attempts: Attempts,
    private readonly commands: CommandBus,
    private readonly links: PasswordLinks,
    private readonly passwords: Passwords,
    private readonly keys: Keys,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Answers('POST /api/admin/affiliates/:id/password-link')
  async allow(@Param('id') id: string, @Meta() meta: CommandMeta): Promise<Reply<PasswordLinkView>> {
    const made = newPasswordLink(this.config, this.keys, meta);
    const { position, repeated } = await this.commands.execute(
      new AllowPasswordReset({ meta, accountId: affiliateStream(id), link: made }),
    );
    // A link is shown once: a repeat has stored another one.
    if (repeated) throw new Refused(refusals.commandReused, 'conflict');
    return new Reply({ link: made.link, expiresAt: made.expiresAt }, position);
  }

  @Answers('POST /api/account/reset')
  async reset(@Body() { token, password }: ResetPasswordBody, @Meta() meta: CommandMeta, @Ip() address: string) {
    checkNewPassword(password, this.config.passwordMinimum);
    const tokenHash = this.keys.passwordLink(token);
    try {
      return done(await this.attempts.run(tokenHash, address, () => this.use(tokenHash, password, meta)));
    } catch (error) {
      throw error instanceof Refused && error.kind === 'unauthorized' ? new Refused(refusals.passwordLinkInvalid) : error;
    }
  }

  /** Opened from the mail that warned of it. */
  @Answers('POST /api/account/email/cancel')
  async cancelEmailChange(@Body() { token }: MailLinkBody, @Meta() meta: CommandMeta) {
    const link = readLinkToken(this.keys, 'cancel', token, Date.parse(meta.occurredAt));
    if (!link) throw new Refused(refusals.mailLinkInvalid, 'unauthorized');
    return done(await this.commands.execute(new CancelEmailChange({ meta, accountId: link.accountId, emailClaim: link.about })));
  }

  /** No account is logged in, so the event that allowed the link is the cause. */
  private async use(tokenHash: string, password: string, meta: CommandMeta): Promise<Outcome> {
    const link = await this.links.find(tokenHash, meta.occurredAt);
    if (!link) throw new Refused(refusals.passwordLinkInvalid, 'unauthorized');
    const { accountId, allowedBy } = link;
    const newHash = await this.passwords.hash(password);
    const caused = { ...meta, correlationId: allowedBy, causationId: allowedBy };
    return this.commands.execute(new ResetPassword({ meta: caused, accountId, tokenHash, newHash }));
  }
}
