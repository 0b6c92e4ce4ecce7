import type { ShownTweak } from '@framelift/contracts/tweaks';
import { formatDate } from '../../lib/format.ts';
import styles from './tweaks.module.css';

export function TweakFacts({ tweak, downloads }: { tweak: ShownTweak; downloads: string }) {
  return (
    <p className={styles.facts}>
      <span>Added {formatDate(`${tweak.added}T00:00`)}</span>
      <span>
        {downloads} <span className={styles.unit}>downloads</span>
      </span>
    </p>
  );
}
