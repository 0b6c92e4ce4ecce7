import type { PayoutCandidateView } from '@framelift/contracts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { paymentTypeLabels } from '../../lib/payment.ts';
import { Faint } from '../../ui/layout/Text.tsx';
import type { Column } from '../../ui/lists/Table.tsx';
import { PayeeFlags } from '../PayeeFlags.tsx';
import styles from './payouts.module.css';

type Payee = Omit<PayoutCandidateView, 'status'>;

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
  { header: 'Warnings', cell: (payee) => <PayeeFlags checks={payee} underReview={payee.underReview} /> },
];
