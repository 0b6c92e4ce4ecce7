import { DAY_MS } from '@framelift/contracts';
import { useId, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import styles from './WhyPanel.module.css';

interface Props {
  /** The first moment (ISO 8601 UTC). */
  since: string;
  /** Empty: now. */
  at: string;
  onDrag: (at: string) => void;
  onRest: (at: string) => void;
}

const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** A slider through the days since the beginning: the number and its events are those at the end of that day (UTC). */
export function WhyTime({ since, at, onDrag, onRest }: Props) {
  const id = useId();
  const [today] = useState(() => dayOf(Date.now()));
  const first = dayOf(Date.parse(since));
  const isPosition = /^\d+$/.test(at);
  const day = at && !isPosition ? Math.min(today, Math.max(first, dayOf(Date.parse(at)))) : today;
  const momentOf = (chosen: number) => (chosen >= today ? '' : new Date((chosen + 1) * DAY_MS - 1).toISOString());
  const text = isPosition ? `Event ${at}` : day >= today ? 'Now' : formatDate(momentOf(day));
  if (first >= today) return null;
  const rest = () => onRest(momentOf(day));
  return (
    <div className={styles.time}>
      <label htmlFor={id}>
        As of <output htmlFor={id}>{text}</output>
      </label>
      <input
        id={id}
        type="range"
        min={first}
        max={today}
        value={day}
        aria-valuetext={text}
        onChange={(event) => onDrag(momentOf(Number(event.target.value)))}
        onPointerUp={rest}
        onKeyUp={rest}
        onBlur={rest}
      />
    </div>
  );
}
