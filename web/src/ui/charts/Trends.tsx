import { TREND_RANGES, type TrendRange } from '@framelift/contracts/rules';
import { ChartLine } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Card } from '../Card.tsx';
import { Empty } from '../Empty.tsx';
import { Failed } from '../Failed.tsx';
import { Loading } from '../Loading.tsx';
import { SectionTitle } from '../layout/SectionTitle.tsx';
import { Toolbar } from '../layout/Toolbar.tsx';
import { type Column, Table } from '../lists/Table.tsx';
import styles from './Trends.module.css';
import { type Metric, type Trend, type TrendPoint, pointLabel, units } from './trendMetrics.ts';

const TrendChart = lazy(() => import('./TrendChart.tsx'));

const rangeLabels: Record<TrendRange, string> = { '7': '7 days', '30': '30 days', '90': '90 days', all: 'All time' };

interface Props<Point extends TrendPoint> {
  title: string;
  metrics: readonly [Metric<Point>, ...Metric<Point>[]];
  range: TrendRange;
  onRange: (range: TrendRange) => void;
  /** The figures of that time. */
  answer: { data?: Trend<Point>; isError: boolean; refetch: () => unknown };
  /** How something comes to be here, said while nothing has happened. */
  emptyHint: string;
}

/** Figures over time: one as a chart, all of them added up above it and in the table behind it. */
export function Trends<Point extends TrendPoint>({ title, metrics, range, onRange, answer, emptyHint }: Props<Point>) {
  const id = useId();
  const { data: trend, isError, refetch } = answer;
  return (
    <Card as="section" className={styles.trends} aria-labelledby={id}>
      <Toolbar>
        <SectionTitle id={id}>{title}</SectionTitle>
        <fieldset className={styles.ranges}>
          <legend className="visually-hidden">Time</legend>
          {TREND_RANGES.map((name) => (
            <button key={name} type="button" className={styles.range} aria-pressed={name === range} onClick={() => onRange(name)}>
              {rangeLabels[name]}
            </button>
          ))}
        </fieldset>
      </Toolbar>
      {!trend && !isError && <Loading text="Loading figures..." />}
      {!trend && isError && <Failed text="Failed to fetch figures" onRetry={refetch} />}
      {trend && <Figures title={`${title}, ${rangeLabels[range].toLowerCase()}`} metrics={metrics} trend={trend} emptyHint={emptyHint} />}
    </Card>
  );
}

type FiguresProps<Point extends TrendPoint> = Pick<Props<Point>, 'title' | 'metrics' | 'emptyHint'> & { trend: Trend<Point> };

function Figures<Point extends TrendPoint>({ title, metrics, trend, emptyHint }: FiguresProps<Point>) {
  const [shown, setShown] = useState(metrics[0].name);
  const metric = metrics.find(({ name }) => name === shown) ?? metrics[0];
  const { unit, points } = trend;
  const quiet = points.every((point) => metrics.every(({ value }) => !value(point)));
  const columns: Column<Point>[] = [
    { header: units[unit], cell: (point) => pointLabel(point, unit) },
    ...metrics.map(({ label, value, format }) => ({
      header: label,
      cell: (point: Point) => (value(point) === null ? '–' : format(value(point)!)),
      numeric: true,
    })),
  ];
  return (
    <>
      <fieldset className={styles.metrics}>
        <legend className="visually-hidden">Figure</legend>
        {metrics.map(({ name, label, total }) => (
          <button key={name} type="button" className={styles.metric} aria-pressed={name === metric.name} onClick={() => setShown(name)}>
            <span className={styles.metricLabel}>{label}</span>
            <span className={styles.metricTotal}>{total(points)}</span>
          </button>
        ))}
      </fieldset>
      {quiet ? (
        <Empty icon={<ChartLine />} text="Nothing in this time." hint={emptyHint} />
      ) : (
        <>
          <div className={styles.frame}>
            <Suspense fallback={<Loading text="Loading chart..." />}>
              <TrendChart
                title={`${metric.label} – ${title}`}
                points={points.map((point) => ({ label: pointLabel(point, unit), value: metric.value(point) }))}
                format={metric.format}
                formatShort={metric.formatShort}
              />
            </Suspense>
          </div>
          <details className={styles.behind}>
            <summary>Show as table</summary>
            <Table caption={title} columns={columns} rows={points.toReversed()} keyOf={({ from }) => from} />
          </details>
        </>
      )}
    </>
  );
}
