import type { HistoryView } from '@framelift/contracts';
import { Link } from 'react-router';
import { capitalised, formatCount, formatMoney, formatPercent } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { errorText } from '../../session/api/api.ts';
import { Banner } from '../../ui/Banner.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useAffiliateHistoryQuery } from '../adminApi.ts';
import { rowLink } from '../read-models/rowAddress.ts';
import type { OneAffiliate } from './affiliateApi.ts';
import styles from './Figures.module.css';
import { useAsOf } from './useAsOf.ts';

type Shown = Pick<
  HistoryView['affiliate'] & HistoryView['stats'],
  'balance' | 'onHold' | 'totalEarned' | 'totalGenerated' | 'totalSales' | 'totalClicks' | 'tierName' | 'commissionRate' | 'status'
>;
type Figure = [name: string, of: (shown: Shown) => string];

const figures: Figure[] = [
  ['Current Balance', ({ balance }) => formatMoney(balance)],
  ['On Hold', ({ onHold }) => formatMoney(onHold)],
  ['Total Earned', ({ totalEarned }) => formatMoney(totalEarned)],
  ['Total Generated', ({ totalGenerated }) => formatMoney(totalGenerated)],
  ['Total Sales', ({ totalSales }) => formatCount(totalSales)],
  ['Total Clicks', ({ totalClicks }) => formatCount(totalClicks)],
];
/** What the head of the page says of today. */
const terms: Figure[] = [
  ['Tier', ({ tierName }) => tierName],
  ['Commission Rate', ({ commissionRate }) => formatPercent(commissionRate)],
  ['Status', ({ status }) => capitalised(status)],
];

/** What the account holds: now, or as of the moment in the address next to now. */
export function Figures({ affiliate }: { affiliate: OneAffiliate }) {
  const asOf = useAsOf();
  return (
    <TitledCard title={asOf.at ? 'Figures as of then' : 'Figures'}>
      {asOf.at ? <Then affiliate={affiliate} at={asOf.at} /> : <Now affiliate={affiliate} />}
      <div className={styles.moment}>
        <TextField label="As of" type="datetime-local" value={asOf.moment} onChange={(event) => asOf.toMoment(event.target.value)} />
        <TextField
          label="or log position"
          inputMode="numeric"
          value={asOf.position}
          onChange={(event) => asOf.toPosition(event.target.value)}
        />
      </div>
    </TitledCard>
  );
}

const Explain = ({ id }: { id: string }) => (
  <Link to={rowLink({ readModel: 'dashboard', table: 'totals', key: [id] })}>Explain these figures</Link>
);

function Now({ affiliate }: { affiliate: OneAffiliate }) {
  const { id, totalPaid, debt, underReviewAmount } = affiliate;
  const shown = figures.map(([name, figure]) => [name, figure(affiliate)] as const);
  const more = [
    ...(debt > 0 ? [['Owes', formatMoney(debt)] as const] : []),
    ...(underReviewAmount > 0 ? [['Under Review', formatMoney(underReviewAmount)] as const] : []),
  ];
  return (
    <>
      <Facts as="columns" facts={[...shown.slice(0, 2), ...more, shown[2]!, ['Paid Out', formatMoney(totalPaid)], ...shown.slice(3)]} />
      <Soft>
        <Explain id={id} />
      </Soft>
    </>
  );
}

function Then({ affiliate, at }: { affiliate: OneAffiliate; at: string }) {
  const { id } = affiliate;
  const { currentData: then, error, isFetching } = useAffiliateHistoryQuery({ id, at });
  if (error && !isFetching) return <Banner tone="error" text={errorText(error, 'Failed to fetch the history')} />;
  if (!then) return <Loading text="Loading history..." />;
  const shown = { ...then.affiliate, ...then.stats };
  const facts = [...figures, ...terms].map(([name, figure]) => {
    const [before, now] = [figure(shown), figure(affiliate)];
    return [name, before === now ? before : <Changed key={name} before={before} now={now} />] as const;
  });
  return (
    <>
      <Facts as="columns" facts={facts} />
      <Soft>
        Up to their event at position {formatCount(then.position)}.{' '}
        <Link to={adminPath('events', undefined, { affiliate: id, position: String(then.position) })}>Show the events behind it</Link>
        {' · '}
        <Explain id={id} />
      </Soft>
    </>
  );
}

const Changed = ({ before, now }: { before: string; now: string }) => (
  <span data-changed>
    {before} <Faint as="span">now {now}</Faint>
  </span>
);
