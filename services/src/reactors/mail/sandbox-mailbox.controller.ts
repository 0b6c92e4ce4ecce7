import { Controller, Inject, Param, Res } from '@nestjs/common';
import { refusals } from '@framelift/contracts';
import type { FastifyReply } from 'fastify';
import { Answers } from '../../http/answers.ts';
import type { Config } from '../../platform/config.ts';
import { Refused } from '../../platform/refused.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { listPolicy, mailboxPage, mailPage, mailPolicy } from './sandbox-pages.ts';
import { SandboxMailbox } from './sandbox-mailbox.ts';

/** Shows what was sent, where there is no mail server. Elsewhere there is no such page. */
@Controller()
export class SandboxMailboxController {
  constructor(
    private readonly mailbox: SandboxMailbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Answers('GET /sandbox/mail')
  async list(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    this.checkSandbox();
    return this.page(reply, mailboxPage(await this.mailbox.list()), listPolicy);
  }

  @Answers('GET /sandbox/mail/:id')
  async show(@Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    this.checkSandbox();
    const mail = /^\d{1,15}$/.test(id) ? await this.mailbox.find(Number(id)) : undefined;
    if (!mail) throw new Refused(refusals.notFound, 'missing');
    return this.page(reply, mailPage(mail), mailPolicy);
  }

  private page(reply: FastifyReply, html: string, policy: string): string {
    void reply.headers({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, 'X-Robots-Tag': 'noindex' });
    return html;
  }

  private checkSandbox(): void {
    if (!this.config.mail.sandbox) throw new Refused(refusals.notFound, 'missing');
  }
}
