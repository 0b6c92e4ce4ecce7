import { Cpu, Gamepad2, type LucideIcon, Monitor, Sparkles, Zap } from 'lucide-react';
import type { Tweak, TweakTag } from '@framelift/contracts/content/tweaks';
import styles from './tweaks.module.css';

const icons: Record<TweakTag, LucideIcon> = {
  'Nvidia Guide': Zap,
  'AMD Guide': Cpu,
  'Windows Guide': Monitor,
  'Fortnite Guide': Gamepad2,
  Additional: Sparkles,
};
const hues: Record<TweakTag, string> = {
  'Nvidia Guide': '#2c4a0c',
  'AMD Guide': '#4d1c12',
  'Windows Guide': '#12324d',
  'Fortnite Guide': '#33246b',
  Additional: '#3f3510',
};

/** The picture of a guide, drawn: it shows where the video service has no thumbnail. */
export function TweakPoster({ tweak: { tags } }: { tweak: Tweak }) {
  const tag = tags[0]!;
  const Icon = icons[tag];
  return (
    <span
      className={styles.poster}
      style={{ backgroundImage: `radial-gradient(110% 130% at 100% 0%, ${hues[tag]}, transparent 70%)` }}
      aria-hidden="true"
    >
      <span className={styles.posterTag}>
        <Icon />
        {tag}
      </span>
      <Icon className={styles.mark} />
    </span>
  );
}
