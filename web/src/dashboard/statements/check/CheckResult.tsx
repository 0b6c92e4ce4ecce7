import { CircleAlert, CircleCheck } from 'lucide-react';
import { formatCount, formatMoment, formatMoney } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Soft } from '../../../ui/layout/Text.tsx';
import { Actions } from '../../../ui/layout/Toolbar.tsx';
import styles from './check.module.css';
import type { Checked } from './keptChecks.ts';

/** What the verifier says to people who run it themselves, in the words of this screen. */
const here = {
  'the key.': 'The key of the log. This browser saw it for the first time and compares it from now on.',
  'witnesses, none named': 'Signatures of witnesses. The program checks those whose keys you give it.',
};
const named = (what: string): string =>
  Object.entries(here).find(([begins]) => what.startsWith(begins))?.[1] ?? `${what.charAt(0).toUpperCase()}${what.slice(1)}`;

const counted = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

function headlineOf({ problems, unchecked, verdict }: Checked): string {
  if (problems.length) return verdict ?? `${counted(problems.length, 'problem')} found`;
  return unchecked.length ? 'No problem found in what was checked' : 'Nothing is wrong';
}

/** What a check found, when it was made, and what it was compared with. */
export function CheckResult({ checked, onForget }: { checked: Checked; onForget: () => void }) {
  const { problems, unchecked, count, cents, size, at, comparedWith } = checked;
  const isFine = !problems.length;
  const Icon = isFine ? CircleCheck : CircleAlert;
  return (
    <div className={`${styles.result} ${isFine ? styles.fine : styles.wrong}`}>
      <Icon className={styles.icon} size={20} aria-hidden />
      <div className={styles.said}>
        <h3 className={styles.headline}>{headlineOf(checked)}</h3>
        {!isFine && <List items={problems} className={styles.problems} />}
        <Soft>
          Checked {counted(count, 'event')} on {formatMoment(at)}, against checkpoint {formatCount(size)}. They add up to{' '}
          {formatMoney(cents / 100)}.{comparedWith && ` Compared with your check of ${formatMoment(comparedWith)}.`}
        </Soft>
        {unchecked.length > 0 && (
          <>
            <h4 className={styles.unchecked}>Not checked</h4>
            <List items={unchecked.map(named)} />
          </>
        )}
        {!isFine && (
          <>
            <Soft>Download the proof now and keep it as evidence.</Soft>
            {comparedWith && (
              <Actions>
                <Button size="small" onClick={onForget}>
                  Forget earlier checks
                </Button>
              </Actions>
            )}
          </>
        )}
      </div>
    </div>
  );
}

const List = ({ items, className }: { items: readonly string[]; className?: string }) => (
  <ul className={[styles.list, className].filter(Boolean).join(' ')}>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);
