import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { affiliateStream, HOUR_MS, type PasswordLinkView, paths, refusals, rules } from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Erases } from '../../engine/log/sealing/erasure.ts';
import type { Person } from '../../engine/log/sealing/erasure-list.ts';
import type { Config } from '../../platform/config.ts';
import type { Keys } from '../../platform/keys.ts';
import { Every } from '../../platform/jobs.ts';
import { hasCome } from '../../platform/moments.ts';
import type { Pool, PoolClient } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { POOL } from '../../platform/tokens.ts';

/** A new link: only `link` contains the token; a keyed hash of it is stored. */
export interface NewPasswordLink extends PasswordLinkView {
  tokenHash: string;
}

/** 256 random bits after `#`: a fragment reaches no server and no log. */
export function newPasswordLink({ publicUrl }: Config, keys: Keys, { occurredAt }: CommandMeta): NewPasswordLink {
  const token = randomBytes(32).toString('base64url');
  return {
    link: `${publicUrl}${paths.resetPassword}#token=${token}`,
    expiresAt: new Date(Date.parse(occurredAt) + rules.passwordLinkFor).toISOString(),
    tokenHash: keys.passwordLink(token),
  };
}

/** The account whose password a link sets, and the event that allowed it. */
export interface PasswordLink {
  accountId: string;
  allowedBy: string;
}

/** Whether a link is no longer valid at $2. */
const IS_OVER = hasCome('valid_until', '$2', `${rules.passwordLinkFor} milliseconds`);

/** Links that set a new password: at most one per account, valid once. */
@Injectable()
export class PasswordLinks {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Also finds a used one, as its command may be repeated. */
  async find(tokenHash: string, at: string): Promise<PasswordLink | undefined> {
    const { rows } = await this.pool.query<PasswordLink>(
      `select account_id as "accountId", allowed_by as "allowedBy" from sign_in.password_links where token_hash = $1 and not ${IS_OVER}`,
      [tokenHash, at],
    );
    return rows[0];
  }

  /** Deletes rows that have expired at `now` (ms). */
  @Every(HOUR_MS, 'deletes expired password links')
  async forget(now: number): Promise<void> {
    await this.pool.query('delete from sign_in.password_links where valid_until < $1', [new Date(now)]);
  }

  /** Part of the transaction that appends the fact; the account's link before it is void. */
  static async keep(
    client: PoolClient,
    accountId: string,
    { tokenHash, expiresAt }: Pick<NewPasswordLink, 'tokenHash' | 'expiresAt'>,
    allowedBy: string,
  ): Promise<void> {
    await client.query(
      `insert into sign_in.password_links (account_id, token_hash, valid_until, allowed_by) values ($1, $2, $3, $4)
       on conflict (account_id) do update set token_hash = excluded.token_hash, valid_until = excluded.valid_until,
         allowed_by = excluded.allowed_by, used_at = null`,
      [accountId, tokenHash, expiresAt, allowedBy],
    );
  }

  /** Part of the transaction that appends the fact. @throws Refused if it was used before, or has expired */
  static async use(client: PoolClient, tokenHash: string, at: string): Promise<void> {
    const { rowCount } = await client.query(
      `update sign_in.password_links set used_at = $2 where token_hash = $1 and used_at is null and not ${IS_OVER}`,
      [tokenHash, at],
    );
    if (!rowCount) throw new Refused(refusals.passwordLinkInvalid, 'unauthorized');
  }

  @Erases('affiliate')
  erase(client: PoolClient, { id }: Person): Promise<void> {
    return PasswordLinks.cancel(client, affiliateStream(id));
  }

  /** Part of the transaction that changes the password in another way, or erases the account. */
  static async cancel(client: PoolClient, accountId: string): Promise<void> {
    await client.query('delete from sign_in.password_links where account_id = $1', [accountId]);
  }
}
