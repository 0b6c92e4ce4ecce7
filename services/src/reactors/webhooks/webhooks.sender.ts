import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Webhook as Signer } from 'standardwebhooks';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  plainName,
  type PublicEvent,
  publicEventOf,
  SECOND_MS,
  type WebhookTestView,
} from '@framelift/contracts';
import { metaOf } from '../../engine/log/deciding/command.ts';
import type { AnyEvent } from '../../engine/log/event.ts';
import { Log } from '../../engine/log/log.ts';
import { openedAs, openedData, withoutPersonal } from '../../engine/log/sealing/opened.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { NotYet } from '../../engine/reacting/claimed.ts';
import { type Attempt, type Due, Outbox } from '../../engine/reacting/outbox.ts';
import type { Config } from '../../platform/config.ts';
import { CurrentBrand } from '../../published/current-brand.ts';
import { Every } from '../../platform/jobs.ts';
import { uuidFrom } from '../../platform/keys.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Pool } from '../../platform/pg.ts';
import { retryAfterMs } from '../../platform/retrying.ts';
import { CONFIG, LOGGER, POOL } from '../../platform/tokens.ts';
import type { Waiting } from '../../platform/waiting.ts';
import { Endpoints } from './endpoints.ts';
import { post, type Posted } from './post.ts';
import { PauseWebhook } from './webhooks.commands.ts';
import { type Webhook, wants, webhooksSource } from './webhooks.decider.ts';
import { SUBSCRIBERS, webhooks } from './webhooks.reactor.ts';

/** Three days, then the webhook is paused and keeps its place. */
const PAUSES_MS = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  20 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  7 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  DAY_MS,
];
/** A receiver may ask for patience, up to this. */
const MAX_RETRY_AFTER_MS = DAY_MS;
const SHOWN_CHARACTERS = 200;

/** How an answer begins, in one line that PostgreSQL keeps. */
const shownOf = (answer: string): string => answer.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, SHOWN_CHARACTERS);

const dropped = (reason: string): Attempt => ({ outcome: 'dropped', said: reason });

/** Sends public events to webhooks per the Standard Webhooks specification; the id is the event's. */
@Injectable()
export class WebhookSender {
  readonly outbox: Outbox;

  constructor(
    @Inject(POOL) pool: Pool,
    private readonly log: Log,
    private readonly streams: Streams,
    private readonly vault: Vault,
    private readonly endpoints: Endpoints,
    private readonly commands: CommandBus,
    private readonly brand: CurrentBrand,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    const send = (due: Due, now: number) => this.send(due, now);
    this.outbox = new Outbox(pool, log, webhooks, { send, pausesMs: PAUSES_MS, held: () => this.paused() }, logger, config);
  }

  @Every(SECOND_MS, 'sends deliveries that are due')
  async work(_now: number, stop: AbortSignal): Promise<void> {
    await this.outbox.work(stop);
  }

  @Every(HOUR_MS, 'deletes old deliveries that are done')
  async purge(): Promise<void> {
    await this.outbox.purge();
  }

  /** Webhooks that keep failing or were paused for it, since the oldest event that they miss. */
  async failing(): Promise<Waiting> {
    const all = await this.all();
    const stopped = all.filter(({ paused }) => paused === 'failing' || paused === 'gone');
    const missing = await this.outbox.failingReceivers(stopped.map(({ id }) => id));
    const idle = stopped.filter(({ id }) => !missing.has(id));
    const pauses = await this.log.readMany(idle.map(({ changedAt }) => changedAt));
    const since = [...missing.values(), ...pauses.map(({ recordedAt }) => recordedAt)];
    return { count: since.length, oldestAt: since.toSorted((a, b) => Number(a) - Number(b))[0] ?? null };
  }

  /** Sends an event that says nothing, once. */
  async test(webhookId: string, now: number): Promise<WebhookTestView> {
    const began = performance.now();
    const at = new Date(now).toISOString();
    const event = {
      specversion: '1.0',
      id: uuidFrom(`test ${webhookId} ${now}`),
      source: 'framelift',
      type: 'webhook.test',
      time: at,
      data: {},
    };
    const took = () => Math.round(performance.now() - began);
    try {
      const { status, answer } = await this.post(webhookId, event.id, JSON.stringify(event), now);
      return { status, tookMs: took(), response: shownOf(answer) };
    } catch (error) {
      return { status: null, tookMs: took(), response: (error as Error).message };
    }
  }

  private async all(): Promise<readonly Webhook[]> {
    return (await this.streams.load(webhooksSource)).state.webhooks;
  }

  private async paused(): Promise<string[]> {
    return (await this.all()).filter(({ paused }) => paused).map(({ id }) => id);
  }

  private async send(due: Due, now: number): Promise<Attempt> {
    const all = await this.all();
    if (due.receiver === SUBSCRIBERS) {
      const published = publicEventOf(openedAs(due.event, withoutPersonal(due.event)));
      return published
        ? { outcome: 'sent', instead: all.filter((w) => wants(w, published.type, due.position)).map(({ id }) => id) }
        : dropped('not public');
    }
    const webhook = all.find(({ id }) => id === due.receiver);
    if (!webhook) return dropped('the webhook was taken away');
    if (webhook.paused) return { afterMs: MINUTE_MS, said: 'paused' };
    const content = await this.publicEvent(due.event, webhook);
    const began = performance.now();
    const took = () => `${Math.round(performance.now() - began)} ms`;
    try {
      const { status, headers, answer } = await this.post(webhook.id, due.event.id, JSON.stringify(content), now);
      // What a receiver of personal fields answers may repeat them.
      const shown = webhook.personal ? '' : shownOf(answer);
      const line = [`${status} in ${took()}`, shown].filter(Boolean).join(': ');
      if (status >= 200 && status < 300) return { outcome: 'sent', said: line };
      if (status === 410) return await this.pause(due, 'gone', now);
      const retryMs = retryAfterMs(headers['retry-after'], now) ?? 0;
      throw new NotYet(line, Math.min(retryMs, MAX_RETRY_AFTER_MS));
    } catch (error) {
      if (due.attempts > PAUSES_MS.length) return this.pause(due, 'failing', now);
      throw error;
    }
  }

  private async publicEvent(event: AnyEvent, { personal }: Webhook): Promise<PublicEvent> {
    const [data] = personal ? await openedData(this.vault, [event]) : [withoutPersonal(event)];
    return publicEventOf(openedAs(event, data!))!;
  }

  /** It keeps its place: this intent and all behind it wait until an admin resumes it. */
  private async pause({ receiver, position }: Due, because: 'failing' | 'gone', now: number): Promise<Attempt> {
    const meta = metaOf({ kind: 'system', id: 'webhooks' }, now, uuidFrom(`pause ${receiver} ${position} ${now}`));
    await this.commands.execute(new PauseWebhook({ meta, webhookId: receiver, because }));
    return { afterMs: MINUTE_MS, said: 'paused' };
  }

  private async post(webhookId: string, id: string, body: string, now: number): Promise<Posted> {
    const endpoint = await this.endpoints.find(webhookId, now);
    if (!endpoint) throw new Error('the webhook was taken away');
    const at = new Date(now);
    const headers = {
      'user-agent': plainName(this.brand.now.name),
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': endpoint.secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' '),
    };
    const {
      production,
      webhooks: { allowPrivate },
    } = this.config;
    return post(endpoint.url, headers, body, { production, allowPrivate });
  }
}
