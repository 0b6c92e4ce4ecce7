import styles from './MissingSettings.module.css';

interface Props {
  of: string;
  names: readonly string[];
  /** Those whose value is no secret. */
  values?: Readonly<Record<string, string>>;
}

/** Settings of the environment that are missing, as lines of the file .env. */
export function Missing({ of, names, values = {} }: Props) {
  return (
    <p className={styles.missing}>
      {of}:{' '}
      {names.map((name) => (
        <code key={name}>{`${name}=${values[name] ?? ''}`}</code>
      ))}
    </p>
  );
}
