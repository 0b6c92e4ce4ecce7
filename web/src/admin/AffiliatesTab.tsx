import type { AdminAffiliateView } from '@framelift/contracts';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { adminPath } from '../lib/paths.ts';
import { usePlace } from '../session/shell/usePlace.ts';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { TableCard } from '../ui/layout/TitledCard.tsx';
import { Actions, Toolbar } from '../ui/layout/Toolbar.tsx';
import { Table } from '../ui/lists/Table.tsx';
import { useAffiliatesQuery } from './adminApi.ts';
import { type AffiliateDialog, AffiliateDialogs } from './affiliate/AffiliateDialogs.tsx';
import { AffiliatePage } from './affiliate/AffiliatePage.tsx';
import { affiliateColumns } from './affiliateColumns.tsx';
import { ListBody } from './ListBody.tsx';
import { ListTools } from './ListTools.tsx';
import { useTermsQuery } from './programme/termsApi.ts';
import { RecalculateTiers } from './RecalculateTiers.tsx';
import { useList } from './useList.ts';

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

const statuses = { '': 'All statuses', active: 'Active', suspended: 'Suspended', banned: 'Banned' };

interface Props {
  onCreate: () => void;
}

/** The affiliates, or the page of one: the address says which. */
export function AffiliatesTab({ onCreate }: Props) {
  const { part } = usePlace();
  return part ? <AffiliatePage key={part} id={part} /> : <List onCreate={onCreate} />;
}

function List({ onCreate }: Props) {
  const list = useList();
  const answer = useAffiliatesQuery(list.asked);
  const affiliates = answer.data?.affiliates ?? [];
  const terms = useTermsQuery().data?.terms;
  const [open, setOpen] = useState<{ dialog: AffiliateDialog; affiliate: AdminAffiliateView } | null>(null);
  const columns = affiliateColumns((dialog, affiliate) => setOpen({ dialog, affiliate }));
  const tiers = { '': 'All tiers', ...Object.fromEntries(terms?.tiers.map(({ tier, name }) => [tier, name]) ?? []) };

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
      <ListTools list={list} search="Search username, email or id" sorts={sorts} statuses={statuses} tiers={tiers} />
      <ListBody answer={answer} list={list} failure="Failed to fetch affiliates">
        <TableCard>
          {affiliates.length === 0 ? (
            <Empty
              icon={<Users />}
              text="No affiliates found."
              hint={list.isNarrowed ? 'No affiliate matches this search.' : 'Create your first affiliate to get started!'}
            />
          ) : (
            <Table
              caption="Affiliates"
              columns={columns}
              rows={affiliates}
              keyOf={({ id }) => id}
              linkOf={({ id }) => adminPath('affiliates', id)}
            />
          )}
        </TableCard>
      </ListBody>
      {open && <AffiliateDialogs {...open} position={answer.data?.position} onClose={() => setOpen(null)} />}
    </Stack>
  );
}
