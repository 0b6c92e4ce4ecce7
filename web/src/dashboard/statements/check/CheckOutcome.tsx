import { formatPercent } from '../../../lib/format.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { Soft } from '../../../ui/layout/Text.tsx';
import { CheckResult } from './CheckResult.tsx';
import type { CheckProgress } from './checkMessages.ts';
import styles from './check.module.css';
import type { useCheck } from './useCheck.ts';

/** How far a check is; otherwise why it failed, and what the last one found. */
export function CheckOutcome({ last, progress, failure, forget }: Omit<ReturnType<typeof useCheck>, 'check'>) {
  return (
    <div aria-live="polite" className={styles.outcome}>
      {progress && <Running progress={progress} />}
      {failure && <Banner tone="error" text={failure} />}
      {!progress && last && <CheckResult checked={last} onForget={forget} />}
    </div>
  );
}

/** The percentage is the bar’s: a screen reader would otherwise read each step. */
function Running({ progress }: { progress: CheckProgress }) {
  const percent = progress.reading === 'log' ? Math.floor((progress.done / progress.total) * 100) : 0;
  return (
    <div className={styles.running}>
      <Progress label="Progress of the check" value={percent} />
      <Soft>
        {progress.reading === 'account' ? 'Reading your records…' : 'Reading the log…'}
        {progress.reading === 'log' && <span aria-hidden> {formatPercent(percent)}</span>}
      </Soft>
    </div>
  );
}
