import type { Tweak } from '@framelift/contracts/content/tweaks';
import { formatDate } from '../../lib/format.ts';
import { timeOf } from './tweakList.ts';
import styles from './tweaks.module.css';

export function TweakFacts({ tweak, downloads }: { tweak: Tweak; downloads: string }) {
  return (
    <p className={styles.facts}>
      <span>Added {formatDate(timeOf(tweak.dateAdded))}</span>
      <span>
        {downloads} <span className={styles.unit}>downloads</span>
      </span>
    </p>
  );
}
