import styles from './PreviewGraph.module.css';

const WIDTH = 640;
const line = (base: number, swing: number, spikes: number) =>
  Array.from({ length: 65 }, (_, i) => {
    const noise = Math.sin(i * 1.7) * 0.5 + Math.sin(i * 4.3) * 0.35 + Math.sin(i * 9.1) * 0.15;
    const spike = i % 11 === 7 ? spikes : 0;
    return `${i ? 'L' : 'M'}${(i * WIDTH) / 64} ${(base + noise * swing - spike).toFixed(1)}`;
  }).join('');
const before = line(92, 16, 44);
const after = line(136, 5, 6);

/** Frame times before and after a tuning pass. */
export function PreviewGraph() {
  return (
    <>
      <span className={styles.legend}>
        <span>Frame times</span>
        <span>
          <i /> Before <i /> After
        </span>
      </span>
      <svg className={styles.chart} viewBox={`0 0 ${WIDTH} 170`} preserveAspectRatio="none">
        <path d="M0 42H640M0 85H640M0 128H640" />
        <path d={`${after}L${WIDTH} 170L0 170Z`} />
        <path d={before} />
        <path d={after} />
      </svg>
    </>
  );
}
