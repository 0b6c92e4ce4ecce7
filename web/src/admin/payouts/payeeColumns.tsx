import type { PayeeView } from '@framelift/contracts';
import { payoutWays } from '@framelift/contracts/rules';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Soft } from '../../ui/layout/Text.tsx';
import type { Column } from '../../ui/lists/Table.tsx';
import { AffiliateLink } from '../AffiliateLink.tsx';
import { PaidBefore, PayeeFlags } from '../PayeeFlags.tsx';

/** Where to, and the name in a bank's file where it has to be written otherwise. */
function PaidTo({ payee: { paymentType, payTo, nameInFile } }: { payee: PayeeView }) {
  return (
    <>
      {`${payoutWays[paymentType].name} · ${payTo ?? 'Erased'}`}
      {nameInFile !== null && <Soft>{nameInFile ? `Name in the file: ${nameInFile}` : 'No bank can carry the name.'}</Soft>}
    </>
  );
}

/** Who is paid what, where to, and what they had before. */
export const payeeColumns: Column<PayeeView>[] = [
  { header: 'Affiliate', cell: ({ affiliate }) => <AffiliateLink affiliate={affiliate} /> },
  { header: 'Requested', cell: ({ requestedAt }) => formatDate(requestedAt) },
  { header: 'Paid to', cell: (payee) => <PaidTo payee={payee} />, long: true },
  { header: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
  { header: 'Paid before', cell: (payee) => <PaidBefore before={payee} />, numeric: true },
  { header: 'Warnings', cell: (payee) => <PayeeFlags checks={payee} underReview={payee.underReview} />, long: true },
];
