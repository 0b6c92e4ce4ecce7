import type { FigureId } from '@framelift/contracts';
import { Link } from 'react-router';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { Figure } from '../../session/why/Figure.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { rowLink } from '../read-models/rowAddress.ts';
import type { OneAffiliate } from './affiliateApi.ts';

/** What the account holds; each number says where it comes from, and what it was at any earlier moment. */
export function Figures({ affiliate }: { affiliate: OneAffiliate }) {
  const { id, debt, underReviewAmount } = affiliate;
  const row = (name: string, figure: FigureId, text: string) =>
    [
      name,
      <Figure key={figure} figure={figure} of={id}>
        {text}
      </Figure>,
    ] as const;
  return (
    <TitledCard title="Figures">
      <Facts
        as="columns"
        facts={[
          row('Current Balance', 'balance', formatMoney(affiliate.balance)),
          row('On Hold', 'on-hold', formatMoney(affiliate.onHold)),
          ...(debt > 0 ? [row('Owes', 'debt', formatMoney(debt))] : []),
          ...(underReviewAmount > 0 ? [row('Under Review', 'under-review', formatMoney(underReviewAmount))] : []),
          row('Total Earned', 'earned', formatMoney(affiliate.totalEarned)),
          row('Paid Out', 'paid', formatMoney(affiliate.totalPaid)),
          row('Total Generated', 'generated', formatMoney(affiliate.totalGenerated)),
          row('Total Sales', 'sales', formatCount(affiliate.totalSales)),
          row('Total Clicks', 'clicks', formatCount(affiliate.totalClicks)),
        ]}
      />
      <Soft>
        <Link to={rowLink({ readModel: 'dashboard', table: 'totals', key: [id] })}>Explain these figures</Link>
      </Soft>
    </TitledCard>
  );
}
