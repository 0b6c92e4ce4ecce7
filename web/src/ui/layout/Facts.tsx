import type { ReactNode } from 'react';
import styles from './Facts.module.css';

interface Props {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** `rows`: a line each; `columns`: beside each other; `pairs`: names and values in two columns. */
  as: 'rows' | 'columns' | 'pairs';
  className?: string;
}

/** Names and what they are. */
export function Facts({ facts, as, className }: Props) {
  return (
    <dl className={[styles[as], className].filter(Boolean).join(' ')}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
