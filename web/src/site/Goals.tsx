import { homePage } from '@framelift/contracts/content/page-home';
import { formatCount, parseCount } from '../lib/format.ts';
import { useSection } from '../lib/siteContent.ts';
import { useStatistics } from './feeds.ts';
import styles from './Goals.module.css';
import { Progress } from '../ui/Progress.tsx';

/** What the chat counts when it does not answer (docs/product.md#fallbacks). */
const MEMBERS_FALLBACK = '10,000+';

/** Percent each bar is capped at; downloads count from version 2.0 on (docs/product.md#home). */
const bars = { downloads: { cap: 80 }, members: { cap: 60 }, customers: { cap: 40 } } as const;
/** 100K. */
const short = new Intl.NumberFormat('en', { notation: 'compact' });

/** How far downloads, chat and customers have come; a number that is not known counts zero (docs/product.md#fallbacks). */
export function Goals() {
  const { data, isLoading } = useStatistics();
  const { downloadsGoal, membersGoal, customersGoal, ...texts } = useSection('pages.home', homePage);
  const downloads = data?.recentDownloads ?? 0;
  const members = data?.discordMembers;
  const customers = parseCount(data?.customersTotalRaw) ?? 0;
  const text = (value: string) => (isLoading ? '…' : value);
  return (
    <div className={styles.goals}>
      <Goal {...bars.downloads} label={texts.downloadsLabel} goal={downloadsGoal} value={downloads} text={text(formatCount(downloads))} />
      <Goal
        {...bars.members}
        label={texts.membersLabel}
        goal={membersGoal}
        value={members ?? parseCount(MEMBERS_FALLBACK)!}
        text={text(typeof members === 'number' ? formatCount(members) : MEMBERS_FALLBACK)}
      />
      <Goal {...bars.customers} label={texts.customersLabel} goal={customersGoal} value={customers} text={text(formatCount(customers))} />
    </div>
  );
}

interface GoalProps {
  label: string;
  goal: number;
  /** Percent the bar never runs past: there is always something left to reach (docs/product.md#home). */
  cap: number;
  value: number;
  text: string;
}

function Goal({ label, goal, cap, value, text }: GoalProps) {
  const shown = short.format(goal);
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
