import { Check, Minus } from 'lucide-react';
import styles from './Comparison.module.css';

interface Props {
  caption: string;
  /** What is in the last column is the seller's. */
  columns: readonly [string, string];
  rows: readonly { feature: string; first: string; second: string }[];
}

/** What two offers have, row by row. */
export function Comparison({ caption, columns: [first, second], rows }: Props) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Feature</th>
          <th scope="col">{first}</th>
          <th scope="col" className={styles.own}>
            {second}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            <th scope="row">{row.feature}</th>
            <td>
              <Mark value={row.first} />
            </td>
            <td className={styles.own}>
              <Mark value={row.second} />
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
