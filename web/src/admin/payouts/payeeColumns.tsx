import type { PayoutCandidateView } from '@framelift/contracts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { paymentTypeLabels } from '../../lib/payment.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import type { Column } from '../../ui/lists/Table.tsx';
import styles from './payouts.module.css';

type Payee = Omit<PayoutCandidateView, 'status'>;

/** What is worth a look before this is paid. */
function Flags({ payee: { detailsChangedAt, debt, signals, underReview } }: { payee: Payee }) {
  const byTitle = [...new Map(signals.map((signal) => [signal.title, signal])).values()];
  return (
    <div className={styles.flags}>
      {underReview && <Badge tone="red">Under review</Badge>}
      {debt > 0 && <Badge tone="red">{`Owes ${formatMoney(debt)}`}</Badge>}
      {detailsChangedAt && <Badge tone="yellow">{`Details changed ${formatDate(detailsChangedAt)}`}</Badge>}
      {byTitle.map(
        ({ rule, title, alarm, evidence }) =>
          rule !== 'detailsChanged' && (
            <span key={title} title={evidence}>
              <Badge tone={alarm ? 'yellow' : 'grey'}>{title}</Badge>
            </span>
          ),
      )}
    </div>
  );
}

/** Who is paid what, where to, and what they had before. */
export const payeeColumns: Column<Payee>[] = [
  {
    header: 'Affiliate',
    cell: ({ affiliate, requestedAt }) => (
      <div>
        {affiliate.username}
        <Faint>Requested {formatDate(requestedAt)}</Faint>
      </div>
    ),
  },
  {
    header: 'Paid to',
    cell: ({ paymentType, payTo }) => (
      <div className={styles.payTo}>
        {payTo ?? 'Erased'}
        <Faint>{paymentTypeLabels[paymentType]}</Faint>
      </div>
    ),
  },
  { header: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
  {
    header: 'Paid before',
    cell: ({ paidBefore, cashoutsBefore }) => (
      <div>
        {formatMoney(paidBefore)}
        <Faint>{cashoutsBefore === 1 ? '1 cashout' : `${cashoutsBefore} cashouts`}</Faint>
      </div>
    ),
    numeric: true,
  },
  { header: 'Warnings', cell: (payee) => <Flags payee={payee} /> },
];
