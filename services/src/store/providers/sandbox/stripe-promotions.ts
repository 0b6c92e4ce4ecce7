import { randomBytes } from 'node:crypto';
import type { Pool } from '../../../platform/pg.ts';

/** A coupon of the sandbox, and the promotion code made of it, if one was. Active codes are unique without case. */
export interface StripePromotion {
  coupon: string;
  id: string | null;
  code: string | null;
  percent_off: string;
  name: string | null;
  active: boolean;
  created_at: Date;
}
type Named = StripePromotion & { id: string; code: string };

const idOf = (prefix: string) => prefix + randomBytes(12).toString('hex');

export class StripePromotions {
  constructor(
    private readonly pool: Pool,
    private readonly now: () => number = Date.now,
  ) {}

  async prepare(): Promise<void> {
    await this.pool.query(`
      create table if not exists sandbox_store.stripe_promotions (
        coupon text primary key,
        id text unique,
        code text,
        percent_off numeric(5, 2) not null,
        name text,
        active boolean not null default false,
        created_at timestamptz not null
      );
      create unique index if not exists stripe_promotions_folded on sandbox_store.stripe_promotions (folded(code)) where active`);
  }

  async coupon(percentOff: number, name: string | null): Promise<StripePromotion> {
    const { rows } = await this.pool.query<StripePromotion>(
      'insert into sandbox_store.stripe_promotions (coupon, percent_off, name, created_at) values ($1, $2, $3, $4) returning *',
      [idOf('cpn_'), percentOff, name, new Date(this.now())],
    );
    return rows[0]!;
  }

  /** Undefined where the code is taken, or there is no such coupon. */
  async promote(coupon: string, code: string): Promise<Named | undefined> {
    const { rows } = await this.pool.query<Named>(
      `update sandbox_store.stripe_promotions set id = $3, code = $2, active = true
       where coupon = $1 and id is null
         and not exists (select from sandbox_store.stripe_promotions where folded(code) = folded($2) and active) returning *`,
      [coupon, code, idOf('promo_')],
    );
    return rows[0];
  }

  async active(by: 'id' | 'code', value: string): Promise<Named | undefined> {
    const where = by === 'id' ? 'id = $1' : 'folded(code) = folded($1)';
    return (await this.pool.query<Named>(`select * from sandbox_store.stripe_promotions where active and ${where}`, [value])).rows[0];
  }

  async end(id: string): Promise<Named | undefined> {
    const { rows } = await this.pool.query<Named>('update sandbox_store.stripe_promotions set active = false where id = $1 returning *', [
      id,
    ]);
    return rows[0];
  }

  async deleteCoupon(coupon: string): Promise<boolean> {
    return (await this.pool.query('delete from sandbox_store.stripe_promotions where coupon = $1', [coupon])).rowCount === 1;
  }
}
