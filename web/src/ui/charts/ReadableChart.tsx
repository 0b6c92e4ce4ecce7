import { type Column, Table } from '../lists/Table.tsx';
import { PeriodLegend } from './PeriodLegend.tsx';
import { PointReader } from './PointReader.tsx';
import { readingOf } from './readingOf.ts';
import { TrendChart } from './TrendChart.tsx';
import { partialText, pointCell, pointLabel, type TrendPoint, units } from './trendDays.ts';
import { type Metric, type Trend, written } from './trendMetrics.ts';
import styles from './Trends.module.css';

interface Props<Point extends TrendPoint> {
  title: string;
  metrics: readonly Metric<Point>[];
  /** The one that is drawn. */
  metric: Metric<Point>;
  trend: Trend<Point>;
}

/** One figure as a chart that is read point by point, and all of them in the table behind it. */
export function ReadableChart<Point extends TrendPoint>({ title, metrics, metric, trend }: Props<Point>) {
  const { unit, points, before } = trend;
  const columns: Column<Point>[] = [
    { header: units[unit], cell: (point) => pointCell(point, unit) },
    ...metrics.map((each) => ({ header: each.label, cell: (point: Point) => written(each, each.value(point)), numeric: true })),
  ];
  return (
    <>
      <PeriodLegend daysBefore={before?.reduce((sum, { days }) => sum + (days?.length ?? 1), 0)} partial={partialText(points, unit)} />
      <div className={styles.frame}>
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
      </div>
      <details className={styles.behind}>
        <summary>Show as table</summary>
        <Table caption={title} columns={columns} rows={points.toReversed()} keyOf={({ from }) => from} />
      </details>
    </>
  );
}
