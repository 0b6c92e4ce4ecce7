import type { AdminAffiliateView } from '@framelift/contracts';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../session/api/api.ts';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { TableCard } from '../ui/layout/TitledCard.tsx';
import { Actions, Toolbar } from '../ui/layout/Toolbar.tsx';
import { Table } from '../ui/lists/Table.tsx';
import { useAffiliatesQuery, useDeleteAffiliateMutation } from './adminApi.ts';
import { affiliateColumns } from './affiliateColumns.tsx';
import { CouponsDialog } from './coupons/CouponsDialog.tsx';
import { DeleteAffiliate } from './DeleteAffiliate.tsx';
import { ListBody } from './ListBody.tsx';
import { ListTools } from './ListTools.tsx';
import { PasswordLinkDialog } from './PasswordLinkDialog.tsx';
import { RecalculateTiers } from './RecalculateTiers.tsx';
import { useList } from './useList.ts';
import { useToast } from '../ui/layout/Toaster.tsx';

interface Props {
  onCreate: () => void;
  /** `position`: how far the log was when the affiliate was read; the form is filled from the values on the screen. */
  onEdit: (affiliate: AdminAffiliateView, position?: number) => void;
  onHistory: (affiliate: AdminAffiliateView) => void;
}

const sorts = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  username: 'Username',
  '-balance': 'Highest balance',
  '-totalSales': 'Most sales',
  '-commissionRate': 'Highest rate',
  '-tier': 'Highest tier',
  status: 'Status',
};

export function AffiliatesTab({ onCreate, onEdit, onHistory }: Props) {
  const toast = useToast();
  const list = useList();
  const answer = useAffiliatesQuery(list.asked);
  const affiliates = answer.data?.affiliates ?? [];
  const [deleting, setDeleting] = useState<AdminAffiliateView | null>(null);
  const [coding, setCoding] = useState<AdminAffiliateView | null>(null);
  const [linking, setLinking] = useState<AdminAffiliateView | null>(null);
  const [deleteAffiliate] = useDeleteAffiliateMutation();

  const tell = (error: unknown, failure: string, success: string) =>
    error ? toast.error(errorText(error, failure)) : toast.success(success);
  const confirmed = async ({ id }: AdminAffiliateView) => {
    setDeleting(null);
    tell((await deleteAffiliate(id)).error, 'Failed to delete affiliate', 'Affiliate deleted successfully!');
  };
  const columns = affiliateColumns({
    onEdit: (affiliate) => onEdit(affiliate, answer.data?.position),
    onCodes: setCoding,
    onHistory,
    onPassword: setLinking,
    onDelete: setDeleting,
  });

  return (
    <Stack>
      <Toolbar>
        <SectionTitle>Affiliates</SectionTitle>
        <Actions>
          <RecalculateTiers />
          <Button variant="primary" onClick={onCreate}>
            <UserPlus aria-hidden />
            Add Affiliate
          </Button>
        </Actions>
      </Toolbar>
      <ListTools list={list} search="Search username, email or id" sorts={sorts} />
      <ListBody answer={answer} list={list} failure="Failed to fetch affiliates">
        <TableCard>
          {affiliates.length === 0 ? (
            <Empty
              icon={<Users />}
              text="No affiliates found."
              hint={list.isNarrowed ? 'No affiliate matches this search.' : 'Create your first affiliate to get started!'}
            />
          ) : (
            <Table caption="Affiliates" columns={columns} rows={affiliates} keyOf={({ id }) => id} />
          )}
        </TableCard>
      </ListBody>
      {coding && <CouponsDialog affiliate={coding} onClose={() => setCoding(null)} />}
      {linking && <PasswordLinkDialog affiliate={linking} onClose={() => setLinking(null)} />}
      {deleting && <DeleteAffiliate affiliate={deleting} onConfirm={() => void confirmed(deleting)} onCancel={() => setDeleting(null)} />}
    </Stack>
  );
}
