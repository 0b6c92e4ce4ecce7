import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import styles from './Table.module.css';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  numeric?: boolean;
  /** May be long: cut with an ellipsis where there is no room; a text shows whole when somebody points at it. */
  long?: boolean;
  /** Where it is in the two lines that a row has on a phone. Without any of these a row is a card there, one line for each column. */
  phone?: 'start' | 'end' | 'below' | 'belowEnd' | 'menu';
}

interface Props<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The page of a row: a click on the row opens it, and the text of the `start` column is a link to it. */
  linkOf?: (row: Row) => string;
}

/** What inside a row acts by itself. */
const ACTS = 'a, button, input, select, label, [role=menuitem]';

/** A table whose rows are one line each where a column may be long; on a phone two lines or, without places for them, cards. */
export function Table<Row>({ caption, columns, rows, keyOf, linkOf }: Props<Row>) {
  const navigate = useNavigate();
  const isTwo = columns.some(({ phone }) => phone);
  const isLines = isTwo || columns.some(({ long }) => long);
  const open = (row: Row) => (event: MouseEvent<HTMLElement>) => {
    if (!linkOf || (event.target as Element).closest(ACTS) || window.getSelection()?.toString()) return;
    if (event.ctrlKey || event.metaKey) window.open(linkOf(row));
    else void navigate(linkOf(row), { preventScrollReset: true });
  };
  return (
    <div className={styles.frame}>
      <table className={styles.table} data-lines={isLines || undefined} data-two={isTwo || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, numeric, phone }) => (
              <th key={header} scope="col" className={numeric ? styles.numeric : undefined}>
                {phone === 'menu' ? <span className="visually-hidden">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-opens={linkOf ? true : undefined} onClick={linkOf && open(row)}>
              {columns.map((column) => (
                <Cell key={column.header} column={column} row={row} to={column.phone === 'start' ? linkOf?.(row) : undefined} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column: { header, cell, numeric, long, phone }, row, to }: { column: Column<Row>; row: Row; to: string | undefined }) {
  const shown = cell(row);
  const title = long && typeof shown === 'string' ? shown : undefined;
  const inside = to ? (
    <Link to={to} className={styles.name} preventScrollReset>
      {shown}
    </Link>
  ) : (
    shown
  );
  return (
    <td data-label={header} data-phone={phone} className={numeric ? styles.numeric : undefined}>
      {long ? (
        <span className={styles.long} title={title}>
          <span>{inside}</span>
        </span>
      ) : (
        inside
      )}
    </td>
  );
}
