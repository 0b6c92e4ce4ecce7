import { ledgerLabels } from '../session/api/eventNames.ts';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../session/api/api.ts';
import { ledgerColumns } from '../session/screens/ledgerColumns.tsx';
import { TableCard } from '../ui/layout/TitledCard.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Table } from '../ui/lists/Table.tsx';
import { DownloadCsv } from './DownloadCsv.tsx';
import styles from './ledger.module.css';
import { type LedgerFilter, ledgerName, useLedgerFileMutation, useLedgerInfiniteQuery } from './ledgerApi.ts';
import { ShowOlder } from './ShowOlder.tsx';

const kinds: Readonly<Record<string, string>> = ledgerLabels;

/** Every cent of the balance, and what it came from. */
export function Movements() {
  const [filter, setFilter] = useState<LedgerFilter>({ kind: '', from: '' });
  const ledger = useLedgerInfiniteQuery(filter);
  const { data, error, isLoading, refetch } = ledger;
  const [ask] = useLedgerFileMutation();
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];

  return (
    <TableCard as="section">
      <div className={styles.filters}>
        <SelectField label="Kind" value={filter.kind} onChange={(event) => setFilter({ ...filter, kind: event.target.value })}>
          <option value="">All</option>
          {Object.entries(kinds).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField label="From" type="date" value={filter.from} onChange={(event) => setFilter({ ...filter, from: event.target.value })} />
        <DownloadCsv name={ledgerName(filter)} ask={() => ask(filter).unwrap()} />
      </div>
      {isLoading && <Loading text="Loading ledger..." />}
      {!isLoading && !data && <Failed text={errorText(error, 'Failed to fetch dashboard data')} onRetry={refetch} />}
      {data && entries.length === 0 && <Empty icon={<ScrollText />} text="No entries found." />}
      {entries.length > 0 && <Table caption="Ledger" columns={ledgerColumns} rows={entries} keyOf={(entry) => String(entry.position)} />}
      <ShowOlder list={ledger} label="Show older entries" />
    </TableCard>
  );
}
