import { goals } from './home/content.ts';
import { formatCount, parseCount } from '../lib/format.ts';
import { useStatistics } from './feeds.ts';
import styles from './Goals.module.css';
import { Progress } from '../ui/Progress.tsx';

/** What the chat counts when it does not answer (docs/product.md#fallbacks). */
const MEMBERS_FALLBACK = '10,000+';

/** How far downloads, chat and customers have come; a number that is not known counts zero (docs/product.md#fallbacks). */
export function Goals() {
  const { data, isLoading } = useStatistics();
  const downloads = data?.recentDownloads ?? 0;
  const members = data?.discordMembers;
  const customers = parseCount(data?.customersTotalRaw) ?? 0;
  const text = (value: string) => (isLoading ? '…' : value);
  return (
    <div className={styles.goals}>
      <Goal {...goals.downloads} value={downloads} text={text(formatCount(downloads))} />
      <Goal
        {...goals.members}
        value={members ?? parseCount(MEMBERS_FALLBACK)!}
        text={text(typeof members === 'number' ? formatCount(members) : MEMBERS_FALLBACK)}
      />
      <Goal {...goals.customers} value={customers} text={text(formatCount(customers))} />
    </div>
  );
}

interface GoalProps {
  label: string;
  goal: number;
  /** The goal as it is written. */
  shown: string;
  /** Percent the bar never runs past: there is always something left to reach (docs/product.md#home). */
  cap: number;
  value: number;
  text: string;
}

function Goal({ label, goal, shown, cap, value, text }: GoalProps) {
  return (
    <div>
      <p className={styles.label}>
        <span>{label}</span>
        <span>
          <strong>{text}</strong> of {shown}
        </span>
      </p>
      <Progress label={`${label}: progress to ${shown}`} value={Math.min(cap, (value / goal) * 100)} />
    </div>
  );
}
