import type { AdminAffiliateView } from '@framelift/contracts';
import { RefreshCw, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { formatCount, formatMoney, formatPercent } from '../../lib/format.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import type { Notice } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { TierBadge } from '../../ui/TierBadge.tsx';
import styles from './admin.module.css';
import { useDeleteAffiliateMutation, useRecalculateTiersMutation } from './adminApi.ts';
import { DeleteAffiliate } from './DeleteAffiliate.tsx';

interface Props {
  affiliates: AdminAffiliateView[];
  onCreate: () => void;
  onEdit: (affiliate: AdminAffiliateView) => void;
  onNotice: (notice: Notice) => void;
}

const facts: Column<AdminAffiliateView>[] = [
  { header: 'Username', cell: ({ username }) => <strong>{username}</strong> },
  { header: 'Email', cell: ({ email }) => email },
  { header: 'Balance', cell: ({ balance }) => formatMoney(balance), numeric: true },
  {
    header: 'Commission Rate',
    cell: ({ tierCommissionRate }) => (Number.isFinite(tierCommissionRate) ? formatPercent(tierCommissionRate) : 'N/A'),
    numeric: true,
  },
  { header: 'Tier', cell: ({ tier }) => <TierBadge tier={tier} /> },
  { header: 'Sales', cell: ({ totalSales }) => formatCount(totalSales), numeric: true },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
];

const actionsColumn = (onEdit: Props['onEdit'], onDelete: Props['onEdit']): Column<AdminAffiliateView> => ({
  header: 'Actions',
  cell: (affiliate) => (
    <span className={styles.rowActions}>
      <Button size="small" aria-label={`Edit ${affiliate.username}`} onClick={() => onEdit(affiliate)}>
        Edit
      </Button>
      <Button size="small" variant="danger" aria-label={`Delete ${affiliate.username}`} onClick={() => onDelete(affiliate)}>
        Delete
      </Button>
    </span>
  ),
});

export function AffiliatesTab({ affiliates, onCreate, onEdit, onNotice }: Props) {
  const [deleting, setDeleting] = useState<AdminAffiliateView | null>(null);
  const [deleteAffiliate] = useDeleteAffiliateMutation();
  const [recalculate, { isLoading: recalculating }] = useRecalculateTiersMutation();

  const tell = (error: unknown, failure: string, success: string) =>
    onNotice(error ? { tone: 'error', text: errorText(error, failure) } : { tone: 'success', text: success });
  const confirmed = async ({ id }: AdminAffiliateView) => {
    setDeleting(null);
    tell((await deleteAffiliate(id)).error, 'Failed to delete affiliate', 'Affiliate deleted successfully!');
  };
  const recalculateAll = async () => tell((await recalculate()).error, 'Failed to recalculate tiers', 'Tiers recalculated successfully!');

  return (
    <div className={styles.stack}>
      <div className={styles.head}>
        <h2 className={styles.heading}>Affiliates</h2>
        <div className={styles.headActions}>
          <Button disabled={recalculating} onClick={recalculateAll}>
            <RefreshCw aria-hidden />
            Recalculate Tiers
          </Button>
          <Button variant="primary" onClick={onCreate}>
            <UserPlus aria-hidden />
            Add Affiliate
          </Button>
        </div>
      </div>
      <Card className={styles.tableCard}>
        {affiliates.length === 0 ? (
          <Empty icon={<Users />} text="No affiliates found." hint="Create your first affiliate to get started!" />
        ) : (
          <Table caption="Affiliates" columns={[...facts, actionsColumn(onEdit, setDeleting)]} rows={affiliates} keyOf={({ id }) => id} />
        )}
      </Card>
      {deleting && <DeleteAffiliate affiliate={deleting} onConfirm={() => void confirmed(deleting)} onCancel={() => setDeleting(null)} />}
    </div>
  );
}
