import type { Reading } from './PointReader.tsx';
import { ownTime, pointName, type TrendPoint } from './trendDays.ts';
import { type Metric, type Trend, written } from './trendMetrics.ts';

/** The reading of one point; the chosen figure is highlighted. */
export function readingOf<Point extends TrendPoint>(
  { unit, points, before }: Trend<Point>,
  metrics: readonly Metric<Point>[],
  chosen: Metric<Point>,
  index: number,
): Reading {
  const point = points[index]!;
  const earlier = before?.[index];
  return {
    name: pointName(point, unit),
    nameBefore: earlier ? pointName(earlier, unit) : null,
    ownTime: unit === 'day' ? ownTime(point) : null,
    figures: metrics.map((metric) => ({
      label: metric.label,
      value: written(metric, metric.value(point)),
      before: earlier ? written(metric, metric.value(earlier)) : null,
      chosen: metric.name === chosen.name,
    })),
  };
}
