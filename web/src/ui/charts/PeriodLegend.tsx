import styles from './PeriodLegend.module.css';

interface Props {
  shape: 'bars' | 'steps';
  /** None where nothing is compared. */
  daysBefore: number | undefined;
}

/** Which bar is which, and whose days they are. */
export function PeriodLegend({ shape, daysBefore }: Props) {
  return (
    <div className={styles.legend}>
      {daysBefore && (
        <ul>
          <li>
            <span className={styles.now} aria-hidden />
            This period
          </li>
          <li>
            <span className={shape === 'bars' ? styles.before : styles.stepsBefore} aria-hidden />
            The {daysBefore} days before
          </li>
        </ul>
      )}
      <p>Days in UTC, today is partial</p>
    </div>
  );
}
