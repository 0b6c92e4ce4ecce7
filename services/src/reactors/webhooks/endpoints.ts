import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Sealed } from '@framelift/contracts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import type { Pool, PoolClient } from '../../platform/pg.ts';
import { POOL } from '../../platform/tokens.ts';

/** A restored system needs these tables of webhooks. */
export const KEPT_WEBHOOKS = [{ name: 'webhooks.endpoints', rows: 100 }];

const SECRET_BYTES = 32;

/** The address of a webhook, and its current secrets. */
export interface Endpoint {
  url: URL;
  secrets: string[];
}

interface KeptSecret {
  secret: Sealed;
  until: string | null;
}

const subjectOf = (webhookId: string): string => `webhook:${webhookId}`;

/** A new secret as the Standard Webhooks specification writes it. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** Addresses and secrets of webhooks, each sealed under its own key, so that they rotate with MASTER_KEY. */
@Injectable()
export class Endpoints {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly vault: Vault,
  ) {}

  async seal(webhookId: string, texts: readonly string[]): Promise<Sealed[]> {
    const subject = subjectOf(webhookId);
    const keys = await this.vault.keysToSeal([subject]);
    return texts.map((text) => this.vault.seal(keys.get(subject)!, subject, text));
  }

  /** `now` in ms. @returns undefined where there is none (any more) */
  async find(webhookId: string, now: number): Promise<Endpoint | undefined> {
    const { rows } = await this.pool.query<{ url: Sealed; secrets: KeptSecret[] }>(
      'select url, secrets from webhooks.endpoints where webhook_id = $1',
      [webhookId],
    );
    if (!rows[0]) return undefined;
    const good = rows[0].secrets.filter(({ until }) => until === null || Date.parse(until) > now);
    const [url, ...secrets] = (await this.vault.open([rows[0].url, ...good.map(({ secret }) => secret)])) as string[];
    return url ? { url: new URL(url), secrets } : undefined;
  }

  // Each is part of the transaction that appends the fact.

  static async add(client: PoolClient, webhookId: string, url: Sealed, secret: Sealed): Promise<void> {
    await client.query('insert into webhooks.endpoints (webhook_id, url, secrets) values ($1, $2, $3)', [
      webhookId,
      url,
      JSON.stringify([{ secret, until: null }]),
    ]);
  }

  static async move(client: PoolClient, webhookId: string, url: Sealed): Promise<void> {
    await client.query('update webhooks.endpoints set url = $2 where webhook_id = $1', [webhookId, url]);
  }

  /** The previous secret signs for a while; older ones expire. */
  static async renew(client: PoolClient, webhookId: string, secret: Sealed, oldUntil: string): Promise<void> {
    await client.query(
      `update webhooks.endpoints set secrets = jsonb_build_array($2::jsonb, jsonb_set(secrets -> 0, '{until}', to_jsonb($3::text)))
       where webhook_id = $1`,
      [webhookId, JSON.stringify({ secret, until: null }), oldUntil],
    );
  }

  static async remove(client: PoolClient, webhookId: string): Promise<void> {
    await client.query('delete from webhooks.endpoints where webhook_id = $1', [webhookId]);
  }
}
