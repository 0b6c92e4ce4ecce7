import type { ShownTweak, TweakChange } from '@framelift/contracts/tweaks';
import { Cpu, Gamepad2, type LucideIcon, Monitor, Sparkles, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useExampleData } from '../exampleData.ts';
import styles from './tweaks.module.css';

/** Of the first tags; others have the last one. */
const icons: Record<string, LucideIcon> = { 'Nvidia Guide': Zap, 'AMD Guide': Cpu, 'Windows Guide': Monitor, 'Fortnite Guide': Gamepad2 };

/** What some tweaks do, as a picture of 320 by 180; the others show what they set. */
const drawings: Record<string, ReactNode> = {
  // Of the frames that wait between CPU and GPU one is left.
  'nvidia-low-latency': (
    <>
      <text x="88" y="102">
        CPU
      </text>
      <rect className={styles.full} x="128" y="78" width="26" height="40" rx="4" />
      {[164, 200, 236].map((x) => (
        <rect key={x} x={x} y="78" width="26" height="40" rx="4" strokeDasharray="4 4" />
      ))}
      <text x="274" y="102">
        GPU
      </text>
      <text x="128" y="142">
        1 frame in the queue
      </text>
    </>
  ),
  // A ping with spikes, then without.
  'network-latency-pack': (
    <>
      <polyline points="88,92 100,88 108,52 116,96 128,84 138,44 146,94 158,86 166,60 174,92 184,88" />
      <polyline className={styles.lit} points="192,96 208,95 224,97 240,95 256,96 272,95 288,97 304,96" strokeWidth="2.5" />
      <text x="88" y="142">
        Ping before
      </text>
      <text x="192" y="142">
        and after
      </text>
    </>
  ),
  // Ticks of 15.6 ms, then of 0.5 ms.
  'timer-resolution-service': (
    <>
      <path d="M88 72v24M160 72v24M232 72v24M304 72v24" />
      <text x="88" y="62">
        15.6 ms
      </text>
      <path className={styles.lit} d={Array.from({ length: 37 }, (_, i) => `M${88 + i * 6} 124v24`).join('')} />
      <text x="88" y="116">
        0.5 ms while you play
      </text>
    </>
  ),
  // Four to three, drawn as wide as the screen.
  'fortnite-stretched-resolution': (
    <>
      <rect x="96" y="48" width="200" height="112" rx="6" />
      <rect x="122" y="56" width="148" height="96" rx="4" strokeDasharray="4 4" />
      <path className={styles.lit} d="M140 104h-34m8 -8l-8 8l8 8M252 104h34m-8 -8l8 8l-8 8" strokeWidth="2.5" />
      <text x="166" y="108">
        1440 × 1080
      </text>
    </>
  ),
};

function Settings({ changes }: { changes: readonly TweakChange[] }) {
  return changes.slice(0, 3).map(({ setting, to }, i) => (
    <g key={i}>
      <path d={`M88 ${82 + i * 32}H304`} />
      <text x="88" y={72 + i * 32}>
        {setting}
      </text>
      <text className={styles.new} x="304" y={72 + i * 32}>
        {to}
      </text>
    </g>
  ));
}

/** The picture of a guide: the seller's, else drawn: then it shows where the video service has no thumbnail, and over one that is only an example. */
export function TweakPoster({ tweak: { slug, tags, changes, poster } }: { tweak: ShownTweak }) {
  const [tag] = tags;
  const Icon = (tag && icons[tag]) || Sparkles;
  const example = useExampleData();
  if (poster) return <img className={styles.picture} src={poster} alt="" loading="lazy" />;
  return (
    <span className={example ? `${styles.poster} ${styles.above}` : styles.poster} aria-hidden="true" data-drawing>
      {tag && (
        <span className={styles.posterTag}>
          <Icon />
          {tag}
        </span>
      )}
      <svg className={styles.drawing} viewBox="0 0 320 180">
        {drawings[slug] ?? <Settings changes={changes} />}
      </svg>
    </span>
  );
}
