import { Controller, Inject, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type DeliveriesView,
  keyRefusals,
  kindsOf,
  type WebhookBody,
  type WebhookChangeBody,
  webhookLimits,
  webhookRefusals,
  type WebhookSecretView,
  type WebhookTestView,
  type WebhooksView,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Answers, Body, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { listQuery, pageOf, positionAfter } from '../../http/list-query.ts';
import { Meta } from '../../http/meta.ts';
import { done, Reply } from '../../http/reply.ts';
import type { Config } from '../../platform/config.ts';
import { Jobs } from '../../platform/jobs.ts';
import { idFrom } from '../../platform/keys.ts';
import { Refused } from '../../platform/refused.ts';
import { CLOCK, type Clock, CONFIG } from '../../platform/tokens.ts';
import { Endpoints, newSecret } from './endpoints.ts';
import { refusePrivateName, webhookUrl } from './post.ts';
import { AddWebhook, ChangeWebhook, RemoveWebhook, RenewWebhookSecret } from './webhooks.commands.ts';
import { type Webhook, webhooksSource } from './webhooks.decider.ts';
import { WebhookSender } from './webhooks.sender.ts';

const PAGE = 50;

/** Webhooks: admins choose the addresses that receive events. */
@Controller()
export class WebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly endpoints: Endpoints,
    private readonly sender: WebhookSender,
    private readonly jobs: Jobs,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Answers('GET /api/admin/webhooks')
  async list(): Promise<WebhooksView> {
    const { webhooks } = (await this.streams.load(webhooksSource)).state;
    const waiting = await this.sender.outbox.waitingFor(webhooks.map(({ id }) => id));
    const states = { admin: 'paused', failing: 'failing', gone: 'gone' } as const;
    return {
      webhooks: webhooks.map(({ id, name, host, types, personal, paused, addedOn, changedAt }) => ({
        id,
        name,
        host,
        types: [...types],
        personal,
        state: paused ? states[paused] : 'active',
        waiting: waiting.get(id) ?? 0,
        createdAt: addedOn,
        position: changedAt,
      })),
    };
  }

  @Answers('POST /api/admin/webhooks')
  async add(@Body() { url, types = [], ...settings }: WebhookBody, @Meta() meta: CommandMeta): Promise<Reply<WebhookSecretView>> {
    const webhookId = idFrom(`webhook ${meta.commandId}`);
    const { host, href } = await this.checked(url);
    const secret = newSecret();
    const [sealedUrl, sealedSecret] = await this.endpoints.seal(webhookId, [href, secret]);
    const added = new AddWebhook({ meta, webhookId, ...settings, types, host, url: sealedUrl!, secret: sealedSecret! });
    return this.shownOnce(await this.commands.execute(added), webhookId, secret);
  }

  @Answers('PUT /api/admin/webhooks/:id')
  async change(@Param('id') webhookId: string, @Body() { url, types, ...fields }: WebhookChangeBody, @Meta() meta: CommandMeta) {
    await this.find(webhookId);
    const at = url ? await this.checked(url) : undefined;
    const address = at && { host: at.host, url: (await this.endpoints.seal(webhookId, [at.href]))[0]! };
    const changed = new ChangeWebhook({ meta, webhookId, ...fields, types, ...(address ? { address } : {}) });
    const outcome = await this.commands.execute(changed);
    if (outcome.events.some(({ type }) => type === 'WebhookResumed')) await this.sender.outbox.hurry(webhookId);
    this.jobs.wake(WebhookSender, 'work');
    return done(outcome);
  }

  @Answers('DELETE /api/admin/webhooks/:id')
  async remove(@Param('id') webhookId: string, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new RemoveWebhook({ meta, webhookId })));
  }

  @Answers('POST /api/admin/webhooks/:id/secret')
  async renew(@Param('id') webhookId: string, @Meta() meta: CommandMeta): Promise<Reply<WebhookSecretView>> {
    await this.find(webhookId);
    const secret = newSecret();
    const [sealed] = await this.endpoints.seal(webhookId, [secret]);
    const oldUntil = new Date(Date.parse(meta.occurredAt) + webhookLimits.oldSecretFor).toISOString();
    const renewed = new RenewWebhookSecret({ meta, webhookId, secret: sealed!, oldUntil });
    return this.shownOnce(await this.commands.execute(renewed), webhookId, secret);
  }

  @Answers('POST /api/admin/webhooks/:id/test')
  async test(@Param('id') webhookId: string): Promise<WebhookTestView> {
    await this.find(webhookId);
    return this.sender.test(webhookId, this.now());
  }

  @Answers('GET /api/admin/webhooks/:id/deliveries')
  async deliveries(
    @Param('id') webhookId: string,
    @Query() query: QueryOf<'GET /api/admin/webhooks/:id/deliveries'>,
  ): Promise<DeliveriesView> {
    const page = listQuery(query, PAGE);
    const before = positionAfter(page);
    await this.find(webhookId);
    const found = await this.sender.outbox.list(webhookId, before, page.limit + 1);
    const { rows, next } = pageOf(found, page.limit, ({ position }) => [position]);
    const deliveries = rows.map(({ position, event, attempts, outcome, nextAt, doneAt, said }) => ({
      position,
      type: kindsOf('public', event)[0] ?? event.type,
      recordedAt: event.metadata.occurredAt,
      outcome: outcome === 'sent' ? ('sent' as const) : outcome ? ('dropped' as const) : ('waiting' as const),
      attempts,
      nextAttemptAt: outcome ? null : nextAt,
      doneAt,
      response: said,
    }));
    return { deliveries, next };
  }

  @Answers('POST /api/admin/webhooks/:id/deliveries/:position/again')
  async again(@Param('id') webhookId: string, @Param('position') position: string) {
    await this.find(webhookId);
    const isKnown = /^\d{1,15}$/.test(position) && (await this.sender.outbox.tellAgain(webhookId, Number(position)));
    if (!isKnown) throw new Refused(webhookRefusals.deliveryNotFound, 'missing');
    this.jobs.wake(WebhookSender, 'work');
    return { success: true };
  }

  /** A secret is shown once: the first time another one was made. */
  private shownOnce({ position, repeated }: { position: number; repeated: boolean }, id: string, secret: string): Reply<WebhookSecretView> {
    if (repeated) throw new Refused(keyRefusals.shownOnce, 'conflict');
    return new Reply({ id, secret }, position);
  }

  private async checked(text: string): Promise<URL> {
    const { production, webhooks } = this.config;
    const reach = { production, allowPrivate: webhooks.allowPrivate };
    const url = webhookUrl(text, reach);
    await refusePrivateName(url, reach);
    return url;
  }

  private async find(webhookId: string): Promise<Webhook> {
    const { webhooks } = (await this.streams.load(webhooksSource)).state;
    const webhook = webhooks.find(({ id }) => id === webhookId);
    if (!webhook) throw new Refused(webhookRefusals.notFound, 'missing');
    return webhook;
  }
}
