import type { TrendRange } from '@framelift/contracts/rules';
import { Suspense, useId, useState } from 'react';
import { Boundary } from '../layout/Boundary.tsx';
import { Card } from '../Card.tsx';
import { Failed } from '../Failed.tsx';
import { lazily } from '../dialogs/lazily.ts';
import { Loading } from '../Loading.tsx';
import { SectionTitle } from '../layout/SectionTitle.tsx';
import { Soft } from '../layout/Text.tsx';
import { Toolbar } from '../layout/Toolbar.tsx';
import { Choice } from '../lists/Choice.tsx';
import { type Column, Table } from '../lists/Table.tsx';
import { PeriodLegend } from './PeriodLegend.tsx';
import { PointReader } from './PointReader.tsx';
import { rangeLabels } from './rangeLabels.ts';
import { readingOf } from './readingOf.ts';
import styles from './Trends.module.css';
import { pointLabel, type TrendPoint, units } from './trendDays.ts';
import { differenceText } from './trendDifference.ts';
import { isQuiet, type Metric, type Trend, written } from './trendMetrics.ts';

const TrendChart = lazily(() => import('./TrendChart.tsx').then((loaded) => loaded.default));

interface Props<Point extends TrendPoint> {
  title: string;
  metrics: readonly [Metric<Point>, ...Metric<Point>[]];
  range: TrendRange;
  onRange: (range: TrendRange) => void;
  /** The figures of that time (`currentData`), or the last ones there were. */
  answer: { data?: Trend<Point>; currentData?: Trend<Point>; isError: boolean; refetch: () => unknown };
  /** How something comes to be here, said while nothing has happened. */
  emptyHint: string;
}

/** Figures over time: one as a chart, all of them added up above it and in the table behind it. */
export function Trends<Point extends TrendPoint>({ title, metrics, range, onRange, answer, emptyHint }: Props<Point>) {
  const id = useId();
  const { isError, refetch } = answer;
  // Figures of another time stay while these load, and not in their place.
  const trend = isError ? answer.currentData : answer.data;
  return (
    <Card as="section" className={styles.trends} aria-labelledby={id}>
      <Toolbar>
        <SectionTitle id={id}>{title}</SectionTitle>
        <Choice legend="Time" options={rangeLabels} chosen={range} onChoose={onRange} />
      </Toolbar>
      {!trend && !isError && <Loading text="Loading figures..." />}
      {!trend && isError && <Failed text="Failed to fetch figures" onRetry={refetch} />}
      {trend && (
        <Boundary onRetry={refetch}>
          <Figures title={`${title}, ${rangeLabels[range].toLowerCase()}`} metrics={metrics} trend={trend} emptyHint={emptyHint} />
        </Boundary>
      )}
    </Card>
  );
}

type FiguresProps<Point extends TrendPoint> = Pick<Props<Point>, 'title' | 'metrics' | 'emptyHint'> & { trend: Trend<Point> };

function Figures<Point extends TrendPoint>({ title, metrics, trend, emptyHint }: FiguresProps<Point>) {
  const [shown, setShown] = useState(metrics[0].name);
  const metric = metrics.find(({ name }) => name === shown) ?? metrics[0];
  const { unit, points, before } = trend;
  const columns: Column<Point>[] = [
    { header: units[unit], cell: (point) => pointLabel(point, unit) },
    ...metrics.map((each) => ({ header: each.label, cell: (point: Point) => written(each, each.value(point)), numeric: true })),
  ];
  return (
    <>
      <fieldset className={styles.metrics}>
        <legend className="visually-hidden">Figure</legend>
        {metrics.map((each) => (
          <button
            key={each.name}
            type="button"
            className={styles.metric}
            aria-pressed={each.name === metric.name}
            onClick={() => setShown(each.name)}
          >
            <span className={styles.metricLabel}>{each.label}</span>
            <span className={styles.metricTotal}>{written(each, each.over(points))}</span>
            {before && <span className={styles.metricLabel}>{differenceText(each, points, before)}</span>}
          </button>
        ))}
      </fieldset>
      {metrics.every((each) => isQuiet(each, points)) && <Soft>No activity in this period. {emptyHint}</Soft>}
      <PeriodLegend shape={metric.shape} daysBefore={before?.length} />
      <div className={styles.frame}>
        <Suspense fallback={<Loading text="Loading chart..." />}>
          <div aria-hidden>
            <TrendChart
              points={points.map((point, i) => ({
                label: pointLabel(point, unit),
                value: metric.value(point),
                before: before ? metric.value(before[i]!) : null,
              }))}
              shape={metric.shape}
              formatShort={metric.formatShort}
              whole={metric.whole}
            />
          </div>
          <PointReader
            key={title}
            label={`${metric.label} – ${title}`}
            count={points.length}
            read={(index) => readingOf(trend, metrics, metric, index)}
          />
        </Suspense>
      </div>
      <details className={styles.behind}>
        <summary>Show as table</summary>
        <Table caption={title} columns={columns} rows={points.toReversed()} keyOf={({ from }) => from} />
      </details>
    </>
  );
}
