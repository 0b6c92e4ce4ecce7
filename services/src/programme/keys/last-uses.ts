import { Inject, Injectable } from '@nestjs/common';
import { MINUTE_MS } from '@framelift/contracts';
import { hasCome } from '../../platform/moments.ts';
import type { Pool, PoolClient } from '../../platform/pg.ts';
import { POOL } from '../../platform/tokens.ts';

/** Runs in the transaction that revokes the key. */
export async function forgetUse(client: PoolClient, keyId: string): Promise<void> {
  await client.query('delete from api_keys.last_uses where key_id = $1', [keyId]);
}

/** When keys were last used, to the minute: a process writes a key's use once a minute at most. */
@Injectable()
export class LastUses {
  /** ms since 1970, by the key's id. */
  private readonly written = new Map<string, number>();

  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async note(keyId: string, now: number): Promise<void> {
    if (Math.abs(now - (this.written.get(keyId) ?? -Infinity)) < MINUTE_MS) return;
    this.written.set(keyId, now);
    await this.pool.query(
      `insert into api_keys.last_uses as l (key_id, used_at) values ($1, $2)
       on conflict (key_id) do update set used_at = excluded.used_at where ${hasCome('l.used_at', 'excluded.used_at', '1 minute')}`,
      [keyId, new Date(now)],
    );
  }

  async all(): Promise<Map<string, string>> {
    const { rows } = await this.pool.query<{ key_id: string; used_at: Date }>('select key_id, used_at from api_keys.last_uses');
    return new Map(rows.map((row) => [row.key_id, row.used_at.toISOString()]));
  }
}
