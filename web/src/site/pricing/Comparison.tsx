import { Check, Minus } from 'lucide-react';
import type { SiteContent } from '@framelift/contracts/site-sections';
import styles from './Comparison.module.css';

export function Comparison({ rows }: { rows: SiteContent['pages.pricing']['comparison'] }) {
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
        {rows.map(({ feature, free, premium }, i) => (
          <tr key={i}>
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

/** yes and no are marks, other texts are shown as they are. */
function Mark({ value }: { value: string }) {
  const said = value.toLowerCase();
  if (said !== 'yes' && said !== 'no') return value;
  return said === 'yes' ? (
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
