import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNamed } from '../../lib/siteContent.ts';
import { Button } from '../../ui/Button.tsx';
import { useCalmMotion } from '../../ui/useCalmMotion.ts';
import { FpsBar } from '../FpsBar.tsx';
import { fpsAt, heightOf, lineAt, lowAt, SHOWN, type Side, UPDATE_MS } from '../frameTimes.ts';
import { FrameliftSwitch } from './FrameliftSwitch.tsx';
import styles from './Instrument.module.css';

/** Frames per second of a whole bar. */
const WHOLE_BAR = 180;
const LINES_MS = [12, 9, 6] as const;
const sides = { before: 'Stock Windows', after: '{name} Premium' } as const;

/** Simulated frame times. Style sheets follow the switch, so it works before scripts have loaded and while nothing moves. */
export function Instrument() {
  const calm = useCalmMotion();
  const root = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState(false);
  const [stopped, setStopped] = useState(false);
  const [update, setUpdate] = useState(0);
  const runs = seen && !calm && !stopped;

  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setSeen(Boolean(entry?.isIntersecting)));
    observer.observe(root.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setUpdate((last) => last + 1), UPDATE_MS);
    return () => clearInterval(timer);
  }, [runs]);

  return (
    <figure ref={root} className={`night ${styles.instrument}`} aria-label="Simulated frame times">
      <div className={styles.top}>
        <Readings side="before" update={update} />
        <Readings side="after" update={update} />
        <FrameliftSwitch />
      </div>
      <Graph update={update} />
      <div className={styles.bars}>
        <Bar side="before" label="Before" update={update} />
        <Bar side="after" label="After" update={update} />
      </div>
      <figcaption className={styles.foot}>
        Simulated frame rates of one scene
        {!calm && (
          <Button variant="ghost" size="small" onClick={() => setStopped(!stopped)}>
            {stopped ? <Play aria-hidden /> : <Pause aria-hidden />}
            {stopped ? 'Resume' : 'Pause'}
          </Button>
        )}
      </figcaption>
    </figure>
  );
}

interface OfSide {
  side: Side;
  update: number;
}

/** The side that the switch chose is shown. */
function Readings({ side, update }: OfSide) {
  return (
    <div className={`${styles.readings} ${styles[side]}`}>
      <p className={styles.reading}>
        FPS <b>{fpsAt(side, update)}</b>
      </p>
      <p className={styles.reading}>
        1% low <b>{lowAt(side, update)}</b>
      </p>
    </div>
  );
}

/** It slides by one update per update: the compositor moves it, and the lines are drawn again only when a number is new. */
function Graph({ update }: { update: number }) {
  return (
    <div className={styles.graph} aria-hidden="true">
      {LINES_MS.map((ms) => (
        <span key={ms} className={styles.line} style={{ top: `${heightOf(ms)}%` }}>
          {ms} ms
        </span>
      ))}
      <svg
        className={styles.lines}
        viewBox={`0 0 ${SHOWN} 100`}
        preserveAspectRatio="none"
        style={update ? { transform: `translateX(${(-update * 100) / SHOWN}%)` } : undefined}
      >
        <path className={styles.before} d={lineAt('before', update)} />
        <path className={styles.after} d={lineAt('after', update)} />
      </svg>
    </div>
  );
}

function Bar({ side, update, label }: OfSide & { label: string }) {
  const fps = fpsAt(side, update);
  return (
    <FpsBar label={label} note={useNamed(sides[side])} fps={fps} of={WHOLE_BAR} lifted={side === 'after'}>
      <span className={styles.number}>{fps}</span> FPS
    </FpsBar>
  );
}
