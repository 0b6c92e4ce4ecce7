import type { EventView } from '@framelift/contracts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { type EventFilter, RELATED, useRelatedEventsQuery } from './eventHistoryApi.ts';
import styles from './events.module.css';
import { type EventMetadata, inWords, subjectOf } from './eventWords.ts';

interface Props {
  event: EventView;
  onChoose: (position: number) => void;
  onFilter: (changes: Partial<EventFilter>) => void;
}

/** What led to the event and what came of it: everything of the same correlation, in the order it happened. */
export function RelatedEvents({ event, onChoose, onFilter }: Props) {
  const { correlationId } = event.metadata as EventMetadata;
  const { data } = useRelatedEventsQuery(correlationId);
  const related = data?.events.toReversed() ?? [];
  return (
    <section className={styles.part} aria-label="Cause and effects">
      <h3 className={styles.partTitle}>Cause and effects</h3>
      {data && related.length <= 1 && <p className={styles.none}>This event stands alone.</p>}
      {related.length > 1 && (
        <ol className={styles.related}>
          {related.map(({ position, type, streamId }) => (
            <li key={position} data-subject={subjectOf(type)}>
              <button
                type="button"
                className={styles.relative}
                aria-current={position === event.position || undefined}
                onClick={() => onChoose(position)}
              >
                <span className={styles.dot} aria-hidden />
                <span className={styles.what}>
                  <span className={styles.type}>{inWords(type)}</span>
                  <span className={styles.stream}>{streamId}</span>
                </span>
                <span className={styles.position}>#{formatCount(position)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {related.length === RELATED && (
        <Button size="small" onClick={() => onFilter({ search: correlationId })}>
          Show all of them in the list
        </Button>
      )}
    </section>
  );
}
