import { formatPercent } from '../../lib/format.ts';
import { isQuiet, type Metric } from './trendMetrics.ts';

const signed = (value: number, text: string): string => `${value < 0 ? '−' : '+'}${text}`;

/** By how much a period differs from the one before it: '+€120.00 (+12%)', '−3 sales (−25%)', '+€20.00 (no commission before)'. */
export function differenceText<Point>(metric: Metric<Point>, points: Point[], before: Point[]): string {
  const now = metric.over(points);
  const then = metric.over(before);
  if (then === null) return `${metric.none} before`;
  if (now === null) return `${metric.format(then)} before`;
  const difference = Math.round((now - then) * 100) / 100;
  const change = difference ? signed(difference, metric.formatChange(Math.abs(difference))) : '';
  if (!metric.relative) return change || 'no change';
  if (isQuiet(metric, before)) return change ? `${change} (${metric.none} before)` : `${metric.none} before`;
  if (!change) return 'no change';
  // Percent of nothing, or of a loss, says nothing.
  if (then <= 0) return `${change} (${metric.format(then)} before)`;
  const percent = Math.abs(Math.round((difference / then) * 1000) / 10);
  return percent ? `${change} (${signed(difference, formatPercent(percent))})` : change;
}
