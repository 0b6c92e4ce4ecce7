import type { ContentOfKind } from './kindContents.ts';
import styles from './MeasuredTable.module.css';
import { outside } from './outside.ts';

type Content = ContentOfKind<'table'>;
type Row = Content['rows'][number];

/** So many are shown at once, the others when a visitor asks for them. */
const SHOWN = 6;

/** Rows that somebody measured, drawn as bars: each with both numbers and where they are from. */
export function MeasuredTable({ caption, unit, better, rows }: Pick<Content, 'unit' | 'better' | 'rows'> & { caption: string }) {
  if (!rows.length) return null;
  const whole = Math.max(...rows.flatMap(({ before, after }) => [before, after])) || 1;
  const rest = rows.slice(SHOWN);
  const table = (shown: readonly Row[], name: string) => (
    <table className={styles.table}>
      <caption className="visually-hidden">{name}</caption>
      <thead>
        <tr>
          {['Machine', 'Before', 'After', 'Change', 'Source'].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row, i) => (
          <MeasuredRow key={i} row={row} unit={unit} isLowerBetter={better === 'lower'} whole={whole} />
        ))}
      </tbody>
    </table>
  );
  return (
    <div className={styles.measured}>
      <p className={styles.note}>{[unit, `${better} is better`].filter(Boolean).join(', ')}</p>
      {table(rows.slice(0, SHOWN), caption || 'Measurements')}
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>
            {rest.length} more {rest.length === 1 ? 'measurement' : 'measurements'}
          </summary>
          {table(rest, 'More measurements')}
        </details>
      )}
    </div>
  );
}

interface RowProps {
  row: Row;
  unit: string;
  isLowerBetter: boolean;
  /** The number of a whole bar. */
  whole: number;
}

function MeasuredRow({ row: { machine, before, after, source }, unit, isLowerBetter, whole }: RowProps) {
  const isBetter = isLowerBetter ? after < before : after > before;
  return (
    <tr>
      <th scope="row">{machine}</th>
      <td data-label="Before">
        <Bar share={before / whole} />
        <Amount value={before} unit={unit} />
      </td>
      <td data-label="After" className={styles.after}>
        <Bar share={after / whole} />
        <Amount value={after} unit={unit} />
      </td>
      <td className={isBetter ? styles.gain : styles.change}>{changeOf(before, after)}</td>
      <td className={styles.source}>
        <Source source={source} />
      </td>
    </tr>
  );
}

/** Drawn by attributes: the page's policy would list each style. */
const Bar = ({ share }: { share: number }) => (
  <svg className={styles.bar} aria-hidden="true">
    <rect width="100%" height="100%" rx="3" />
    <rect width={`${(share * 100).toFixed(1)}%`} height="100%" rx="3" />
  </svg>
);

const Amount = ({ value, unit }: { value: number; unit: string }) => (
  <span className={styles.amount}>
    <b>{value.toLocaleString('en', { maximumFractionDigits: 2 })}</b> {unit}
  </span>
);

/** In percent; nothing has no percentage. */
function changeOf(before: number, after: number): string {
  if (before === 0) return '';
  const change = Math.round((after / before - 1) * 100);
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toLocaleString('en')}%`;
}

/** The site of a link, or the words of somebody who measured. */
function Source({ source }: { source: string }) {
  const isOutside = source.startsWith('https://') && URL.canParse(source);
  if (!isOutside && !/^\/(?!\/)\S*$/.test(source)) return <>Source: {source}</>;
  return (
    <>
      Source:{' '}
      <a href={source} {...outside(source)}>
        {isOutside ? new URL(source).hostname : source}
      </a>
    </>
  );
}
