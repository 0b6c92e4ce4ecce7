import type { ReadModelRunView } from '@framelift/contracts';
import { formatCount, formatMoment } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { Entries, Entry } from '../../ui/layout/Entries.tsx';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import styles from './Runs.module.css';

const tasks = { verify: 'Verification', replay: 'Replay' };
const states: Record<ReadModelRunView['state'], [string, 'green' | 'yellow' | 'red' | 'grey' | 'accent']> = {
  running: ['Running', 'accent'],
  fine: ['Fine', 'green'],
  differs: ['Differs', 'red'],
  failed: ['Failed', 'red'],
  interrupted: ['Interrupted', 'yellow'],
};

/** What admins started, the newest first; how far the one is that runs. */
export function Runs({ title, runs }: { title: string; runs: readonly ReadModelRunView[] }) {
  if (!runs.length) return null;
  return (
    <TitledCard title={title}>
      <Entries>
        {runs.map((run) => (
          <Entry
            key={run.startedAt}
            title={
              <>
                {tasks[run.task]} of {run.readModels.join(', ')}
              </>
            }
            aside={<Badge tone={states[run.state][1]}>{states[run.state][0]}</Badge>}
          >
            {run.state === 'running' && <Running run={run} />}
            {run.result && <Soft>{run.result}</Soft>}
            <Faint>
              by {run.startedBy} · {formatMoment(run.startedAt)}
            </Faint>
          </Entry>
        ))}
      </Entries>
    </TitledCard>
  );
}

function Running({ run: { task, done, total } }: { run: ReadModelRunView }) {
  return (
    <div className={styles.running}>
      <Progress label={`Progress of the ${tasks[task].toLowerCase()}`} value={total ? (done / total) * 100 : 0} />
      <Soft as="span">{total ? `${formatCount(done)} of ${formatCount(total)} events` : 'Starting...'}</Soft>
    </div>
  );
}
