import { type CSSProperties, type PointerEvent, useState } from 'react';
import { plotInset } from './plot.ts';
import styles from './PointReader.module.css';

/** What is said about one point: a figure per row, of this period and of the one before. */
export interface Reading {
  name: string;
  nameBefore: string | null;
  /** When it begins and ends where the reader is. */
  ownTime: string | null;
  figures: { label: string; value: string; before: string | null; chosen: boolean }[];
}

interface Props {
  /** What the chart shows. */
  label: string;
  count: number;
  read: (index: number) => Reading;
}

/** Lies over the bars and tells one point's numbers: under the pointer, or at the arrow keys of a slider that is not seen. */
export function PointReader({ label, count, read }: Props) {
  const [at, setAt] = useState(count - 1);
  const [open, setOpen] = useState(false);
  const index = Math.min(at, count - 1);
  const show = (next: number) => {
    setAt(Math.max(0, Math.min(count - 1, next)));
    setOpen(true);
  };
  const onPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    show(Math.floor(((clientX - left) / width) * count));
  };
  const reading = read(index);
  const place = { '--from': index / count, '--middle': (index + 0.5) / count, '--width': 1 / count };
  return (
    <div className={styles.frame} style={place as CSSProperties}>
      {/* A label, so that a touch moves the focus to the slider, and one elsewhere closes. */}
      <label
        className={styles.plot}
        style={{ inset: plotInset }}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
      >
        <input
          type="range"
          className={styles.slider}
          aria-label={label}
          aria-valuetext={spoken(reading)}
          min={0}
          max={count - 1}
          value={index}
          onChange={({ target }) => show(target.valueAsNumber)}
          onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
        />
        {open && <span className={styles.place} />}
      </label>
      {open && <Tip {...reading} />}
    </div>
  );
}

function Tip({ name, nameBefore, ownTime, figures }: Reading) {
  return (
    <div className={styles.tip} aria-hidden>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Figure</span>
            </th>
            <th scope="col">{name}</th>
            {nameBefore && <th scope="col">{nameBefore}</th>}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ label, value, before, chosen }) => (
            <tr key={label} className={chosen ? styles.chosen : undefined}>
              <th scope="row">{label}</th>
              <td>{value}</td>
              {nameBefore && <td>{before}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {ownTime && <p>{ownTime}</p>}
    </div>
  );
}

const spoken = ({ name, nameBefore, ownTime, figures }: Reading): string => {
  const now = figures.map(({ label, value }) => `${label} ${value}`).join(', ');
  const then = figures.map(({ label, before }) => `${label} ${before}`).join(', ');
  return [`${name}: ${now}`, nameBefore && `${nameBefore}: ${then}`, ownTime].filter(Boolean).join('. ');
};
