import type { DashboardView } from '@framelift/contracts';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Soft } from '../ui/layout/Text.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import styles from './FirstSteps.module.css';
import { affiliateLink } from './sharing/affiliateLink.ts';

/** Nothing has happened on the account yet. */
export const isFresh = ({ affiliate, stats, recentSales, recentCashouts }: DashboardView): boolean =>
  !stats.totalClicks && !stats.totalSales && !affiliate.totalEarned && !recentSales.length && !recentCashouts.length;

/** What a new affiliate does first, in place of figures that are all zero. */
export function FirstSteps({ view, onAddMethod }: { view: DashboardView; onAddMethod: () => void }) {
  const hasMethod = view.paymentMethods.length > 0;
  return (
    <TitledCard title="Get Started">
      <ol className={styles.steps}>
        <Step title="Copy your link" text="Put it where your audience is: a video description, a bio, a chat.">
          <CopyButton size="small" value={affiliateLink(view.affiliate.username)} label="Copy link" copied="Copied!" />
        </Step>
        <Step title="Add a payout method" text="PayPal or Solana, wherever you want to be paid." isDone={hasMethod}>
          {!hasMethod && (
            <Button size="small" onClick={onAddMethod}>
              Add method
            </Button>
          )}
        </Step>
        <Step title="Get your first click" text="It shows up here within a second." />
      </ol>
    </TitledCard>
  );
}

interface StepProps {
  title: string;
  text: string;
  isDone?: boolean;
  children?: ReactNode;
}

function Step({ title, text, isDone, children }: StepProps) {
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      {isDone ? <CircleCheck aria-label="Done" /> : <CircleDashed aria-hidden />}
      <div className={styles.what}>
        <p className={styles.title}>{title}</p>
        <Soft>{text}</Soft>
      </div>
      {children}
    </li>
  );
}
