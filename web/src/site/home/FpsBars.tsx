import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { simulation } from './content.ts';
import { useCalmMotion } from '../../ui/useCalmMotion.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import styles from './FpsBars.module.css';

/** How often the simulated numbers change (docs/product.md#home). */
const UPDATE_MS = 150;
const { before, after } = simulation;

const between = (from: number, to: number) => from + Math.floor(Math.random() * (to - from + 1));

/** Simulated frame rates. Only scale and digits of a fixed width change, so nothing around them moves. */
export function FpsBars() {
  const calm = useCalmMotion();
  const root = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  const [stopped, setStopped] = useState(false);
  const [fps, setFps] = useState<{ before: number; after: number }>({ before: before.first, after: after.first });
  const runs = seen && !calm && !stopped;

  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setSeen(Boolean(entry?.isIntersecting)));
    observer.observe(root.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setFps({ before: between(before.from, before.to), after: between(after.from, after.to) }), UPDATE_MS);
    return () => clearInterval(timer);
  }, [runs]);

  return (
    <Card>
      <div ref={root} className={styles.bars}>
        <Bar {...before} fps={fps.before} />
        <Bar {...after} fps={fps.after} lifted />
      </div>
      <div className={styles.foot}>
        <p>Simulated frame rates</p>
        {!calm && (
          <Button variant="ghost" size="small" onClick={() => setStopped(!stopped)}>
            {stopped ? <Play aria-hidden /> : <Pause aria-hidden />}
            {stopped ? 'Resume' : 'Pause'}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** The bar starts at 100 frames, so that a difference can be seen. */
function Bar({ label, note, fps, lifted }: { label: string; note: string; fps: number; lifted?: boolean }) {
  return (
    <div className={lifted ? styles.lifted : undefined}>
      <div className={styles.head}>
        <div>
          <p className={styles.label}>{label}</p>
          <p className={styles.note}>{note}</p>
        </div>
        <p className={styles.fps}>
          <span className={styles.number}>{fps}</span> FPS
        </p>
      </div>
      <div className={styles.rail} aria-hidden="true">
        <span className={styles.bar} style={{ transform: `scaleX(${(fps - 100) / 75})` }} />
      </div>
    </div>
  );
}
