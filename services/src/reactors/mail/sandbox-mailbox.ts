import { Inject, Injectable } from '@nestjs/common';
import { accountStream } from '@framelift/contracts';
import { Erases } from '../../engine/log/sealing/erasure.ts';
import type { Person } from '../../engine/log/sealing/erasure-list.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { inTransaction, type Pool, type PoolClient } from '../../platform/pg.ts';
import { CLOCK, type Clock, POOL } from '../../platform/tokens.ts';
import { LOGO_ID } from './mail.layout.ts';

/** A mail on its way. */
export interface Message {
  /** The stream of the account. */
  accountId: string;
  /** The stream of the affiliate whom the mail names, where that is somebody else. */
  about?: string;
  to: string;
  subject: string;
  html: string;
  /** PNG; the HTML names it by LOGO_ID. */
  logo?: Buffer;
  text: string;
  messageId: string;
  headers: Record<string, string>;
}

/** How many mails a person looks through. */
const SHOWN = 200;
/** The oldest beyond these go: 30 MB. */
const KEPT = 10_000;

export interface KeptMail {
  id: number;
  sentAt: Date;
  address: string;
  subject: string;
  headers: Record<string, string>;
  html: string;
  body: string;
}

/** The subject whose key seals what an account says of itself: `affiliate-x` → `affiliate:x`. */
const subjectOf = (accountId: string): string => accountId.replace('-', ':');

/** Where mails go on a system without a mail server, so that every flow can be followed: /sandbox/mail. */
@Injectable()
export class SandboxMailbox {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async keep({ accountId, about, to, subject, html: sent, logo, text, messageId, headers }: Message): Promise<string> {
    const html = logo ? sent.replaceAll(`cid:${LOGO_ID}`, `data:image/png;base64,${logo.toString('base64')}`) : sent;
    // An erasure waits for it and then deletes it, or was first and it is not kept.
    const kept = async (client: PoolClient) => {
      for (const person of about ? [accountId, about] : [accountId]) if (!(await Vault.holdKey(client, subjectOf(person)))) return;
      const { rows } = await client.query<{ id: number }>(
        `insert into sandbox_mail.mails (sent_at, message_id, account_id, address, subject, headers, html, body, about) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
        [new Date(this.now()), messageId, accountId, to, subject, headers, html, text, about ?? null],
      );
      await client.query('delete from sandbox_mail.mails where id <= $1', [rows[0]!.id - KEPT]);
    };
    await inTransaction(this.pool, kept);
    return 'kept in the sandbox';
  }

  /** Newest first. */
  async list(): Promise<Pick<KeptMail, 'id' | 'sentAt' | 'address' | 'subject'>[]> {
    const text = 'select id, sent_at as "sentAt", address, subject from sandbox_mail.mails order by id desc limit $1';
    return (await this.pool.query(text, [SHOWN])).rows;
  }

  async find(id: number): Promise<KeptMail | undefined> {
    const text = 'select id, sent_at as "sentAt", address, subject, headers, html, body from sandbox_mail.mails where id = $1';
    return (await this.pool.query<KeptMail>(text, [id])).rows[0];
  }

  @Erases('affiliate')
  async erase(client: PoolClient, { id }: Person): Promise<void> {
    await client.query('delete from sandbox_mail.mails where $1 in (account_id, about)', [accountStream({ kind: 'affiliate', id })]);
  }
}
