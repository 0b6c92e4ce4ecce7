import type { ReadModelRunView } from '@framelift/contracts';
import { formatCount, formatMoment } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Progress } from '../../ui/Progress.tsx';
import styles from '../admin.module.css';

const works = { verify: 'Verification', replay: 'Replay' };
const states: Record<ReadModelRunView['state'], [string, 'green' | 'yellow' | 'red' | 'grey' | 'accent']> = {
  running: ['Running', 'accent'],
  fine: ['Fine', 'green'],
  differs: ['Differs', 'red'],
  failed: ['Failed', 'red'],
  interrupted: ['Interrupted', 'yellow'],
};

/** What admins started, the newest first; how far the one is that runs. */
export function Runs({ runs }: { runs: readonly ReadModelRunView[] }) {
  if (!runs.length) return null;
  return (
    <Card as="section" className={styles.block}>
      <h2 className={styles.heading}>Verifications and replays</h2>
      <ul className={styles.log}>
        {runs.map((run) => (
          <li key={run.startedAt} className={styles.logEntry}>
            <div className={styles.logText}>
              <p className={styles.strong}>
                {works[run.work]} of {run.readModels.join(', ')}
              </p>
              {run.state === 'running' && <Running run={run} />}
              {run.result && <p className={styles.soft}>{run.result}</p>}
              <p className={styles.faint}>
                by {run.startedBy} · {formatMoment(run.startedAt)}
              </p>
            </div>
            <Badge tone={states[run.state][1]}>{states[run.state][0]}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Running({ run: { work, done, total } }: { run: ReadModelRunView }) {
  return (
    <div className={styles.running}>
      <Progress label={`Progress of the ${works[work].toLowerCase()}`} value={total ? (done / total) * 100 : 0} />
      <span className={styles.soft}>{total ? `${formatCount(done)} of ${formatCount(total)} events` : 'Starting...'}</span>
    </div>
  );
}
