import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  adminStream,
  type Brand,
  DAY_MS,
  type EventName,
  HOUR_MS,
  idOf,
  type MailGroup,
  mailRules,
  MINUTE_MS,
  type Opened,
  paths,
  type Sealed,
  SECOND_MS,
  type Stored,
  promised,
} from '@framelift/contracts';
import { type AnyEvent, EVENTS } from '../../engine/log/event.ts';
import { Log } from '../../engine/log/log.ts';
import { openedData } from '../../engine/log/sealing/opened.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { Promises } from '../../engine/tree/promises.ts';
import { type Attempt, type Due, Outbox } from '../../engine/reacting/outbox.ts';
import type { Config } from '../../platform/config.ts';
import { isReachable } from '../../platform/address.ts';
import { CurrentBrand } from '../../published/current-brand.ts';
import { KeptPictures } from '../../http/site/kept-pictures.ts';
import { Every } from '../../platform/jobs.ts';
import { Keys } from '../../platform/keys.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Pool } from '../../platform/pg.ts';
import { CONFIG, LOGGER, POOL } from '../../platform/tokens.ts';
import type { Waiting } from '../../platform/waiting.ts';
import { affiliateSource } from '../../programme/affiliate/affiliate.decider.ts';
import { type LinkPurpose, linkToken } from '../../platform/link-tokens.ts';
import { type Mails, mailsSource } from '../../programme/mails/mails.decider.ts';
import { adminSource } from '../../programme/sign-in/admin.decider.ts';
import { programmeSource } from '../../programme/terms/terms.decider.ts';
import { webhooksSource } from '../webhooks/webhooks.decider.ts';
import { testMail } from './account-mails.ts';
import type { alarmMails } from './alarm-mails.ts';
import type { About, Content } from './mail.content.ts';
import { rendered } from './mail.layout.ts';
import { ADMINS, mail } from './mail.reactor.ts';
import { type MailKind, mails } from './mail.texts.ts';
import { Mailer, MailRefused } from './mailer.ts';
import { summary } from './money-mails.ts';

/** Attempts go on for up to two days: older mails are no longer useful. */
const PAUSES_MS = [1, 5, 15, 60, 3 * 60, 8 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);

/** Mails of a group keep their order; security mails do not wait. */
const QUEUES = Object.fromEntries(Object.entries(mails).flatMap(([kind, { group }]) => (group ? [[kind, group]] : [])));

const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

/** The next time (ms) after `at` at which summaries go out. */
const nextSummary = (at: number): number => {
  const today = Math.floor(at / DAY_MS) * DAY_MS + mailRules.summaryAt;
  return at < today ? today : today + DAY_MS;
};

/** The kind of an alarm's intent names what it is about, so that each incident has one. */
const alarmIn = (kind: string): { name: MailKind; detail: string } => {
  const [name = '', ...detail] = kind.split(':');
  return { name: name as MailKind, detail: detail.join(':') };
};

/** The event of an affiliate or of an admin. */
type EmailChange = 'EmailChangeAsked' | 'AdminEmailChangeAsked';
/** Events that say an account's address. */
const SAYING_ADDRESS: EventName[] = ['AffiliateRegistered', 'AffiliateEdited', 'AdminCreated', 'AdminEmailChanged'];

/** @returns the server's answer. @throws an Error that names no address: the server did not take it */
export function sendTestMail(mailer: Mailer, brand: Brand, { publicUrl: site }: Config, accountId: string, to: string): Promise<string> {
  const messageId = `<${randomUUID()}@${new URL(site).hostname}>`;
  const content = testMail(brand.name);
  const footer = { brand, site, settingsUrl: `${site}${paths.account}` };
  return mailer.send({ accountId, to, subject: content.subject, messageId, headers: AUTOMATIC, ...rendered(content, footer) });
}

const promisable = ({ streamId, version, hash, recordedAt, data }: AnyEvent) => {
  const says = promised(data as Stored<'SaleRecorded'>);
  return { streamId, version, hash, recordedAt, says };
};
const dropped = (reason: string): Attempt => ({ outcome: 'dropped', said: reason });

