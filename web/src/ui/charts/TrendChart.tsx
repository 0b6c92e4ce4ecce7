import { useWidth } from '../useWidth.ts';
import { PLOT } from './plot.ts';
import { axisOf } from './axis.ts';
import { linePath } from './linePath.ts';
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

/** Pixels. */
const HEIGHT = 240;
/** How wide a letter of a label is, about. */
const LETTER = 6.6;
const LABEL_GAP = 32;
const MOST_BAR = 34;
/** Of the room that a point has. */
const BAR_SHARE = 0.58;
const TICKS = 4;

const bottom = HEIGHT - PLOT.bottom;

/** Round ends of the axis, and the values between them that have a line; zero is always one. */
function scaleOf(points: ChartPoint[], whole: boolean) {
  const values = points.flatMap(({ value, before }) => [value ?? 0, before ?? 0]);
  const flat = values.every((value) => value === 0);
  const lines = flat ? [0] : axisOf(Math.min(0, ...values), Math.max(0, ...values), TICKS, whole);
  const [low, high] = flat ? [0, 1] : [lines[0]!, lines.at(-1)!];
  return { flat, lines, y: (value: number) => PLOT.top + ((bottom - PLOT.top) * (high - value)) / (high - low) };
}

/** Every so many points has its label, the last one among them, so that none touches the next. */
const labelled = (points: ChartPoint[], room: number): number => {
  const widest = Math.max(...points.map(({ label }) => label.length)) * LETTER;
  return Math.max(1, Math.ceil((widest + LABEL_GAP) / room));
};

/** The picture alone: bars or steps of this period, a line of the one before. */
export function TrendChart({ points, shape, formatShort, whole }: Props) {
  const [svg, width] = useWidth<SVGSVGElement>();
  return (
    <svg ref={svg} className={styles.chart} height={HEIGHT}>
      {width > 0 && <Drawing width={width} points={points} shape={shape} formatShort={formatShort} whole={whole} />}
    </svg>
  );
}

function Drawing({ width, points, shape, formatShort, whole }: Props & { width: number }) {
  const { flat, lines, y } = scaleOf(points, whole);
  const end = width - PLOT.right;
  const room = (end - PLOT.left) / points.length;
  const x = (index: number) => PLOT.left + (index + 0.5) * room;
  const every = labelled(points, room);
  const path = (read: (point: ChartPoint) => number | null) =>
    linePath(
      points.map((point, i) => {
        const value = read(point);
        return value === null ? null : [x(i), y(value)];
      }),
      shape === 'steps',
    );
  return (
    <>
      {lines.map((value) => (
        <g key={value} className={value === 0 ? styles.zero : styles.level} data-level={value}>
          <line x1={PLOT.left} x2={end} y1={y(value)} y2={y(value)} />
          {!flat && (
            <text x={PLOT.left - 8} y={y(value)} dy="0.35em" textAnchor="end">
              {formatShort(value)}
            </text>
          )}
        </g>
      ))}
      {points.map(({ label }, i) => {
        const half = (label.length * LETTER) / 2;
        return (
          (points.length - 1 - i) % every === 0 && (
            <text key={i} x={Math.min(x(i), width - half)} y={HEIGHT - 8} textAnchor="middle">
              {label}
            </text>
          )
        );
      })}
      {shape === 'bars' ? (
        points.map(
          ({ value }, i) => value !== null && value !== 0 && <Bar key={i} index={i} x={x(i)} room={room} from={y(0)} to={y(value)} />,
        )
      ) : (
        <path className={styles.steps} d={path(({ value }) => value)} />
      )}
      <path className={styles.before} d={path(({ before }) => before)} />
    </>
  );
}

/** A bar in the middle of its point, never thinner than two pixels; below zero it hangs down. */
function Bar({ index, x, room, from, to }: { index: number; x: number; room: number; from: number; to: number }) {
  const width = Math.min(Math.max(room * BAR_SHARE, 2), MOST_BAR);
  return (
    <rect className={styles.now} data-point={index} x={x - width / 2} y={Math.min(from, to)} width={width} height={Math.abs(from - to)} />
  );
}
