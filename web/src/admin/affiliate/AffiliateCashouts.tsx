import type { AdminCashoutView } from '@framelift/contracts';
import { Wallet } from 'lucide-react';
import { payoutMethods } from '@framelift/contracts/payout-methods';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { payTo } from '../../lib/payment.ts';
import { adminPath } from '../../lib/paths.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { useCashoutsQuery } from '../adminApi.ts';
import { ListBody } from '../ListBody.tsx';
import { useList } from '../useList.ts';
import { writtenLine } from '../writtenLine.ts';

const columns: Column<AdminCashoutView>[] = [
  { header: 'Date', cell: ({ createdAt }) => formatDate(createdAt), phone: 'start' },
  { header: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true, phone: 'end' },
  {
    header: 'Paid to',
    cell: ({ paymentType, paymentDetails }) => `${payoutMethods[paymentType].name} · ${payTo(paymentDetails)}`,
    long: true,
    phone: 'below',
  },
  {
    header: 'Status',
    cell: ({ status, underReview }) => <StatusBadge status={underReview ? 'under review' : status} />,
    phone: 'belowEnd',
  },
  { header: 'Reason', cell: writtenLine, long: true },
];

/** What an affiliate was paid, and asks for; a row leads to where it is decided. */
export function AffiliateCashouts({ id }: { id: string }) {
  const list = useList();
  const answer = useCashoutsQuery({ ...list.asked, affiliate: id });
  const cashouts = answer.data?.cashouts ?? [];
  return (
    <ListBody answer={answer} list={list} failure="Failed to fetch cashouts">
      <TableCard>
        {cashouts.length === 0 ? (
          <Empty icon={<Wallet />} text="No cashouts found." />
        ) : (
          <Table
            caption="Cashouts"
            columns={columns}
            rows={cashouts}
            keyOf={(cashout) => cashout.id}
            linkOf={(cashout) => adminPath('cashouts', cashout.id)}
          />
        )}
      </TableCard>
    </ListBody>
  );
}
