import { Area, AreaChart, CartesianGrid, Tooltip, type TooltipContentProps, XAxis, YAxis } from 'recharts';
import styles from './Trends.module.css';

export interface TrendChartPoint {
  label: string;
  value: number | null;
}

interface Props {
  /** Says what the chart shows, for those who do not see it. */
  title: string;
  points: TrendChartPoint[];
  format: (value: number) => string;
  /** Short, for the axis: €1.2K. */
  formatShort: (value: number) => string;
}

type TipProps = Partial<Pick<TooltipContentProps, 'active' | 'payload' | 'label'>> & Pick<Props, 'format'>;

function Tip({ active, payload, label, format }: TipProps) {
  const value: unknown = payload?.[0]?.value;
  if (!active || typeof value !== 'number') return null;
  return (
    <div className={styles.tip}>
      <span>{label}</span>
      <strong>{format(value)}</strong>
    </div>
  );
}

const tick = { fill: 'var(--text-faint)', fontSize: 12 };

/** The default of this file is loaded when a chart is shown: the library is larger than a page. */
export default function TrendChart({ title, points, format, formatShort }: Props) {
  return (
    <AreaChart responsive className={styles.chart} data={points} title={title} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
      <defs>
        <linearGradient id="trend-fill" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={styles.fillTop} />
          <stop offset="1" className={styles.fillBottom} />
        </linearGradient>
      </defs>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis dataKey="label" tickLine={false} axisLine={false} minTickGap={40} tickMargin={8} tick={tick} />
      <YAxis tickFormatter={formatShort} tickLine={false} axisLine={false} width="auto" tickCount={4} tick={tick} />
      <Tooltip isAnimationActive={false} cursor={{ className: styles.cursor }} content={<Tip format={format} />} />
      <Area
        dataKey="value"
        type="monotone"
        connectNulls
        isAnimationActive={false}
        className={styles.area}
        stroke="currentColor"
        strokeWidth={2}
        fill="url(#trend-fill)"
        dot={points.length === 1}
        activeDot={{ r: 4, strokeWidth: 2 }}
      />
    </AreaChart>
  );
}
