import { Inject, Injectable } from '@nestjs/common';
import { type Sealed, toEuros, type UnmatchedPaymentsView } from '@framelift/contracts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import type { ReadRow } from '../../engine/projecting/projection.ts';
import { pageOf } from '../../http/list-query.ts';
import type { Pool } from '../../platform/pg.ts';
import { POOL } from '../../platform/tokens.ts';
import { joinAccount, nameOf } from '../names.ts';
import type { payouts } from './payouts.projection.ts';

type Row = Omit<ReadRow<typeof payouts, 'unmatched'>, 'seen_at' | 'receiver'> & {
  seen_at: Date;
  receiver: Sealed | null;
  username: string;
};

/** Payments at a payer that no run has. */
@Injectable()
export class UnmatchedPayments {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly vault: Vault,
  ) {}

  async list(limit: number, after?: number): Promise<UnmatchedPaymentsView> {
    const { rows } = await this.pool.query<Row>(
      `select u.*, ${nameOf('n', 'u.affiliate_id')} as username from payouts.unmatched u ${joinAccount('n', 'u.affiliate_id')}
       where u.position < $1 order by u.position desc limit $2`,
      [after ?? Number.MAX_SAFE_INTEGER, limit + 1],
    );
    const page = pageOf(rows, limit, (row) => [row.position]);
    const receivers = await this.vault.open(page.rows.map(({ receiver }) => receiver));
    const payments = page.rows.map((row, i) => ({
      runId: row.run_id,
      itemId: row.item_id,
      batchId: row.batch_id,
      cashoutId: row.cashout_id,
      amount: row.amount_cents === null ? null : toEuros(row.amount_cents),
      payTo: typeof receivers[i] === 'string' ? receivers[i] : null,
      affiliate: row.affiliate_id === null ? null : { id: row.affiliate_id, username: row.username },
      result: row.result,
      seenAt: row.seen_at.toISOString(),
    }));
    return { payments, next: page.next };
  }
}
