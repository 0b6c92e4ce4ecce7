import { BookOpen } from 'lucide-react';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import styles from './integrations.module.css';

const examples = (origin: string) => [
  {
    title: 'Read the event feed',
    scope: 'read:events',
    text: 'Public events as CloudEvents, in order. Pass next as after; the call waits up to 30 seconds for new events.',
    command: `curl -H 'Authorization: Bearer flk_…' \\\n  '${origin}/api/feed/events?after=0&wait=20'`,
  },
  {
    title: 'Record a sale made elsewhere',
    scope: 'write:sales',
    text: 'Use your own id: repeats are ignored. POST to …/refund reverses the sale.',
    command: `curl -H 'Authorization: Bearer flk_…' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"id": "order-1", "amount": 49.90,\n       "currency": "EUR", "ref": "a-username"}' \\\n  '${origin}/api/sales'`,
  },
];

/** What a program sends, to copy. */
export function HowToAsk() {
  return (
    <TitledCard
      title="API quick start"
      beside={
        <ButtonAnchor href="/api/docs" target="_blank" rel="noreferrer" size="small">
          <BookOpen aria-hidden />
          API reference
        </ButtonAnchor>
      }
    >
      <div className={styles.examples}>
        {examples(window.location.origin).map(({ title, scope, text, command }) => (
          <section key={title} className={styles.example}>
            <h3 className={styles.heading}>
              {title} <code className={styles.begins}>{scope}</code>
            </h3>
            <Soft>{text}</Soft>
            <pre className={styles.command}>{command}</pre>
          </section>
        ))}
      </div>
    </TitledCard>
  );
}
