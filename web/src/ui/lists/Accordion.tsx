import { Plus } from 'lucide-react';
import { Accordion as Primitive } from 'radix-ui';
import styles from './Accordion.module.css';

interface Props {
  entries: { question: string; answer: string }[];
}

/** Questions that open to their answers, one at a time. Closed answers stay in the page: search engines and pages without scripts read them. */
export function Accordion({ entries }: Props) {
  return (
    <Primitive.Root type="single" collapsible className={styles.list}>
      {entries.map(({ question, answer }) => (
        <Primitive.Item key={question} value={question} className={styles.item}>
          <Primitive.Header>
            <Primitive.Trigger className={styles.question}>
              {question}
              <Plus aria-hidden />
            </Primitive.Trigger>
          </Primitive.Header>
          <Primitive.Content forceMount className={styles.panel}>
            <div className={styles.clip}>
              <p className={styles.answer}>{answer}</p>
            </div>
          </Primitive.Content>
        </Primitive.Item>
      ))}
    </Primitive.Root>
  );
}
