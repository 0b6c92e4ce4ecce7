import type { PayeeView } from '@framelift/contracts';
import { payoutMethods } from '@framelift/contracts/payout-methods';
import { formatDate, formatMoney } from '../../lib/format.ts';
import type { Column } from '../../ui/lists/Table.tsx';
import { AffiliateLink } from '../AffiliateLink.tsx';
import { PaidBefore, PayeeFlags } from '../PayeeFlags.tsx';

/** Who is paid what, where to, and what they had before. */
export const payeeColumns: Column<PayeeView>[] = [
  { header: 'Affiliate', cell: ({ affiliate }) => <AffiliateLink affiliate={affiliate} /> },
  { header: 'Requested', cell: ({ requestedAt }) => formatDate(requestedAt) },
  { header: 'Paid to', cell: ({ paymentType, payTo }) => `${payoutMethods[paymentType].name} · ${payTo ?? 'Erased'}`, long: true },
  { header: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
  { header: 'Paid before', cell: (payee) => <PaidBefore before={payee} />, numeric: true },
  { header: 'Warnings', cell: (payee) => <PayeeFlags checks={payee} underReview={payee.underReview} />, long: true },
];
