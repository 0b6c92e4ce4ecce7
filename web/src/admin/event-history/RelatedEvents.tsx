import type { EventView } from '@framelift/contracts';
import { formatCount } from '../../lib/format.ts';
import { Faint } from '../../ui/layout/Text.tsx';
import { Button } from '../../ui/Button.tsx';
import { type EventFilter, RELATED, useRelatedEventsQuery } from './eventHistoryApi.ts';
import { EventPart } from './EventPart.tsx';
import styles from './EventRow.module.css';
import { type EventMetadata, inWords, topicOf } from './eventWords.ts';
import { Subject } from './Subject.tsx';

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
    <EventPart title="Cause and effects">
      {data && related.length <= 1 && <Faint>No related events.</Faint>}
      {related.length > 1 && (
        <ol className={styles.related}>
          {related.map((each) => (
            <li key={each.position} data-topic={topicOf(each.type)}>
              <button
                type="button"
                className={styles.relative}
                aria-current={each.position === event.position || undefined}
                onClick={() => onChoose(each.position)}
              >
                <span className={styles.dot} aria-hidden />
                <span className={styles.what}>
                  <span className={styles.type}>{inWords(each.type)}</span>
                  <Subject event={each} />
                </span>
                <span className={styles.position}>#{formatCount(each.position)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {related.length === RELATED && (
        <Button size="small" onClick={() => onFilter({ search: correlationId })}>
          Show all in the list
        </Button>
      )}
    </EventPart>
  );
}
