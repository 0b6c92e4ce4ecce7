import { useNamed } from '../../lib/siteContent.ts';
import styles from './site.module.css';

/** What changes, a sentence each. `inline`: inside a paragraph. */
export function ChangeList({ changes, inline }: { changes: readonly string[]; inline?: boolean }) {
  const sentences = useNamed(changes.length ? changes : ['No changes']);
  if (inline)
    return sentences.map((change) => (
      <span key={change}>
        {change}
        <br />
      </span>
    ));
  return (
    <ul className={styles.changes}>
      {sentences.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}
