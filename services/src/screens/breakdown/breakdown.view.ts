import { Inject, Injectable } from '@nestjs/common';
import { type BreakdownBy, type BreakdownView, toEuros, type TrendRange } from '@framelift/contracts';
import { firstDayOf } from '../../engine/projecting/trend.ts';
import type { Pool } from '../../platform/pg.ts';
import { CLOCK, type Clock, POOL } from '../../platform/tokens.ts';
import { csvOf } from '../../platform/csv.ts';

interface Sums {
  name: string;
  clicks: number;
  sales: number;
  commission_cents: number;
}

/** Where an affiliate's clicks, sales and commission come from. */
@Injectable()
export class Breakdowns {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async read(affiliateId: string, by: BreakdownBy, range: TrendRange): Promise<BreakdownView> {
    const { rows } = await this.pool.query<Sums>({
      name: 'breakdown',
      text: `select name, sum(clicks)::bigint as clicks, sum(sales)::bigint as sales, sum(commission_cents)::bigint as commission_cents
             from breakdown.days where affiliate_id = $1 and by = $2 and ($3::date is null or day >= $3)
             group by name order by commission_cents desc, clicks desc, name`,
      values: [affiliateId, by, firstDayOf(range, this.now())],
    });
    return {
      rows: rows.map(({ name, clicks, sales, commission_cents }) => ({
        name: name || null,
        clicks,
        sales,
        conversion: clicks ? Math.round((sales / clicks) * 1000) / 10 : null,
        commission: toEuros(commission_cents),
      })),
    };
  }

  async csv(affiliateId: string, by: BreakdownBy, range: TrendRange): Promise<string> {
    const { rows } = await this.read(affiliateId, by, range);
    return csvOf(['name', 'clicks', 'sales', 'conversion', 'commission'], rows);
  }
}
