import { lineAt, SHOWN } from './frameTimes.ts';
import styles from './PreviewGraph.module.css';

const before = lineAt('before', 0);
const after = lineAt('after', 0);

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
      <svg className={styles.chart} viewBox={`0 0 ${SHOWN} 100`} preserveAspectRatio="none">
        <path d={`M0 25H${SHOWN}M0 50H${SHOWN}M0 75H${SHOWN}`} />
        <path d={`${after}V100H0Z`} />
        <path d={before} />
        <path d={after} />
      </svg>
    </>
  );
}
