import { Check, Minus } from 'lucide-react';
import type { ContentOfKind } from './kindContents.ts';
import styles from './BeforeAfter.module.css';

type Sides = Omit<ContentOfKind<'beforeAfter'>, 'eyebrow' | 'title' | 'lead'>;

/** Two pictures over each other, with a handle, and two lists beside each other; a side without them is left out. */
export function BeforeAfter({ beforeLabel, beforePicture, beforeAlt, before, afterLabel, afterPicture, afterAlt, after }: Sides) {
  const [first, second] = [beforeLabel || 'Before', afterLabel || 'After'];
  const hasBoth = beforePicture !== null && afterPicture !== null;
  return (
    <div className={styles.sides}>
      {hasBoth && (
        <div className={styles.both}>
          <figure>
            <img src={beforePicture} alt={beforeAlt || first} loading="lazy" />
            <figcaption>{first}</figcaption>
          </figure>
          <figure className={styles.over}>
            <img src={afterPicture} alt={afterAlt || second} loading="lazy" />
            <figcaption>{second}</figcaption>
          </figure>
          <input
            type="range"
            aria-label={`${first} or ${second}`}
            defaultValue={50}
            ref={follow}
            onInput={(event) => follow(event.currentTarget)}
          />
        </div>
      )}
      {(before.length > 0 || after.length > 0) && (
        <div className={styles.lists}>
          <List title={first} items={before} icon={<Minus aria-hidden />} />
          <List title={second} items={after} icon={<Check aria-hidden />} isAfter />
        </div>
      )}
    </div>
  );
}

/** The pictures follow the handle, also one that was moved before the script ran. */
function follow(handle: HTMLInputElement | null): void {
  handle?.parentElement?.style.setProperty('--cut', `${handle.value}%`);
}

interface ListProps {
  title: string;
  items: readonly string[];
  icon: React.ReactNode;
  isAfter?: boolean;
}

function List({ title, items, icon, isAfter = false }: ListProps) {
  return (
    <section className={isAfter ? styles.after : styles.before}>
      <h3>{title}</h3>
      <ul className={styles.list}>
        {items.map((item, i) => (
          <li key={i}>
            {icon}
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
