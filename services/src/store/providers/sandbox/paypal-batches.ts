import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from '../../../platform/pg.ts';

/** What becomes of a payment, by the recipient's address: `unclaimed@…` is not accepted, `failed@…` fails. */
const OUTCOMES: Record<string, [status: string, error: string | null]> = {
  unclaimed: ['UNCLAIMED', 'RECEIVER_UNREGISTERED'],
  failed: ['FAILED', 'RECEIVER_ACCOUNT_LOCKED'],
  blocked: ['BLOCKED', 'REGULATORY_BLOCKED'],
  onhold: ['ONHOLD', 'REGULATORY_PENDING'],
  refunded: ['REFUNDED', null],
  reversed: ['REVERSED', null],
};
const outcomeOf = (receiver: string): [string, string | null] =>
  Object.entries(OUTCOMES).find(([word]) => receiver.toLowerCase().split('@')[0]!.includes(word))?.[1] ?? ['SUCCESS', null];

/** After this long a batch is processed, in ms. */
export const PROCESSING_MS = 1_000;
const CLAIMED_FOR_MS = 30 * 24 * 60 * 60 * 1_000;

export interface SandboxItem {
  item_id: string;
  batch_id: string;
  sender_batch_id: string;
  sender_item_id: string;
  receiver: string;
  value: string;
  status: string;
  error: string | null;
}
export interface SandboxBatch {
  batch_id: string;
  sender_batch_id: string;
  created_at: Date;
  status: string;
  items: SandboxItem[];
}
export interface Wanted {
  sender_item_id: string;
  receiver: string;
  value: string;
}

const name = () => randomBytes(8).toString('hex').toUpperCase();

/** Batches of payouts, as PayPal has them. */
export class PaypalBatches {
  constructor(
    private readonly pool: Pool,
    private readonly now: () => number = Date.now,
  ) {}

  async prepare(): Promise<void> {
    await this.pool.query(`
      create table if not exists sandbox_store.paypal_batches (
        batch_id text primary key,
        sender_batch_id text not null unique,
        created_at timestamptz not null
      );
      create table if not exists sandbox_store.paypal_items (
        item_id text primary key,
        batch_id text not null references sandbox_store.paypal_batches,
        n int not null,
        sender_item_id text not null,
        receiver text not null,
        value text not null,
        status text not null,
        error text
      );
      create index if not exists paypal_items_batch on sandbox_store.paypal_items (batch_id)`);
  }

  /** A new batch; of an id that was used before, the name of that batch. */
  async create(senderBatchId: string, items: readonly Wanted[]): Promise<{ batchId: string; isNew: boolean }> {
    const batchId = name();
    const rows = items.map(({ sender_item_id, receiver, value }, n) => {
      const [status, error] = outcomeOf(receiver);
      return {
        item_id: `${createHash('sha256').update(`${batchId} ${n}`).digest('hex').slice(0, 13).toUpperCase()}`,
        n,
        sender_item_id,
        receiver,
        value,
        status,
        error,
      };
    });
    const { rowCount } = await this.pool.query(
      `with batch as (
         insert into sandbox_store.paypal_batches (batch_id, sender_batch_id, created_at) values ($1, $2, $3)
         on conflict (sender_batch_id) do nothing returning batch_id
       )
       insert into sandbox_store.paypal_items (item_id, batch_id, n, sender_item_id, receiver, value, status, error)
       select i.item_id, b.batch_id, i.n, i.sender_item_id, i.receiver, i.value, i.status, i.error
       from batch b cross join jsonb_to_recordset($4) as i(item_id text, n int, sender_item_id text, receiver text, value text, status text, error text)`,
      [batchId, senderBatchId, new Date(this.now()), JSON.stringify(rows)],
    );
    if (rowCount) return { batchId, isNew: true };
    const { rows: earlier } = await this.pool.query<{ batch_id: string }>(
      'select batch_id from sandbox_store.paypal_batches where sender_batch_id = $1',
      [senderBatchId],
    );
    return { batchId: earlier[0]!.batch_id, isNew: false };
  }

  async find(batchId: string): Promise<SandboxBatch | undefined> {
    const { rows } = await this.pool.query<Omit<SandboxBatch, 'items' | 'status'>>(
      'select * from sandbox_store.paypal_batches where batch_id = $1',
      [batchId],
    );
    if (!rows[0]) return undefined;
    const items = await this.pool.query<SandboxItem>('select * from sandbox_store.paypal_items where batch_id = $1 order by n', [batchId]);
    const age = this.now() - rows[0].created_at.getTime();
    const isDone = age >= PROCESSING_MS;
    return {
      ...rows[0],
      status: isDone ? 'SUCCESS' : 'PENDING',
      items: items.rows.map((item) => ({
        ...item,
        sender_batch_id: rows[0]!.sender_batch_id,
        ...(isDone ? agedBy(item, age) : { status: 'PENDING', error: null }),
      })),
    };
  }

  async item(itemId: string): Promise<SandboxItem | undefined> {
    const { rows } = await this.pool.query<{ batch_id: string }>('select batch_id from sandbox_store.paypal_items where item_id = $1', [
      itemId,
    ]);
    return rows[0] && (await this.find(rows[0].batch_id))?.items.find(({ item_id }) => item_id === itemId);
  }

  /** Returns what nobody accepted. */
  async cancel(itemId: string): Promise<void> {
    await this.pool.query(`update sandbox_store.paypal_items set status = 'RETURNED' where item_id = $1 and status = 'UNCLAIMED'`, [
      itemId,
    ]);
  }
}

const agedBy = ({ status, error }: SandboxItem, age: number) => ({
  status: status === 'UNCLAIMED' && age >= CLAIMED_FOR_MS ? 'RETURNED' : status,
  error,
});
