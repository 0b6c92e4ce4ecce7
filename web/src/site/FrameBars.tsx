import styles from './FrameBars.module.css';

const BARS = 72;

/** Heights like frame times: busy at first, then settled. Fixed, so that the server’s and live pages are equal. */
const height = (i: number): number => {
  const calm = i / BARS;
  const noise = Math.abs(Math.sin(i * 12.9898) * 43758.5453) % 1;
  return Math.round(18 + 62 * calm + (1 - calm * 0.75) * 44 * (noise - 0.35));
};
const path = Array.from({ length: BARS }, (_, i) => `M${i * 10 + 1} 100v-${height(i)}h5v${height(i)}z`).join('');

/** The motif behind headings: bars that rise and settle. */
export function FrameBars() {
  return (
    <svg className={styles.bars} viewBox={`0 0 ${BARS * 10} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
