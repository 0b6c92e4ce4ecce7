import { Badge } from '../../ui/Badge.tsx';
import styles from './LiveMark.module.css';

/** Says whether a screen hears of new facts by itself; a lost connection is said aloud and taken up again. */
export function LiveMark({ connected }: { connected: boolean }) {
  const text = connected ? 'Live' : 'Reconnecting…';
  return (
    <output className={`${styles.mark} ${connected ? '' : styles.lost}`} title={text}>
      <Badge tone={connected ? 'green' : 'yellow'}>{text}</Badge>
    </output>
  );
}
