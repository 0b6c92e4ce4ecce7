import type { ReactNode } from 'react';
import styles from './RowSteps.module.css';

/** Columns of a row with their values. */
export function RowValues({ values }: { values: readonly (readonly [column: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.values}>
      {values.map(([column, value]) => (
        <div key={column}>
          <dt>{column}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
