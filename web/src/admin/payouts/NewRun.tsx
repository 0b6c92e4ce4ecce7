import type { PayoutCandidateView } from '@framelift/contracts';
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { Actions, Toolbar } from '../../ui/layout/Toolbar.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { CandidateFilters } from './CandidateFilters.tsx';
import { payeeColumns } from './payeeColumns.tsx';
import styles from './payouts.module.css';
import { type CandidateQuery, usePayoutCandidatesQuery, useStartPayoutRunMutation } from './payoutsApi.ts';

interface Props {
  onStarted: (id: string) => void;
  onBack: () => void;
}

const payable = ({ debt, payTo, underReview }: PayoutCandidateView) => debt === 0 && payTo !== null && !underReview;
const sumOf = (cashouts: readonly PayoutCandidateView[]): number =>
  cashouts.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;

const columnsWith = (leftOut: ReadonlySet<string>, onToggle: (id: string) => void): Column<PayoutCandidateView>[] => [
  { header: 'Pay', cell: (cashout) => <InRun cashout={cashout} isIn={!leftOut.has(cashout.cashoutId)} onToggle={onToggle} /> },
  ...payeeColumns,
];

/** Chooses cashouts for a run: all that match at first, less those that are left out. */
export function NewRun({ onStarted, onBack }: Props) {
  const [query, setQuery] = useState<CandidateQuery>({ search: '', status: '', type: '', signals: '' });
  const { data, error, isLoading, refetch } = usePayoutCandidatesQuery(query);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [start, starting] = useStartPayoutRunMutation();
  const all = data?.cashouts ?? [];
  const chosen = all.filter((cashout) => payable(cashout) && !leftOut.has(cashout.cashoutId));
  const toggle = (id: string) =>
    setLeftOut((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])));
  const submit = async () => {
    const result = await start({ cashouts: chosen.map(({ cashoutId }) => cashoutId) });
    if (result.data) onStarted(result.data.id);
  };
  return (
    <Stack>
      <Toolbar>
        <SectionTitle>New Payout Run</SectionTitle>
        <Button onClick={onBack}>Back to payouts</Button>
      </Toolbar>
      <CandidateFilters query={query} onChange={setQuery} />
      {starting.error && <Banner tone="error" text={errorText(starting.error, 'Failed to start the run')} />}
      {isLoading && <Loading text="Loading cashouts..." />}
      {error && !data && <Failed text={errorText(error, 'Failed to fetch cashouts')} onRetry={refetch} />}
      {data && (
        <TableCard>
          {all.length === 0 ? (
            <Empty icon={<Wallet />} text="No cashouts to pay." />
          ) : (
            <Table caption="Cashouts to pay" columns={columnsWith(leftOut, toggle)} rows={all} keyOf={({ cashoutId }) => cashoutId} />
          )}
        </TableCard>
      )}
      {chosen.length > 0 && data && (
        <div className={styles.bar}>
          <p className={styles.sum} aria-live="polite">
            {formatCount(chosen.length)} of {formatCount(data.total.count)} cashouts · {formatMoney(sumOf(chosen))}
          </p>
          <Actions>
            <Button variant="primary" disabled={starting.isLoading} onClick={submit}>
              {starting.isLoading ? 'Starting...' : 'Start run'}
            </Button>
          </Actions>
        </div>
      )}
    </Stack>
  );
}

function InRun({ cashout, isIn, onToggle }: { cashout: PayoutCandidateView; isIn: boolean; onToggle: (id: string) => void }) {
  const { cashoutId, affiliate } = cashout;
  const can = payable(cashout);
  return (
    <input
      type="checkbox"
      className={styles.check}
      aria-label={`Pay ${affiliate.username}`}
      checked={can && isIn}
      disabled={!can}
      onChange={() => onToggle(cashoutId)}
    />
  );
}
