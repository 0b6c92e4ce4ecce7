import { ArrowUp, ScrollText } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { formatCount } from '../../lib/format.ts';
import { errorText } from '../../session/api/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { type EventFilter, useEventsInfiniteQuery, useNewestEventQuery } from './eventHistoryApi.ts';
import { EventList } from './EventList.tsx';
import styles from './EventsTab.module.css';

interface Props {
  filter: EventFilter;
  chosen: number | null;
  onChoose: (position: number) => void;
}

/** The events that a filter finds, newest first. */
export function EventsFound({ filter, chosen, onChoose }: Props) {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useEventsInfiniteQuery(filter, {
    refetchOnMountOrArgChange: true,
  });
  const isRead = (data?.pages.length ?? 0) > 1;
  const newest = useNewestEventQuery(filter, { skip: !isRead }).currentData;
  const events = useMemo(() => data?.pages.flatMap((page) => page.events) ?? [], [data]);
  const isNews = isRead && (newest?.events[0]?.position ?? 0) > (events[0]?.position ?? 0) && !isFetching;
  const head = Math.max(data?.pages[0]?.head.position ?? 0, newest?.head.position ?? 0);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const top = () => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    void refetch();
  };

  if (error && !isFetching) return <Failed text={errorText(error, 'Failed to fetch events')} onRetry={refetch} />;
  if (!data) return <Loading text="Loading events..." />;
  if (!events.length)
    return (
      <Card>
        <Empty icon={<ScrollText />} text="No events found." hint="No event matches all of these filters." />
      </Card>
    );
  return (
    <Card as="section" className={styles.found}>
      <p className={styles.head}>
        <span>Newest first</span>
        <span>Log head #{formatCount(head)}</span>
      </p>
      {isNews && (
        <Button size="small" variant="primary" className={styles.news} onClick={top}>
          <ArrowUp aria-hidden />
          Show newer events
        </Button>
      )}
      <EventList events={events} chosen={chosen} onChoose={onChoose} onEnd={more} />
      <output className={styles.end}>
        {isFetchingNextPage ? 'Loading older events...' : hasNextPage ? '' : 'No older events match these filters.'}
      </output>
    </Card>
  );
}
