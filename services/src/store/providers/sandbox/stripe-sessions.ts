import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from '../../../platform/pg.ts';

/** A dispute of the sandbox, by Stripe's names of states. */
export type DisputeWord = 'needs_response' | 'won' | 'lost';

/** A checkout session of the sandbox with the payment that came of it. Amounts in cents. */
export interface StripeSession {
  id: string;
  payment_intent: string;
  charge: string;
  dispute: string;
  /** `processing`: paid by bank transfer, which has not arrived. */
  state: 'open' | 'processing' | 'paid' | 'failed';
  email: string | null;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  title: string;
  quantity: number;
  currency: string;
  unit_amount: number;
  discount: number;
  promotion_code: string | null;
  refunded: number;
  dispute_status: DisputeWord | null;
  success_url: string;
  cancel_url: string;
  created_at: Date;
  paid_at: Date | null;
}
export type NewSession = Pick<
  StripeSession,
  | 'client_reference_id'
  | 'metadata'
  | 'title'
  | 'quantity'
  | 'currency'
  | 'unit_amount'
  | 'discount'
  | 'promotion_code'
  | 'success_url'
  | 'cancel_url'
>;

export interface StripeEvent {
  id: string;
  seq: number;
  type: string;
  object: object;
  created_at: Date;
}

/** Ids as long as Stripe's. */
const idOf = (prefix: string, characters = 24) =>
  prefix +
  randomBytes(characters)
    .toString('base64url')
    .replaceAll(/[^A-Za-z0-9]/g, '0')
    .slice(0, characters);

export const totalOf = ({ unit_amount, quantity, discount }: Pick<StripeSession, 'unit_amount' | 'quantity' | 'discount'>): number =>
  unit_amount * quantity - discount;

/** Sessions and events of the sandbox that speaks Stripe's API: they outlive a restart, and production has none. */
export class StripeSessions {
  /** `now`: ms since 1970. */
  constructor(
    private readonly pool: Pool,
    private readonly now: () => number = Date.now,
  ) {}

  async prepare(): Promise<void> {
    await this.pool.query(`
      create schema if not exists sandbox_store;
      create table if not exists sandbox_store.stripe_sessions (
        id text primary key,
        payment_intent text not null unique,
        charge text not null unique,
        dispute text not null unique,
        idempotency_key text unique,
        state text not null default 'open',
        email text,
        client_reference_id text,
        metadata jsonb not null,
        title text not null,
        quantity int not null,
        currency text not null,
        unit_amount int not null,
        discount int not null,
        promotion_code text,
        refunded int not null default 0,
        dispute_status text,
        success_url text not null,
        cancel_url text not null,
        created_at timestamptz not null,
        paid_at timestamptz
      );
      create table if not exists sandbox_store.stripe_events (
        seq bigint generated always as identity primary key,
        id text not null unique,
        type text not null,
        object jsonb not null,
        created_at timestamptz not null
      );
      create index if not exists stripe_events_created on sandbox_store.stripe_events (created_at)`);
  }

  /** The same key makes the same session; undefined where it was for another one. */
  async create(session: NewSession, idempotencyKey: string | null): Promise<StripeSession | undefined> {
    const ids = [idOf('cs_test_', 58), idOf('pi_'), idOf('ch_'), idOf('du_')];
    const columns = Object.keys(session) as (keyof NewSession)[];
    const { rows } = await this.pool.query<StripeSession>(
      `insert into sandbox_store.stripe_sessions (id, payment_intent, charge, dispute, idempotency_key, created_at, ${columns.join(', ')})
       values (${[...ids, 0, 0, ...columns].map((_, i) => `$${i + 1}`).join(', ')}) on conflict (idempotency_key) do nothing returning *`,
      [...ids, idempotencyKey, new Date(this.now()), ...columns.map((column) => session[column])],
    );
    if (rows[0]) return rows[0];
    const { rows: before } = await this.pool.query<StripeSession>(
      'select * from sandbox_store.stripe_sessions where idempotency_key = $1',
      [idempotencyKey],
    );
    return columns.every((column) => isDeepStrictEqual(before[0]![column], session[column])) ? before[0] : undefined;
  }

  async find(by: 'id' | 'payment_intent' | 'charge', value: string): Promise<StripeSession | undefined> {
    return (await this.pool.query<StripeSession>(`select * from sandbox_store.stripe_sessions where ${by} = $1`, [value])).rows[0];
  }

  /** The newest ones, for the page that lists them. */
  async newest(count: number): Promise<StripeSession[]> {
    const { rows } = await this.pool.query<StripeSession>(
      'select * from sandbox_store.stripe_sessions order by created_at desc, id limit $1',
      [count],
    );
    return rows;
  }

  /** Changes its state if it is in one of these. */
  async move(
    id: string,
    from: readonly StripeSession['state'][],
    to: StripeSession['state'],
    email?: string,
  ): Promise<StripeSession | undefined> {
    const { rows } = await this.pool.query<StripeSession>(
      `update sandbox_store.stripe_sessions set state = $3, email = coalesce($4, email), paid_at = case when $3 = 'paid' then $5 else paid_at end
       where id = $1 and state = any($2) returning *`,
      [id, from, to, email ?? null, new Date(this.now())],
    );
    return rows[0];
  }

  /** `cents`: of what was not given back yet. Nothing is refunded while a dispute is open or lost. */
  async refund(id: string, cents: number | 'all'): Promise<StripeSession | undefined> {
    const { rows } = await this.pool.query<StripeSession>(
      `update sandbox_store.stripe_sessions set refunded = least(unit_amount * quantity - discount, refunded + $2)
       where id = $1 and state = 'paid' and refunded < unit_amount * quantity - discount and coalesce(dispute_status, 'won') = 'won' returning *`,
      [id, cents === 'all' ? 2_000_000_000 : cents],
    );
    return rows[0];
  }

  async disputed(id: string, status: DisputeWord): Promise<StripeSession | undefined> {
    const from = status === 'needs_response' ? ['none'] : ['needs_response', 'won', 'lost'].filter((word) => word !== status);
    const { rows } = await this.pool.query<StripeSession>(
      `update sandbox_store.stripe_sessions set dispute_status = $2
       where id = $1 and state = 'paid' and refunded < unit_amount * quantity - discount and coalesce(dispute_status, 'none') = any($3) returning *`,
      [id, status, from],
    );
    return rows[0];
  }

  async happened(type: string, object: object): Promise<StripeEvent> {
    const { rows } = await this.pool.query<StripeEvent>(
      'insert into sandbox_store.stripe_events (id, type, object, created_at) values ($1, $2, $3, $4) returning *',
      [idOf('evt_'), type, JSON.stringify(object), new Date(this.now())],
    );
    return rows[0]!;
  }

  /** The newest first. `since`: seconds since 1970. */
  async events(types: readonly string[], since: number, before: string | null, limit: number): Promise<StripeEvent[]> {
    const { rows } = await this.pool.query<StripeEvent>(
      `select * from sandbox_store.stripe_events
       where (cardinality($1::text[]) = 0 or type = any($1)) and created_at >= to_timestamp($2)
         and ($3::text is null or seq < (select seq from sandbox_store.stripe_events where id = $3))
       order by seq desc limit $4`,
      [types, since, before, limit],
    );
    return rows;
  }
}
