import { Bar, type BarShapeProps, CartesianGrid, ComposedChart, Line, ReferenceLine, usePlotArea, XAxis, YAxis } from 'recharts';
import { PLOT } from './plot.ts';
import styles from './TrendChart.module.css';

export interface ChartPoint {
  label: string;
  value: number | null;
  before: number | null;
}

interface Props {
  points: ChartPoint[];
  shape: 'bars' | 'steps';
  formatShort: (value: number) => string;
  /** Whether there are halves of it. */
  whole: boolean;
}

const tick = { fill: 'var(--text-faint)', fontSize: 12 };

interface DayBarProps extends Pick<BarShapeProps, 'index' | 'y' | 'height'> {
  count: number;
  /** Of the room that a day has. */
  share: number;
  mostPixels: number;
  className: string | undefined;
}

/** A bar in the middle of its day, never thinner than two pixels; below zero it hangs down. An edge marks its end. */
function DayBar({ index, y, height, count, share, mostPixels, className }: DayBarProps) {
  const plot = usePlotArea();
  if (!plot || !height) return null;
  const room = plot.width / count;
  const width = Math.min(Math.max(room * share, 2), mostPixels);
  const x = plot.x + (index + 0.5) * room - width / 2;
  return (
    <g className={className} data-day={index}>
      <rect x={x} y={Math.min(y, y + height)} width={width} height={Math.abs(height)} />
      <rect x={x} y={height < 0 ? y - EDGE : y} width={width} height={EDGE} className={styles.edge} />
    </g>
  );
}
const EDGE = 1.5;

/** The picture alone. The default of this file is loaded when a chart is shown: the library is larger than a page. */
export default function TrendChart({ points, shape, formatShort, whole }: Props) {
  const count = points.length;
  const flat = points.every(({ value, before: earlier }) => !value && !earlier);
  const now = (bar: BarShapeProps) => <DayBar {...bar} count={count} share={0.58} mostPixels={34} className={styles.now} />;
  const line = { dot: count === 1, activeDot: false, isAnimationActive: false } as const;
  return (
    <ComposedChart responsive accessibilityLayer={false} className={styles.chart} data={points} margin={PLOT.margin} barCategoryGap={0}>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        scale="band"
        dataKey="label"
        height={PLOT.axisHeight}
        tickLine={false}
        axisLine={false}
        minTickGap={32}
        tickMargin={8}
        tick={tick}
      />
      <XAxis scale="band" xAxisId="before" dataKey="label" hide />
      <YAxis
        width={PLOT.axisWidth}
        domain={flat ? [0, 1] : [0, 'auto']}
        allowDecimals={!whole}
        tickFormatter={formatShort}
        tickLine={false}
        axisLine={false}
        tickCount={4}
        tick={flat ? false : tick}
      />
      {shape === 'bars' ? (
        <Bar dataKey="value" isAnimationActive={false} shape={now} />
      ) : (
        <Line dataKey="value" type="step" {...line} className={styles.steps} />
      )}
      <Line xAxisId="before" dataKey="before" type={shape === 'bars' ? 'linear' : 'step'} {...line} className={styles.before} />
      <ReferenceLine y={0} className={styles.zero} />
    </ComposedChart>
  );
}
