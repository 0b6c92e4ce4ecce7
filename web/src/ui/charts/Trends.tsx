import { TREND_RANGES, type TrendRange } from '@framelift/contracts/rules';
import { ChartLine } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Card } from '../Card.tsx';
import { Empty } from '../Empty.tsx';
import { Failed } from '../Failed.tsx';
import { Loading } from '../Loading.tsx';
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
  trend?: Trend<Point>;
  failed: boolean;
  onRetry: () => void;
  /** What to say while nothing has happened. */
  empty: { text: string; hint: string };
}

/** Figures over time: one as a chart, all of them added up above it and in the table behind it. */
export function Trends<Point extends TrendPoint>({ title, metrics, range, onRange, trend, failed, onRetry, empty }: Props<Point>) {
  const id = useId();
  return (
    <Card as="section" className={styles.trends} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <fieldset className={styles.ranges}>
          <legend className="visually-hidden">Time</legend>
          {TREND_RANGES.map((name) => (
            <button key={name} type="button" className={styles.range} aria-pressed={name === range} onClick={() => onRange(name)}>
              {rangeLabels[name]}
            </button>
          ))}
        </fieldset>
      </header>
      {!trend && !failed && <Loading text="Loading figures..." />}
      {!trend && failed && <Failed text="Failed to fetch figures" onRetry={onRetry} />}
      {trend && <Figures title={`${title}, ${rangeLabels[range].toLowerCase()}`} metrics={metrics} trend={trend} empty={empty} />}
    </Card>
  );
}

type FiguresProps<Point extends TrendPoint> = Pick<Props<Point>, 'title' | 'metrics' | 'empty'> & { trend: Trend<Point> };

function Figures<Point extends TrendPoint>({ title, metrics, trend, empty }: FiguresProps<Point>) {
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
        <Empty icon={<ChartLine />} {...empty} />
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
