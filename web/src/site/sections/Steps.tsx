import { Card } from '../../ui/Card.tsx';
import type { ContentOfKind } from './kindContents.ts';
import styles from './sections.module.css';

export function Steps({ steps }: Pick<ContentOfKind<'steps'>, 'steps'>) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, text }, i) => (
        <Card as="li" key={i}>
          <span className={styles.count} aria-hidden="true">
            {i + 1}
          </span>
          <h3 className={styles.stepTitle}>{title}</h3>
          {text && <p className={styles.soft}>{text}</p>}
        </Card>
      ))}
    </ol>
  );
}