/** Sends the intents of the reactor `mail`; receivers and their choices are read when it is sent. */
@Injectable()
export class MailSender {
  private readonly outbox: Outbox;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly log: Log,
    private readonly streams: Streams,
    private readonly vault: Vault,
    private readonly keys: Keys,
    private readonly mailer: Mailer,
    private readonly brand: CurrentBrand,
    private readonly pictures: KeptPictures,
    private readonly promises: Promises,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    const send = (due: Due, now: number) => this.send(due, now);
    this.outbox = new Outbox(pool, log, mail, { send, pausesMs: PAUSES_MS, latestMs: mailRules.latest, queues: QUEUES }, logger, config);
  }

  @Every(SECOND_MS, 'sends mails that are due')
  async work(_now: number, stop: AbortSignal): Promise<void> {
    await this.outbox.work(stop);
  }

  /** Notifies every admin about the system, once per position and detail. */
  async alarm(name: keyof typeof alarmMails, detail: string, position: number): Promise<void> {
    await this.outbox.add({ position, receiver: ADMINS, kind: `${name}:${detail}` });
  }

  /** A mail that only shows that mail works. @throws an Error that names no address: the server did not take it */
  async test(accountId: string, to: string): Promise<void> {
    await sendTestMail(this.mailer, this.brand.now, this.config, accountId, to);
  }

  /** Mails that the server keeps refusing, or refused in the last week. */
  failing(): Promise<Waiting> {
    return this.outbox.failing();
  }

  @Every(HOUR_MS, 'deletes old mail intents that are done')
  async purge(): Promise<void> {
    await this.outbox.purge();
  }

  private async send(due: Due, now: number): Promise<Attempt> {
    if (this.config.mail.off) return dropped('there is no mail server');
    if (due.receiver === ADMINS) return { outcome: 'sent', instead: await this.admins() };
    const { state } = await this.streams.load(mailsSource(due.receiver));
    const { group, says } = mails[alarmIn(due.kind).name];
    if (group && !state.choices[group]) return dropped('switched off');
    if (group === 'sales' && state.choices.sales === 'off') return dropped('switched off');
    if (group === 'sales' && !state.confirmed) return dropped('the address is not confirmed');
    if (due.kind === 'saleCredited' && state.choices.sales === 'daily') return this.sendSummary(due, state, now);
    const contentOf = async (about: About) => says((await openedData(this.vault, [due.event]))[0] as never, about);
    return this.deliver(due, state, group, contentOf, now);
  }

  /** All pending sales go into one mail. */
  private async sendSummary(due: Due, state: Mails, now: number): Promise<Attempt> {
    const at = nextSummary(due.event.recordedAt.getTime());
    if (now < at) return { afterMs: at - now };
    const others = await this.outbox.waiting(due);
    const events = [due.event, ...others.map(({ event }) => event)];
    const sales = (await openedData(this.vault, events)) as Opened<'SaleRecorded'>[];
    const promises = (await this.promises.of(events.map(promisable))).map(({ note }) => note);
    const sent = await this.deliver(due, state, 'sales', async (about) => summary(sales, { ...about, promises }), now);
    return 'outcome' in sent && sent.outcome === 'sent' ? { ...sent, also: others.map(({ position }) => position) } : sent;
  }

  private async deliver(
    due: Due,
    state: Mails,
    group: MailGroup | undefined,
    contentOf: (about: About) => Promise<Content>,
    now: number,
  ): Promise<Attempt> {
    const address = await this.addressFor(due, state, now);
    const to = await this.vault.openOne<string>(address);
    if (!to) return dropped('there is nobody to write to');
    if (!this.config.mail.sandbox && !isReachable(to)) return dropped('the address cannot receive mail');
    const content = await contentOf(await this.aboutOf(due, state));
    const messageId = `<${due.event.id}.${due.kind.replaceAll(':', '.')}.${due.receiver}@${new URL(this.config.publicUrl).hostname}>`;
    const { headers, unsubscribeUrl } = this.unsubscribing(due, group);
    const { publicUrl: site } = this.config;
    const brand = this.brand.now;
    const logo = await this.pictures.logoOf(brand);
    const settingsUrl = `${site}${paths.account}`;
    const frame = { brand, hasLogo: logo !== undefined, site, settingsUrl, ...(unsubscribeUrl ? { unsubscribeUrl } : {}) };
    const { streamId } = due.event;
    const about = streamId.startsWith('affiliate-') && streamId !== due.receiver ? { about: streamId } : {};
    const parts = { ...rendered(content, frame), ...(logo ? { logo } : {}) };
    const message = { accountId: due.receiver, ...about, to, subject: content.subject, messageId, headers, ...parts };
    try {
      return { outcome: 'sent', said: await this.mailer.send(message), kept: { to: address, messageId } };
    } catch (error) {
      if (error instanceof MailRefused) return { outcome: 'failed', said: error.message, kept: { to: address, messageId } };
      throw error;
    }
  }

  /** Mostly the account's address; a change also concerns the one before and the one that was asked for. */
  private async addressFor({ kind, event }: Due, { address, pending, confirmed }: Mails, now: number): Promise<Sealed | null> {
    if (!address) return null;
    if (kind === 'passwordReset') return Date.parse((event.data as Stored<'PasswordResetAsked'>).validUntil) > now ? address.email : null;
    if (kind === 'emailChangedBefore') return this.addressBefore(event);
    if (kind !== 'emailChangeAsked' && kind !== 'confirmEmail') return address.email;
    const { email, emailClaim } = event.data as Stored<EmailChange>;
    const isOwn = emailClaim === address.emailClaim;
    if (kind === 'emailChangeAsked') return isOwn ? null : address.email;
    return (isOwn && !confirmed) || pending?.emailClaim === emailClaim ? email : null;
  }

  private async addressBefore({ streamId, version }: AnyEvent): Promise<Sealed | null> {
    const { rows } = await this.pool.query<{ email: Sealed }>(
      `select data -> 'email' as email from ${EVENTS}
       where stream_id = $1 and version < $2 and type = any ($3) and data -> 'email' is not null
       order by version desc limit 1`,
      [streamId, version, SAYING_ADDRESS],
    );
    return rows[0]?.email ?? null;
  }

  private async aboutOf({ kind, receiver, event }: Due, { address, confirmed }: Mails): Promise<About> {
    const { publicUrl: site } = this.config;
    const username = await this.usernameOf(receiver);
    const { streamId } = event;
    const isTheirs = streamId.startsWith('affiliate-');
    const affiliate = isTheirs && streamId !== receiver ? await this.usernameOf(streamId) : isTheirs ? username : '';
    const { actor } = event.metadata;
    const { tierNames } = (await this.streams.load(programmeSource)).state;
    const until = event.recordedAt.getTime() + mailRules.confirmLinkFor;
    const linkTo = (path: string, purpose: LinkPurpose, of: string) =>
      `${site}${path}#token=${linkToken(this.keys, purpose, { accountId: receiver, about: of, until })}`;
    const about = kind === 'confirmEmail' ? (event.data as Stored<EmailChange>).emailClaim : confirmed ? undefined : address?.emailClaim;
    return {
      username: username ?? '',
      at: event.metadata.occurredAt,
      site,
      brand: this.brand.now.name,
      event,
      detail: alarmIn(kind).detail,
      ...(kind === 'saleCredited' ? { promises: (await this.promises.of([promisable(event)])).map(({ note }) => note) } : {}),
      ...(about ? { confirmUrl: linkTo(paths.confirmEmail, 'confirm', about) } : {}),
      ...(kind === 'passwordReset'
        ? { resetUrl: `${site}${paths.resetPassword}#token=${this.keys.resetToken(event.metadata.commandId)}` }
        : {}),
      ...(kind === 'emailChangeAsked'
        ? { cancelUrl: linkTo(paths.cancelEmailChange, 'cancel', (event.data as Stored<EmailChange>).emailClaim) }
        : {}),
      affiliate: affiliate ?? idOf(streamId),
      webhook: await this.webhookOf(event),
      by: actor.kind === 'admin' ? ((await this.usernameOf(adminStream(actor.id))) ?? 'an admin') : 'an operator',
      tierName: (tier) => tierNames[tier] ?? tier,
    };
  }

  /** Returns the username of the account of this stream, or null after its erasure. */
  private async usernameOf(streamId: string): Promise<string | null> {
    const account = streamId.startsWith('admin-') ? adminSource(idOf(streamId)) : affiliateSource(idOf(streamId));
    const { username } = (await this.streams.load<{ username: Sealed | null }>(account as never)).state;
    return (await this.vault.openOne<string>(username)) ?? null;
  }

  private async webhookOf({ data }: AnyEvent): Promise<string> {
    if (!('webhookId' in data)) return '';
    return (await this.streams.load(webhooksSource)).state.webhooks.find(({ id }) => id === data.webhookId)?.name ?? data.webhookId;
  }

  /** One click for what can be switched off (RFC 8058). */
  private unsubscribing({ receiver }: Due, group: MailGroup | undefined): { headers: Record<string, string>; unsubscribeUrl?: string } {
    if (!group) return { headers: AUTOMATIC };
    const token = linkToken(this.keys, 'unsubscribe', { accountId: receiver, about: group, until: 0 });
    const oneClick = `${this.config.publicUrl}/api/account/mails/unsubscribe?token=${token}`;
    return {
      headers: { ...AUTOMATIC, 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      unsubscribeUrl: `${this.config.publicUrl}${paths.unsubscribe}#token=${token}`,
    };
  }

  private async admins(): Promise<string[]> {
    const found = await this.log.streamsWith('AdminCreated');
    const states = await Promise.all(found.map((streamId) => this.streams.load(adminSource(idOf(streamId)))));
    return found.filter((_, i) => states[i]!.state.active);
  }
}
