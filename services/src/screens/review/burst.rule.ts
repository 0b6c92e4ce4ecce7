import { signalLimits, type Stored } from '@framelift/contracts';
import { bigint, int, type RowOf, timestamp } from '../../engine/projecting/columns.ts';
import { signalRule } from './signal-rule.ts';

const { burstSales, burstSeconds } = signalLimits;

export const burstColumns = {
  last_sold_at: timestamp.nullable(),
  /** Sales so far, each within seconds of the one before. */
  in_a_row: int(0),
  /** The last time there were too many, and how many it came to. */
  burst_sales: int(0),
  burst_at: timestamp.nullable(),
  burst_position: bigint(0),
};
type Row = RowOf<typeof burstColumns>;

export const countBurst = <R extends Row>(
  row: R,
  { position, data: { soldAt } }: { position: number; data: Stored<'SaleRecorded'> },
): R => {
  const apart = row.last_sold_at === null ? Infinity : Math.abs(Date.parse(soldAt) - Date.parse(row.last_sold_at));
  const in_a_row = apart <= burstSeconds * 1000 ? row.in_a_row + 1 : 1;
  const burst = in_a_row >= burstSales ? { burst_sales: in_a_row, burst_at: soldAt, burst_position: position } : {};
  return { ...row, last_sold_at: soldAt, in_a_row, ...burst };
};

export const foundBursts = 'burst_sales > 0';

/** A program buys one after the other. */
export const burst = signalRule<{ sales: number }>({
  name: 'burst',
  finds: `select 'affiliate' as of, h.affiliate_id as about, h.affiliate_id, h.burst_position as position, h.burst_at as at, true as alarm,
      jsonb_build_object('sales', h.burst_sales) as evidence
    from review.habits h where ${foundBursts}`,
  says: ({ sales }) => `${sales} sales in a row, each within ${burstSeconds} seconds of the one before`,
});
