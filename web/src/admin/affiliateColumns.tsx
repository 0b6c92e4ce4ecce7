import type { AdminAffiliateView } from '@framelift/contracts';
import { Pencil, Trash2 } from 'lucide-react';
import { formatCount, formatMoney, formatPercent } from '../lib/format.ts';
import { adminPath } from '../lib/paths.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Actions } from '../ui/layout/Toolbar.tsx';
import { MenuItem, RowMenu } from '../ui/lists/RowMenu.tsx';
import type { Column } from '../ui/lists/Table.tsx';
import { TierBadge } from '../ui/lists/TierBadge.tsx';
import type { AffiliateDialog } from './affiliate/AffiliateDialogs.tsx';
import styles from './list.module.css';

const facts: Column<AdminAffiliateView>[] = [
  { header: 'Username', cell: ({ username }) => username, long: true, phone: 'start' },
  { header: 'Email', cell: ({ email }) => email, long: true, phone: 'below' },
  { header: 'Balance', cell: ({ balance }) => formatMoney(balance), numeric: true, phone: 'end' },
  {
    header: 'Commission Rate',
    cell: ({ tierCommissionRate }) => (Number.isFinite(tierCommissionRate) ? formatPercent(tierCommissionRate) : 'N/A'),
    numeric: true,
  },
  { header: 'Tier', cell: ({ tier, tierName }) => <TierBadge tier={tier} name={tierName} /> },
  { header: 'Sales', cell: ({ totalSales }) => formatCount(totalSales), numeric: true },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} />, phone: 'belowEnd' },
];

/** What the list says of an affiliate, and what can be done about them. */
export const affiliateColumns = (
  onDialog: (dialog: AffiliateDialog, affiliate: AdminAffiliateView) => void,
): Column<AdminAffiliateView>[] => [
  ...facts,
  {
    header: 'Actions',
    phone: 'menu',
    cell: (affiliate) => (
      <Actions end>
        <span className={styles.notOnPhone}>
          <Button variant="ghost" size="small" icon aria-label={`Edit ${affiliate.username}`} onClick={() => onDialog('edit', affiliate)}>
            <Pencil aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="small"
            icon
            aria-label={`Delete ${affiliate.username}`}
            onClick={() => onDialog('delete', affiliate)}
          >
            <Trash2 aria-hidden />
          </Button>
        </span>
        <RowMenu label={`Actions for ${affiliate.username}`}>
          <MenuItem to={adminPath('affiliates', affiliate.id, { tab: 'codes' })}>Codes</MenuItem>
          <MenuItem onSelect={() => onDialog('password', affiliate)}>Password link</MenuItem>
        </RowMenu>
      </Actions>
    ),
  },
];
