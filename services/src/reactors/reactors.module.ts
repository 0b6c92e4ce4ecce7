import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Endpoints } from './webhooks/endpoints.ts';
import { WebhooksController } from './webhooks/webhooks.controller.ts';
import { webhookHandlers } from './webhooks/webhooks.handlers.ts';
import { webhooks } from './webhooks/webhooks.reactor.ts';
import { WebhookSender } from './webhooks/webhooks.sender.ts';
import { mail } from './mail/mail.reactor.ts';
import { MailSender } from './mail/mail.sender.ts';
import { Mailer } from './mail/mailer.ts';
import { SandboxMailboxController } from './mail/sandbox-mailbox.controller.ts';
import { SandboxMailbox } from './mail/sandbox-mailbox.ts';

/** Every reactor there is. */
export const reactors = [mail, webhooks];

/** What reactors keep of people, and their commands: also for operators, whose erasures must find it. */
@Module({ imports: [CqrsModule], providers: [...webhookHandlers, SandboxMailbox], exports: [SandboxMailbox] })
export class ReactorCommands {}

/** What sends what the reactors ask for. */
@Module({
  imports: [CqrsModule, ReactorCommands],
  controllers: [SandboxMailboxController, WebhooksController],
  providers: [Endpoints, MailSender, Mailer, WebhookSender],
  exports: [MailSender, WebhookSender],
})
export class ReactorsModule {}
