import { Inject, Injectable } from '@nestjs/common';
import { affiliateStream, HOUR_MS, refusals, rules } from '@framelift/contracts';
import { batched } from '../../platform/batched.ts';
import { Erases } from '../../engine/log/sealing/erasure.ts';
import type { Person } from '../../engine/log/sealing/erasure-list.ts';
import { Every } from '../../platform/jobs.ts';
import type { Pool, PoolClient } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { POOL } from '../../platform/tokens.ts';

/** A restored system needs these tables for logins. */
export const KEPT_SIGN_INS = [
  { name: 'sign_in.credentials', rows: 1_000 },
  { name: 'sign_in.totp', rows: 1_000 },
  { name: 'sign_in.recovery_codes', rows: 1_000 },
];

export interface Credentials {
  passwordHash: string;
  /** Is in every token; raising it ends every session. */
  tokenVersion: number;
  changedAt: Date;
  /** Login requires a code. */
  totp: boolean;
}

interface SessionOf {
  accountId: string;
  sessionId: string;
}

export interface Session extends Pick<Credentials, 'tokenVersion' | 'totp'> {
  /** When the password was last re-entered in it, if recently. */
  confirmedAt: Date | null;
}

const totp = `exists (select from sign_in.totp t where t.account_id = c.account_id and t.turned_on_at is not null) as totp`;

/** Passwords by account (a stream id). State, not events: a hash must be able to disappear. */
@Injectable()
export class CredentialsTable {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async find(accountId: string): Promise<Credentials | undefined> {
    const { rows } = await this.pool.query<Credentials>({
      name: 'credentials.find',
      text: `select password_hash as "passwordHash", token_version as "tokenVersion", changed_at as "changedAt", ${totp}
        from sign_in.credentials c where account_id = $1`,
      values: [accountId],
    });
    return rows[0];
  }

  /** The credentials of a session; undefined after its logout. Read on every request. */
  readonly session = batched((requests: readonly SessionOf[]) => this.sessions(requests));

  private async sessions(questions: readonly SessionOf[]): Promise<(Session | undefined)[]> {
    const { rows } = await this.pool.query<Session & { n: number }>({
      name: 'credentials.sessions',
      text: `select n, token_version as "tokenVersion", ${totp},
          (select confirmed_at from sign_in.confirmations where session_id = asked.session_id) as "confirmedAt"
        from unnest($1::text[], $2::text[]) with ordinality as asked (account_id, session_id, n) join sign_in.credentials c using (account_id)
        where not exists (select from sign_in.ended_sessions e where e.session_id = asked.session_id)`,
      values: [questions.map((a) => a.accountId), questions.map((a) => a.sessionId)],
    });
    const byQuestion = new Map(rows.map((row) => [row.n, row]));
    return questions.map((_, i) => byQuestion.get(i + 1));
  }

  /** Remembers a logout until the session's token expires (seconds since the epoch). */
  async endSession(sessionId: string, expiresAt: number): Promise<void> {
    await this.pool.query(
      'insert into sign_in.ended_sessions (session_id, expires_at) values ($1, to_timestamp($2)) on conflict do nothing',
      [sessionId, expiresAt],
    );
  }

  /** Part of the transaction that appends the account. */
  static async add(client: PoolClient, accountId: string, passwordHash: string): Promise<void> {
    await client.query('insert into sign_in.credentials (account_id, password_hash) values ($1, $2)', [accountId, passwordHash]);
  }

  /** The password was re-entered in this session. */
  async confirm(session: string, at: Date): Promise<void> {
    await this.pool.query(
      `insert into sign_in.confirmations (session_id, confirmed_at) values ($1, $2)
       on conflict (session_id) do update set confirmed_at = excluded.confirmed_at`,
      [session, at],
    );
  }

  /** Part of the transaction that appends the fact. Every session ends. @throws Refused after a concurrent change */
  static async change(client: PoolClient, accountId: string, oldHash: string, newHash: string, at: string): Promise<void> {
    const { rowCount } = await client.query(
      `update sign_in.credentials set password_hash = $3, token_version = token_version + 1, changed_at = $4
       where account_id = $1 and password_hash = $2`,
      [accountId, oldHash, newHash, at],
    );
    if (!rowCount) throw new Refused(refusals.conflict, 'conflict');
  }

  /** Part of the transaction that appends the fact. Every session ends. @throws Refused if the account no longer has any */
  static async reset(client: PoolClient, accountId: string, newHash: string, at: string): Promise<void> {
    const { rowCount } = await client.query(
      'update sign_in.credentials set password_hash = $2, token_version = token_version + 1, changed_at = $3 where account_id = $1',
      [accountId, newHash, at],
    );
    if (!rowCount) throw new Refused(refusals.passwordLinkInvalid, 'unauthorized');
  }

  /** Part of the transaction that appends the fact. */
  static async endSessions(client: PoolClient, accountId: string): Promise<void> {
    await client.query('update sign_in.credentials set token_version = token_version + 1 where account_id = $1', [accountId]);
  }

  /** The highest version of any token. */
  static async highestVersion(on: Pick<PoolClient, 'query'>): Promise<number> {
    const text = 'select coalesce(max(token_version), 0)::int as version from sign_in.credentials';
    return (await on.query<{ version: number }>(text)).rows[0]!.version;
  }

  /** Every session of every account ends, also those of tokens up to a version. */
  static async endEverySession(on: Pick<PoolClient, 'query'>, upTo: number): Promise<void> {
    await on.query('update sign_in.credentials set token_version = greatest(token_version, $1) + 1', [upTo]);
  }

  /** Stores the same password under the current costs, unless it changed meanwhile. */
  async rehash(accountId: string, oldHash: string, newHash: string): Promise<void> {
    await this.pool.query('update sign_in.credentials set password_hash = $3 where account_id = $1 and password_hash = $2', [
      accountId,
      oldHash,
      newHash,
    ]);
  }

  /** Deletes rows that have expired at `now` (ms). */
  @Every(HOUR_MS, 'deletes ended sessions and confirmations')
  async forget(now: number): Promise<void> {
    await this.pool.query('delete from sign_in.ended_sessions where expires_at < $1', [new Date(now)]);
    await this.pool.query('delete from sign_in.confirmations where confirmed_at < $1', [new Date(now - rules.confirmedFor)]);
  }

  @Erases('affiliate')
  async erase(client: PoolClient, { id }: Person): Promise<void> {
    await client.query('delete from sign_in.credentials where account_id = $1', [affiliateStream(id)]);
  }
}
