import { Bar, BarChart, CartesianGrid, ReferenceLine, Tooltip, type TooltipContentProps, XAxis, YAxis } from 'recharts';
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
  if (!active || !payload?.length) return null;
  const value: unknown = payload[0]!.value;
  return (
    <div className={styles.tip}>
      <span>{label}</span>
      <strong>{typeof value === 'number' ? format(value) : '–'}</strong>
    </div>
  );
}

const tick = { fill: 'var(--text-faint)', fontSize: 12 };

/** The default of this file is loaded when a chart is shown: the library is larger than a page. */
export default function TrendChart({ title, points, format, formatShort }: Props) {
  return (
    <BarChart
      responsive
      className={styles.chart}
      data={points}
      title={title}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      barCategoryGap="15%"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis dataKey="label" tickLine={false} axisLine={false} minTickGap={40} tickMargin={8} tick={tick} />
      <YAxis tickFormatter={formatShort} tickLine={false} axisLine={false} width="auto" tickCount={4} tick={tick} />
      <ReferenceLine y={0} stroke="var(--line-strong)" />
      <Tooltip isAnimationActive={false} filterNull={false} cursor={{ className: styles.cursor }} content={<Tip format={format} />} />
      <Bar dataKey="value" isAnimationActive={false} className={styles.bar} maxBarSize={40} radius={[3, 3, 0, 0]} />
    </BarChart>
  );
}
