import { Check, Minus } from 'lucide-react';
import { comparison } from './content.ts';
import styles from './Comparison.module.css';

export function Comparison() {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Features of Free and Premium</caption>
      <thead>
        <tr>
          <th scope="col">Feature</th>
          <th scope="col">Free</th>
          <th scope="col" className={styles.premium}>
            Premium
          </th>
        </tr>
      </thead>
      <tbody>
        {comparison.map(({ feature, free, premium }) => (
          <tr key={feature}>
            <th scope="row">{feature}</th>
            <td>
              <Mark value={free} />
            </td>
            <td className={styles.premium}>
              <Mark value={premium} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Mark({ value }: { value: boolean | string }) {
  if (typeof value === 'string') return value;
  return value ? (
    <>
      <Check className={styles.yes} aria-hidden />
      <span className="visually-hidden">Included</span>
    </>
  ) : (
    <>
      <Minus className={styles.no} aria-hidden />
      <span className="visually-hidden">Not included</span>
    </>
  );
}
