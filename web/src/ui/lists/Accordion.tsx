import { Plus } from 'lucide-react';
import { useEffect, useId } from 'react';
import { disclosure, listenForDisclosures } from '../disclosures.ts';
import styles from './Accordion.module.css';

interface Props {
  entries: readonly { question: string; answer: string }[];
}

/** Questions that open to their answers, one at a time. Closed answers stay in the page: search engines and pages without scripts read them. */
export function Accordion({ entries }: Props) {
  useEffect(listenForDisclosures, []);
  const id = useId();
  return (
    <div className={styles.list} {...disclosure.one}>
      {entries.map(({ question, answer }, i) => (
        <div key={question} className={styles.item}>
          <h3>
            <button type="button" id={`${id}q${i}`} className={styles.question} aria-expanded="false" aria-controls={`${id}a${i}`}>
              {question}
              <Plus aria-hidden />
            </button>
          </h3>
          <section id={`${id}a${i}`} className={styles.panel} aria-labelledby={`${id}q${i}`}>
            <div className={styles.clip}>
              <p className={styles.answer}>{answer}</p>
            </div>
          </section>
        </div>
      ))}
    </div>
  );
}
