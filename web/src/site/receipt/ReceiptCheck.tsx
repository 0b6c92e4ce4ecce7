import type { ReceiptView } from '@framelift/contracts';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import type { Found, Outcome } from './checkReceipt.ts';
import styles from './receipt.module.css';

const counted = (count: number): string => `${formatCount(count)} ${count === 1 ? 'event' : 'events'}`;

/** 'All 12 events that it adds up are …' */
const eventsWords = ({ events, checked }: Found): string => {
  if (checked < events) return `The newest ${formatCount(checked)} of the ${counted(events)} that it adds up are`;
  return events === 1 ? 'The event behind it is' : `All ${counted(events)} that it adds up are`;
};

/** What the visitor's browser found by itself. The code for it loads on this page alone. */
export function ReceiptCheck({ receipt }: { receipt: ReceiptView }) {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    const worker = new Worker(new URL('./receipt.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Outcome>) => setOutcome(data));
    worker.addEventListener('error', () => setOutcome({ failure: 'The check did not finish. Reload the page to check again.' }));
    worker.postMessage(receipt, []);
    return () => worker.terminate();
  }, [receipt]);
  return (
    <div className={styles.check} aria-live="polite">
      <Checked outcome={outcome} />
    </div>
  );
}

function Checked({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome)
    return (
      <Result tone="waits" icon={<LoaderCircle size={20} aria-hidden />} title="Your browser is checking this number…">
        <p>It reads the published log and compares.</p>
      </Result>
    );
  if ('failure' in outcome)
    return (
      <Result tone="wrong" icon={<CircleAlert size={20} aria-hidden />} title="Not checked">
        <p>{outcome.failure}</p>
      </Result>
    );
  const { found } = outcome;
  if (found.problems.length)
    return (
      <Result tone="wrong" icon={<CircleAlert size={20} aria-hidden />} title="The check failed">
        <ul>
          {found.problems.map((problem) => (
            <li key={problem}>{problem}.</li>
          ))}
        </ul>
      </Result>
    );
  return (
    <Result tone="fine" icon={<CircleCheck size={20} aria-hidden />} title="Checked in your browser">
      <ul>
        <li>
          The key of the log <code>{found.origin}</code> signed this number.
        </li>
        <li>
          {eventsWords(found)} in the published log, checkpoint {formatCount(found.size)}.
        </li>
      </ul>
      <p>What the events say is private, so your browser does not add them up. The affiliate can, with their own proof.</p>
    </Result>
  );
}

interface ResultProps {
  tone: 'fine' | 'wrong' | 'waits';
  icon: ReactNode;
  title: string;
  children: ReactNode;
}
const Result = ({ tone, icon, title, children }: ResultProps) => (
  <div className={`${styles.result} ${styles[tone]}`}>
    <span className={styles.icon}>{icon}</span>
    <div className={styles.said}>
      <h2>{title}</h2>
      {children}
    </div>
  </div>
);
