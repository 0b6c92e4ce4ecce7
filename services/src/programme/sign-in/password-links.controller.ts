import { Body, Controller, HttpCode, Inject, Ip, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { affiliateStream, type PasswordLinkView, refusals, type ResetPasswordBody } from '@framelift/contracts';
import type { Command, CommandMeta, Outcome } from '../../engine/log/streams.ts';
import type { Config } from '../../platform/config.ts';
import { Allow, Confirmed } from '../../http/allow.ts';
import { NewPassword, RequiredText } from '../../http/fields.ts';
import { Meta } from '../../http/meta.ts';
import { done, Reply } from '../../http/reply.ts';
import { Keys } from '../../platform/keys.ts';
import { Refused } from '../../platform/refused.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { AllowPasswordReset, ResetPassword } from './account.commands.ts';
import { Attempts } from './attempts.ts';
import { newPasswordLink, PasswordLinks } from './password-links.ts';
import { checkNewPassword, Passwords } from './passwords.ts';

export class ResetPasswordRequest implements ResetPasswordBody {
  @RequiredText(100) token!: string;
  @NewPassword() password!: string;
}

/** Getting back into an account without its password: an admin makes a link, whoever opens it sets another one. */
@Controller('api')
export class PasswordLinksController {
  constructor(
    private readonly attempts: Attempts,
    private readonly commands: CommandBus,
    private readonly links: PasswordLinks,
    private readonly passwords: Passwords,
    private readonly keys: Keys,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('admin/affiliates/:id/password-link')
  @Allow('admin')
  @Confirmed()
  @HttpCode(200)
  async allow(@Param('id') id: string, @Meta() meta: CommandMeta): Promise<Reply<PasswordLinkView>> {
    const made = newPasswordLink(this.config, this.keys, meta);
    const { position, repeated } = await this.execute(new AllowPasswordReset(meta, affiliateStream(id), made));
    // A link is told once: a repeated command kept another one.
    if (repeated) throw new Refused(refusals.commandReused, 409);
    return new Reply({ link: made.link, validUntil: made.validUntil }, position);
  }

  @Post('account/reset')
  @Allow('public')
  @HttpCode(200)
  async reset(@Body() { token, password }: ResetPasswordRequest, @Meta() meta: CommandMeta, @Ip() address: string) {
    checkNewPassword(password, this.config.passwordMinimum);
    const tokenHash = this.keys.passwordLink(token);
    try {
      return done(await this.attempts.run(tokenHash, address, () => this.use(tokenHash, password, meta)));
    } catch (error) {
      throw error instanceof Refused && error.status === 401 ? new Refused(refusals.passwordLinkInvalid) : error;
    }
  }

  /** Nobody is signed in: the link's event is named as the cause, so the log says who let them. */
  private async use(tokenHash: string, password: string, meta: CommandMeta): Promise<Outcome> {
    const link = await this.links.find(tokenHash, meta.occurredAt);
    if (!link) throw new Refused(refusals.passwordLinkInvalid, 401);
    const { accountId, allowedBy } = link;
    const newHash = await this.passwords.hash(password);
    const caused = { ...meta, correlationId: allowedBy, causationId: allowedBy };
    return this.execute(new ResetPassword(caused, accountId, tokenHash, newHash));
  }

  private execute(command: Command): Promise<Outcome> {
    return this.commands.execute<Command, Outcome>(command);
  }
}
