import type { AdminAffiliateView } from '@framelift/contracts';
import { formatCount, formatMoney, formatPercent } from '../lib/format.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import type { Column } from '../ui/lists/Table.tsx';
import { Faint } from '../ui/layout/Text.tsx';
import { Actions } from '../ui/layout/Toolbar.tsx';
import { TierBadge } from '../ui/lists/TierBadge.tsx';

const facts: Column<AdminAffiliateView>[] = [
  { header: 'Username', cell: ({ username }) => <strong>{username}</strong> },
  {
    header: 'Email',
    cell: ({ email, emailConfirmed }) => (
      <div>
        {email}
        {!emailConfirmed && <Faint>Not confirmed</Faint>}
      </div>
    ),
  },
  { header: 'Balance', cell: ({ balance }) => formatMoney(balance), numeric: true },
  {
    header: 'Commission Rate',
    cell: ({ tierCommissionRate }) => (Number.isFinite(tierCommissionRate) ? formatPercent(tierCommissionRate) : 'N/A'),
    numeric: true,
  },
  { header: 'Tier', cell: ({ tier, tierName }) => <TierBadge tier={tier} name={tierName} /> },
  { header: 'Sales', cell: ({ totalSales }) => formatCount(totalSales), numeric: true },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
];

type Acts = Record<'onEdit' | 'onCodes' | 'onHistory' | 'onPassword' | 'onDelete', (affiliate: AdminAffiliateView) => void>;

/** What the table says of an affiliate, and what can be done about them. */
export const affiliateColumns = ({ onEdit, onCodes, onHistory, onPassword, onDelete }: Acts): Column<AdminAffiliateView>[] => [
  ...facts,
  {
    header: 'Actions',
    cell: (affiliate) => (
      <Actions end>
        <Button size="small" aria-label={`Edit ${affiliate.username}`} onClick={() => onEdit(affiliate)}>
          Edit
        </Button>
        <Button size="small" aria-label={`Codes of ${affiliate.username}`} onClick={() => onCodes(affiliate)}>
          Codes
        </Button>
        <Button size="small" aria-label={`History of ${affiliate.username}`} onClick={() => onHistory(affiliate)}>
          History
        </Button>
        <Button size="small" aria-label={`Password link for ${affiliate.username}`} onClick={() => onPassword(affiliate)}>
          Password
        </Button>
        <Button size="small" variant="danger" aria-label={`Delete ${affiliate.username}`} onClick={() => onDelete(affiliate)}>
          Delete
        </Button>
      </Actions>
    ),
  },
];
