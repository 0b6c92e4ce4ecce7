import { capitalised } from '../lib/format.ts';
import styles from './Badge.module.css';

type Tone = 'green' | 'yellow' | 'red' | 'grey' | 'accent';

/** Completed and active green, pending and suspended yellow, rejected and banned red, other grey (docs/product.md#forms). */
const toneOf: Record<string, Tone> = {
  completed: 'green',
  active: 'green',
  pending: 'yellow',
  suspended: 'yellow',
  'under review': 'yellow',
  'outcome unknown': 'yellow',
  rejected: 'red',
  returned: 'red',
  banned: 'red',
};

export function Badge({ tone = 'grey', children }: { tone?: Tone; children: string }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}

export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={toneOf[status]}>{capitalised(status)}</Badge>;
}
