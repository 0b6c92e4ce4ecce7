import { ChevronDown, ChevronUp } from 'lucide-react';
import { errorText } from '../../session/api/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { EventData } from './EventData.tsx';
import { type EventFilter, useEventQuery } from './eventHistoryApi.ts';
import { EventMeta } from './EventMeta.tsx';
import styles from './EventDetail.module.css';
import { HashCheck } from './HashCheck.tsx';
import { RelatedEvents } from './RelatedEvents.tsx';
import { TouchedRows } from './TouchedRows.tsx';

interface Props {
  position: number;
  onChoose: (position: number) => void;
  /** Shows the list of everything that has something in common with this event. */
  onFilter: (changes: Partial<EventFilter>) => void;
}

/** Everything there is to know of one event. */
export function EventDetail({ position, onChoose, onFilter }: Props) {
  const { data, currentData, error, isFetching, refetch } = useEventQuery(position);
  if (error && !isFetching) return <Failed text={errorText(error, 'Failed to fetch the event')} onRetry={refetch} />;
  const one = currentData ?? data;
  if (!one) return <Loading text="Loading event..." />;
  return (
    <div className={styles.detail} aria-busy={isFetching}>
      <div className={styles.neighbours}>
        <Button size="small" disabled={position <= 1} onClick={() => onChoose(position - 1)}>
          <ChevronDown aria-hidden />
          Event before
        </Button>
        <Button size="small" onClick={() => onChoose(position + 1)}>
          <ChevronUp aria-hidden />
          Event after
        </Button>
      </div>
      <EventData data={one.event.data} />
      <EventMeta event={one.event} onFilter={onFilter} />
      <RelatedEvents event={one.event} onChoose={onChoose} onFilter={onFilter} />
      <TouchedRows position={position} />
      <HashCheck {...one} />
    </div>
  );
}
