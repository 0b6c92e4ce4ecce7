import { Check } from 'lucide-react';
import styles from './CheckList.module.css';

/** Things that are included. */
export function CheckList({ items }: { items: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item}>
          <Check aria-hidden />
          {item}
        </li>
      ))}
    </ul>
  );
}
