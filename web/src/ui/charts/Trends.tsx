import type { TrendRange } from '@framelift/contracts/rules';
import { useId, useState } from 'react';
import { Boundary } from '../layout/Boundary.tsx';
import { Card } from '../Card.tsx';
import { Failed } from '../Failed.tsx';
import { Loading } from '../Loading.tsx';
import { SectionTitle } from '../layout/SectionTitle.tsx';
import { Soft } from '../layout/Text.tsx';
import { Toolbar } from '../layout/Toolbar.tsx';
import { Choice } from '../lists/Choice.tsx';
import { rangeLabels } from './rangeLabels.ts';
import styles from './Trends.module.css';
import { ReadableChart } from './ReadableChart.tsx';
import { differenceText } from './trendDifference.ts';
import { isQuiet, type Metric, type Trend, written } from './trendMetrics.ts';
import { byWeek, isWeekly, type SoldDay, weeksOf } from './trendWeeks.ts';

interface Props<Point extends SoldDay> {
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
export function Trends<Point extends SoldDay>({ title, metrics, range, onRange, answer, emptyHint }: Props<Point>) {
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

type FiguresProps<Point extends SoldDay> = Pick<Props<Point>, 'title' | 'metrics' | 'emptyHint'> & { trend: Trend<Point> };

function Figures<Point extends SoldDay>({ title, metrics, trend, emptyHint }: FiguresProps<Point>) {
  const [shown, setShown] = useState(metrics[0].name);
  const metric = metrics.find(({ name }) => name === shown) ?? metrics[0];
  const { points, before } = trend;
  const isQuietNow = metrics.every((each) => isQuiet(each, points));
  // Without a figure in either period there is nothing to draw.
  const isEmpty = isQuietNow && metrics.every((each) => isQuiet(each, before ?? []));
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
      {isQuietNow && <Soft>No activity in this period. {emptyHint}</Soft>}
      {!isEmpty && !isWeekly(trend) && <ReadableChart title={title} metrics={metrics} metric={metric} trend={trend} />}
      {!isEmpty && isWeekly(trend) && (
        <ReadableChart title={title} metrics={metrics.map(byWeek)} metric={byWeek(metric)} trend={weeksOf(trend)} />
      )}
    </>
  );
}
