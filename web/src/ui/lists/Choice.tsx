import styles from './Choice.module.css';

interface Props<Name extends string> {
  /** What is chosen, for assistive technology. */
  legend: string;
  options: Record<Name, string>;
  chosen: Name;
  /** Apart from each other, in as many lines as they need. */
  chips?: boolean;
  onChoose: (name: Name) => void;
}

/** A few options beside each other, one of which is on. */
export function Choice<Name extends string>({ legend, options, chosen, chips, onChoose }: Props<Name>) {
  return (
    <fieldset className={chips ? styles.chips : styles.choice}>
      <legend className="visually-hidden">{legend}</legend>
      {(Object.entries(options) as [Name, string][]).map(([name, label]) => (
        <button key={name} type="button" className={styles.option} aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
