import type { AdminSaleView } from '@framelift/contracts';
import { formatAmount, formatDate, formatMoney } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/lists/Table.tsx';
import { WithIds } from '../../ui/layout/Text.tsx';

const outcomes: Record<AdminSaleView['outcome'], [string, 'green' | 'yellow' | 'red' | 'grey']> = {
  credited: ['Credited', 'green'],
  notCredited: ['Not credited', 'yellow'],
  reversed: ['Reversed', 'red'],
  open: ['Not paid', 'grey'],
};

/** What explains the outcome in the list; the evidence says the rest. */
const disputes = { open: 'Dispute open', lost: 'Dispute lost', won: 'Dispute won' };

const why = ({ outcome, reason, credited, foreign, refundedAmount, refundedCurrency, dispute }: AdminSaleView): string =>
  [
    outcome === 'notCredited' && reason,
    credited === 'hand' && 'By hand',
    foreign && outcome !== 'notCredited' && `Paid: ${formatAmount(foreign.amount, foreign.currency)}`,
    refundedAmount !== null && `Refunded in part: ${formatAmount(refundedAmount, refundedCurrency!)}`,
    dispute && disputes[dispute],
  ]
    .filter(Boolean)
    .join(' · ');

/** Of a sale that earned nothing, what was paid: in another currency it came to no euros. */
export const amountOf = ({ amount, outcome, foreign }: AdminSaleView): string =>
  foreign && outcome === 'notCredited' ? formatAmount(foreign.amount, foreign.currency) : formatMoney(amount);

/** What the list says of a checkout; a row opens its evidence. */
export const saleColumns: Column<AdminSaleView>[] = [
  { header: 'Date', cell: ({ timestamp }) => formatDate(timestamp), phone: 'below' },
  { header: 'Transaction', cell: ({ transactionId }) => <WithIds text={transactionId} />, phone: 'start' },
  { header: 'Product', cell: ({ product }) => product ?? '–', long: true },
  { header: 'Affiliate', cell: ({ affiliate }) => affiliate?.username ?? '–', long: true },
  { header: 'Amount', cell: (sale) => amountOf(sale), numeric: true, phone: 'end' },
  {
    header: 'Commission',
    cell: ({ commissionAmount }) => (commissionAmount === null ? '–' : formatMoney(commissionAmount)),
    numeric: true,
  },
  { header: 'Outcome', cell: ({ outcome }) => <Badge tone={outcomes[outcome][1]}>{outcomes[outcome][0]}</Badge>, phone: 'belowEnd' },
  { header: 'Why', cell: (sale) => why(sale), long: true },
];

export const saleSorts = { '-createdAt': 'Newest first', createdAt: 'Oldest first', '-amount': 'Highest amount', amount: 'Lowest amount' };
export const saleStatuses = {
  '': 'All checkouts',
  credited: 'Credited',
  notCredited: 'Not credited',
  refunded: 'Refunded or reversed',
  attention: 'Partial refunds to look at',
  open: 'Not paid',
};
