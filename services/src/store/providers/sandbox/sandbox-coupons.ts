import type { Pool } from '../../../platform/pg.ts';

/** A coupon of the sandbox, as its table has it. Codes are unique without case. */
export interface SandboxCoupon {
  id: string;
  code: string;
  discount_bps: number;
  created_at: Date;
}

/** The sandbox's coupons: percent off every product. */
export class SandboxCoupons {
  constructor(private readonly pool: Pool) {}

  async prepare(): Promise<void> {
    await this.pool.query(`
      create table if not exists sandbox_store.coupons (
        id text primary key default gen_random_uuid()::text,
        code text not null,
        discount_bps int not null,
        created_at timestamptz not null default now()
      );
      create unique index if not exists coupons_folded on sandbox_store.coupons (folded(code))`);
  }

  /** Undefined where the code is taken. */
  async create(code: string, discountBps: number): Promise<SandboxCoupon | undefined> {
    const { rows } = await this.pool.query<SandboxCoupon>(
      'insert into sandbox_store.coupons (code, discount_bps) values ($1, $2) on conflict do nothing returning *',
      [code, discountBps],
    );
    return rows[0];
  }

  async list(page: number, perPage: number): Promise<SandboxCoupon[]> {
    const { rows } = await this.pool.query<SandboxCoupon>(
      'select * from sandbox_store.coupons order by created_at, id limit $1 offset $2',
      [perPage, (page - 1) * perPage],
    );
    return rows;
  }

  async find(by: { id: string } | { code: string }): Promise<SandboxCoupon | undefined> {
    const [where, value] = 'id' in by ? ['id = $1', by.id] : ['folded(code) = folded($1)', by.code];
    return (await this.pool.query<SandboxCoupon>(`select * from sandbox_store.coupons where ${where}`, [value])).rows[0];
  }

  async delete(id: string): Promise<boolean> {
    return (await this.pool.query('delete from sandbox_store.coupons where id = $1', [id])).rowCount === 1;
  }
}
