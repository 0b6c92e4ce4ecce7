import styles from './PeriodLegend.module.css';

interface Props {
  daysBefore: number | undefined;
  /** Whose days they are. */
  partial: string;
}

/** What is now and what was before (nothing where nothing is compared), and whose days they are. */
export function PeriodLegend({ daysBefore, partial }: Props) {
  return (
    <div className={styles.legend}>
      {daysBefore && (
        <ul>
          <li>
            <span className={styles.now} aria-hidden />
            This period
          </li>
          <li>
            <span className={styles.before} aria-hidden />
            The {daysBefore} days before
          </li>
        </ul>
      )}
      <p>{partial}</p>
    </div>
  );
}
