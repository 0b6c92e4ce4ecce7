import { useState } from 'react';
import { useBrand } from '../../lib/siteContent.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { FpsBar } from '../FpsBar.tsx';
import { type Measured, measurements } from './measurements.ts';
import styles from './Estimate.module.css';

const { pcs, example } = measurements;
const distinct = (names: string[]) => [...new Set(names)];
const choices = {
  gpu: { label: 'Graphics card', names: distinct(pcs.map(({ gpu }) => gpu)) },
  cpu: { label: 'Processor', names: distinct(pcs.map(({ cpu }) => cpu)) },
  game: { label: 'Game', names: distinct(pcs.flatMap(({ games }) => Object.keys(games))) },
};
type Choice = keyof typeof choices;

const common = { gpu: 'GeForce RTX 3060', cpu: 'Ryzen 5 5600', game: 'Fortnite' };
/** Where a bar ends, next to the higher of the two. */
const ROOM = 1.08;

/** What Framelift did on a PC like the visitor's. */
export function Estimate() {
  const [chosen, setChosen] = useState<Record<Choice, string>>(common);
  const pc = pcs.find(({ gpu, cpu }) => gpu === chosen.gpu && cpu === chosen.cpu);
  const measured = pc?.games[chosen.game];
  return (
    <Card className={styles.estimate}>
      <div className={styles.choices}>
        {(Object.keys(choices) as Choice[]).map((name) => (
          <SelectField
            key={name}
            label={choices[name].label}
            value={chosen[name]}
            onChange={({ target }) => setChosen({ ...chosen, [name]: target.value })}
          >
            {choices[name].names.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </SelectField>
        ))}
      </div>
      <output className={styles.result}>{measured ? <Result measured={measured} /> : 'This combination has not been measured yet.'}</output>
      {example && (
        <p className={styles.example}>
          <Badge tone="yellow">Example data</Badge> These numbers show how it works and are not measurements.
        </p>
      )}
    </Card>
  );
}

function Result({ measured: [before, lowBefore, after, lowAfter] }: { measured: Measured }) {
  const whole = Math.max(before, after) * ROOM;
  return (
    <>
      <p className={styles.gain}>
        <strong>{signed(after - before)} FPS</strong> on average, <strong>{signed(lowAfter - lowBefore)}</strong> in the worst 1%
      </p>
      <FpsBar label="Before" note="Stock Windows" fps={before} of={whole}>
        <b>{before}</b> FPS, 1% low {lowBefore}
      </FpsBar>
      <FpsBar label="After" note={`${useBrand().name} Premium`} fps={after} of={whole} lifted>
        <b>{after}</b> FPS, 1% low {lowAfter}
      </FpsBar>
    </>
  );
}

const signed = (difference: number) => `${difference < 0 ? '−' : '+'}${Math.abs(difference)}`;
