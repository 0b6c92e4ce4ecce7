import { signalLimits, type Stored } from '@framelift/contracts';
import { bigint, int, type RowOf, timestamp } from '../../engine/projecting/columns.ts';
import { signalRule } from './signal-rule.ts';

const { reversedSales, reversedPercent } = signalLimits;

export const reversedColumns = { sales: int(0), reversed: int(0), reversed_position: bigint(0), reversed_at: timestamp.nullable() };
type Row = RowOf<typeof reversedColumns>;
interface Details {
  position: number;
  metadata: { occurredAt: string };
  data: Stored<'SaleReversed'>;
}

export const countReversed = <R extends Row>(row: R, { position, metadata }: Details): R => ({
  ...row,
  reversed: row.reversed + 1,
  reversed_position: position,
  reversed_at: metadata.occurredAt,
});

export const foundReversedShares = `sales >= ${reversedSales} and reversed * 100 >= sales * ${reversedPercent}`;

/** Buyers who are asked to pay and to be refunded, or cards that are not theirs. */
export const reversedShare = signalRule<{ sales: number; reversed: number }>({
  name: 'reversedShare',
  finds: `select 'affiliate' as of, h.affiliate_id as about, h.affiliate_id, h.reversed_position as position, h.reversed_at as at, true as alarm,
      jsonb_build_object('sales', h.sales, 'reversed', h.reversed) as evidence
    from review.habits h where ${foundReversedShares}`,
  says: ({ sales, reversed }) => `${reversed} of ${sales} sales came back`,
});
