import { Controller, Inject, Redirect } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  accountStream,
  type EmailBody,
  firstMailChoices,
  type MailChoices,
  type MailGroup,
  type MailLinkBody,
  type MailsBody,
  type MailsView,
  paths,
  refusals,
  type UnsubscribedView,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, Body, type QueryOf } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { Query } from '../../http/query.ts';
import { done, type Reply, replyTo } from '../../http/reply.ts';
import type { Config } from '../../platform/config.ts';
import { Keys } from '../../platform/keys.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import { CLOCK, type Clock, CONFIG } from '../../platform/tokens.ts';
import { type LinkPurpose, readLinkToken } from '../../platform/link-tokens.ts';
import { AskEmailChange, ChangeEmail, ChooseMails, ConfirmEmail } from './mails.commands.ts';
import { mailsSource } from './mails.decider.ts';

/** The setting of each group of mails after an unsubscribe. */
const stopped: { [G in keyof MailChoices]: Pick<MailChoices, G> } = {
  sales: { sales: 'off' },
  cashouts: { cashouts: false },
  tiers: { tiers: false },
};

/** An account's address and mail choices (docs/rules.md#18-mail). */
@Controller()
export class MailsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly vault: Vault,
    private readonly keys: Keys,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Answers('GET /api/account/mails')
  async mails(@Who() who: Account): Promise<MailsView> {
    const { address, confirmed, pending, choices } = await this.stateOf(accountStream(who));
    const [email, pendingEmail] = (await this.vault.open([address?.email, pending?.email])) as (string | null)[];
    return { email: email ?? '', confirmed, pendingEmail: pendingEmail ?? null, ...choices };
  }

  @Answers('PUT /api/account/mails')
  async choose(@Who() who: Account, @Body() choices: MailsBody, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new ChooseMails({ meta, accountId: accountStream(who), choices })));
  }

  @Answers('POST /api/account/email')
  async ask(@Who() who: Account, @Body() body: EmailBody, @Meta() meta: CommandMeta) {
    refuseIf(this.config.mail.off, refusals.noMail, 'conflict');
    const email = body.email.trim();
    const emailClaim = this.keys.claim('email', email);
    return done(await this.commands.execute(new AskEmailChange({ meta, accountId: accountStream(who), email, emailClaim })));
  }

  @Answers('POST /api/account/email/confirm')
  async confirm(@Body() { token }: MailLinkBody, @Meta() meta: CommandMeta) {
    const { accountId, about: emailClaim } = this.linkIn(token, 'confirm');
    const { address, pending } = await this.stateOf(accountId);
    if (pending?.emailClaim !== emailClaim || address?.emailClaim === emailClaim)
      return done(await this.commands.execute(new ConfirmEmail({ meta, accountId, emailClaim })));
    const email = await this.vault.openOne<string>(pending.email);
    if (!email) throw new Refused(refusals.mailLinkInvalid, 'unauthorized');
    return done(await this.commands.execute(new ChangeEmail({ meta, accountId, email, emailClaim })));
  }

  /** Loading a link does not unsubscribe: mail scanners load every link. */
  @Answers('GET /api/account/mails/unsubscribe')
  @Redirect()
  askFirst(@Query() { token = '' }: QueryOf<'GET /api/account/mails/unsubscribe'>): { url: string; statusCode: number } {
    return { url: `${paths.unsubscribe}#token=${encodeURIComponent(token)}`, statusCode: 303 };
  }

  @Answers('POST /api/account/mails/unsubscribe')
  async unsubscribe(
    @Query() { token = '' }: QueryOf<'POST /api/account/mails/unsubscribe'>,
    @Meta() meta: CommandMeta,
  ): Promise<Reply<UnsubscribedView>> {
    const { accountId, about } = this.linkIn(token, 'unsubscribe');
    if (!Object.hasOwn(firstMailChoices, about)) throw new Refused(refusals.mailLinkInvalid, 'unauthorized');
    const stops = about as MailGroup;
    const chosen = await this.commands.execute(new ChooseMails({ meta, accountId, choices: stopped[stops] }));
    return replyTo(chosen, { success: true, stopped: stops });
  }

  private linkIn(token: string, purpose: LinkPurpose) {
    const link = readLinkToken(this.keys, purpose, token, this.now());
    if (!link) throw new Refused(refusals.mailLinkInvalid, 'unauthorized');
    return link;
  }

  private async stateOf(accountId: string) {
    return (await this.streams.load(mailsSource(accountId))).state;
  }
}
