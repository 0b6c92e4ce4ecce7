import type { BreakdownBy, BreakdownView } from '@framelift/contracts';
import type { TrendRange } from '@framelift/contracts/rules';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatMoney, formatPercent } from '../../lib/format.ts';
import { errorText } from '../../session/api/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Measured } from '../../ui/charts/Measured.tsx';
import { rangeLabels } from '../../ui/charts/rangeLabels.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { Choice } from '../../ui/lists/Choice.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { DownloadCsv } from '../DownloadCsv.tsx';
import styles from './performance.module.css';
import { useBreakdownFileMutation, useBreakdownQuery } from './performanceApi.ts';

type Row = BreakdownView['rows'][number];

const byLabels: Record<BreakdownBy, string> = {
  campaign: 'By campaign',
  page: 'By page',
  referrer: 'By referring site',
  product: 'By product',
};
/** The heading of the first column, and its text where the value is unknown. */
const names: Record<BreakdownBy, { header: string; none: string }> = {
  campaign: { header: 'Campaign', none: 'No campaign' },
  page: { header: 'Page', none: 'Not known' },
  referrer: { header: 'Referring site', none: 'Not known, or none' },
  product: { header: 'Product', none: 'Not known' },
};

/** Clicks are of no product. */
const ofClicks = new Set(['Clicks', 'Conversion']);
const shownBy = (by: BreakdownBy, rows: readonly Row[]) =>
  columnsOf(names[by], rows).filter(({ header }) => by !== 'product' || !ofClicks.has(String(header)));

const columnsOf = ({ header, none }: (typeof names)[BreakdownBy], rows: readonly Row[]): Column<Row>[] => [
  {
    header,
    cell: ({ name }) => (
      <span className={name === null ? styles.none : styles.name} title={name ?? undefined}>
        {name ?? none}
      </span>
    ),
    long: true,
  },
  {
    header: 'Clicks',
    cell: ({ clicks }) => <Measured of={clicks} most={Math.max(...rows.map((row) => row.clicks))} text={formatCount(clicks)} />,
    numeric: true,
  },
  { header: 'Sales', cell: ({ sales }) => formatCount(sales), numeric: true },
  { header: 'Conversion', cell: ({ conversion }) => (conversion === null ? '–' : formatPercent(conversion)), numeric: true },
  {
    header: 'Commission',
    cell: ({ commission }) => (
      <Measured of={commission} most={Math.max(...rows.map((row) => row.commission))} text={formatMoney(commission)} />
    ),
    numeric: true,
  },
];

/** Where clicks, sales and commission come from. */
export function PerformanceTab({ onShare }: { onShare: () => void }) {
  const [by, setBy] = useState<BreakdownBy>('campaign');
  const [range, setRange] = useState<TrendRange>('30');
  const { currentData, error, isError, refetch } = useBreakdownQuery({ by, range });
  const [ask] = useBreakdownFileMutation();
  const rows = currentData?.rows;

  return (
    <TableCard as="section">
      <div className={styles.choices}>
        <Choice legend="Breakdown" options={byLabels} chosen={by} onChoose={setBy} />
        <Choice legend="Time" options={rangeLabels} chosen={range} onChoose={setRange} />
        <DownloadCsv name={`performance-by-${by}.csv`} ask={() => ask({ by, range }).unwrap()} />
      </div>
      {!rows && !isError && <Loading text="Loading figures..." />}
      {!rows && isError && <Failed text={errorText(error, 'Failed to fetch figures')} onRetry={refetch} />}
      {rows?.length === 0 && (
        <div className={styles.empty}>
          <Empty icon={<ChartColumn />} text="No activity in this period." hint="Share a link with a campaign to see its results here." />
          <Button onClick={onShare}>Make a link</Button>
        </div>
      )}
      {rows && rows.length > 0 && (
        <Table
          caption={`${byLabels[by]}, ${rangeLabels[range].toLowerCase()}`}
          columns={shownBy(by, rows)}
          rows={rows}
          keyOf={({ name }) => name ?? ''}
        />
      )}
    </TableCard>
  );
}
