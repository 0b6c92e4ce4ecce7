import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from '../platform/pg.ts';
import { POOL } from '../platform/tokens.ts';

export interface Credentials {
  passwordHash: string;
  /** Stands in every token; raising it ends every session. */
  tokenVersion: number;
}

/** Passwords by account (a stream id). State, not events: a hash must be able to disappear. */
@Injectable()
export class CredentialsTable {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async of(accountId: string): Promise<Credentials | undefined> {
    const { rows } = await this.pool.query({
      name: 'credentials.of',
      text: 'select password_hash, token_version from sign_in.credentials where account_id = $1',
      values: [accountId],
    });
    return rows[0] && { passwordHash: rows[0].password_hash, tokenVersion: rows[0].token_version };
  }

  /** The token version in force, for a session that was not logged out; undefined for one that was. */
  async tokenVersionFor(accountId: string, sessionId: string): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ token_version: number }>({
      name: 'credentials.session',
      text: `select token_version from sign_in.credentials
             where account_id = $1 and not exists (select from sign_in.ended_sessions where session_id = $2)`,
      values: [accountId, sessionId],
    });
    return rows[0]?.token_version;
  }

  /** Remembers a logout until the session's token expires (seconds since the epoch), and forgets those that have. */
  async endSession(sessionId: string, expiresAt: number): Promise<void> {
    await this.pool.query('delete from sign_in.ended_sessions where expires_at < now()');
    await this.pool.query(
      'insert into sign_in.ended_sessions (session_id, expires_at) values ($1, to_timestamp($2)) on conflict do nothing',
      [sessionId, expiresAt],
    );
  }

  /** Keeps what is there already: a repeated registration must not change the first one's password. */
  async add(accountId: string, passwordHash: string): Promise<void> {
    await this.pool.query('insert into sign_in.credentials (account_id, password_hash) values ($1, $2) on conflict do nothing', [
      accountId,
      passwordHash,
    ]);
  }

  /** Part of an erasure's transaction. */
  static async erase(client: PoolClient, accountId: string): Promise<void> {
    await client.query('delete from sign_in.credentials where account_id = $1', [accountId]);
  }
}
