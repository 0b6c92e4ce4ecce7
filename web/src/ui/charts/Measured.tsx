import styles from './Measured.module.css';

/** A figure over a bar, which is as long as its part of the largest in the column. */
export const Measured = ({ of, most, text }: { of: number; most: number; text: string }) => (
  <span className={styles.measured} style={{ backgroundSize: `${most > 0 ? Math.max(0, Math.round((of / most) * 100)) : 0}% 100%` }}>
    {text}
  </span>
);
