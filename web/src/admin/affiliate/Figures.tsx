import type { AdminAffiliateView, HistoryView } from '@framelift/contracts';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../session/api/api.ts';
import { capitalised, formatCount, formatMoney, formatPercent } from '../lib/format.ts';
import { adminPath } from '../lib/paths.ts';
import { useDraft } from './useDraft.ts';
import { Banner } from '../ui/Banner.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';
import { Soft } from '../ui/layout/Text.tsx';
import { Loading } from '../ui/Loading.tsx';
import styles from './HistoryDialog.module.css';
import { useAffiliateHistoryQuery } from './adminApi.ts';
import { rowLink } from './read-models/rowAddress.ts';

const figures: [string, (view: HistoryView) => ReactNode][] = [
  ['Current Balance', ({ affiliate }) => formatMoney(affiliate.balance)],
  ['Total Earned', ({ affiliate }) => formatMoney(affiliate.totalEarned)],
  ['Total Generated', ({ affiliate }) => formatMoney(affiliate.totalGenerated)],
  ['Total Sales', ({ stats }) => formatCount(stats.totalSales)],
  ['Total Clicks', ({ stats }) => formatCount(stats.totalClicks)],
  ['Tier', ({ affiliate }) => affiliate.tierName],
  ['Commission Rate', ({ affiliate }) => formatPercent(affiliate.commissionRate)],
  ['Status', ({ affiliate }) => capitalised(affiliate.status)],
];

/** An affiliate's figures as they were at a moment, beside those of now. */
export function HistoryDialog({ affiliate: { id, username }, onClose }: { affiliate: AdminAffiliateView; onClose: () => void }) {
  const [moment, setMoment] = useState('');
  const [at, setAt] = useState('');
  const [position, setPosition] = useDraft(/^\d+$/.test(at) ? at : '', setAt);
  const then = useAffiliateHistoryQuery({ id, at });
  const now = useAffiliateHistoryQuery({ id, at: '' });
  const toMoment = (local: string) => {
    setMoment(local);
    setAt(local ? new Date(local).toISOString() : '');
  };
  const toPosition = (text: string) => {
    setMoment('');
    setPosition(text.replaceAll(/\D/g, ''));
  };
  const view = then.currentData;
  return (
    <Dialog title={`${username} at a point in time`} description="Dashboard figures as they were at that time." onClose={onClose}>
      <div className={styles.moment}>
        <TextField label="Date and time" type="datetime-local" value={moment} onChange={(event) => toMoment(event.target.value)} />
        <TextField label="or log position" inputMode="numeric" value={position} onChange={(event) => toPosition(event.target.value)} />
      </div>
      {then.error && !then.isFetching && <Banner tone="error" text={errorText(then.error, 'Failed to fetch the history')} />}
      {!view && then.isFetching && <Loading text="Loading history..." />}
      {view && now.data && (
        <>
          <table className={styles.figures}>
            <caption className="visually-hidden">Figures then and now</caption>
            <thead>
              <tr>
                <th scope="col">Figure</th>
                <th scope="col">Then</th>
                <th scope="col">Now</th>
              </tr>
            </thead>
            <tbody>
              {figures.map(([name, figure]) => (
                <tr key={name} data-changed={figure(view) !== figure(now.data!) || undefined}>
                  <th scope="row">{name}</th>
                  <td>{figure(view)}</td>
                  <td>{figure(now.data!)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Soft>
            Up to their event at position {formatCount(view.position)}.{' '}
            <Link to={adminPath('events', undefined, { affiliate: id, position: String(view.position) })} onClick={onClose}>
              Show the events behind it
            </Link>
            {' · '}
            <Link to={rowLink({ readModel: 'dashboard', table: 'totals', key: [id] })} onClick={onClose}>
              Explain these figures
            </Link>
          </Soft>
        </>
      )}
    </Dialog>
  );
}
