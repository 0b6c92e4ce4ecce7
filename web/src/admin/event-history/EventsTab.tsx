import { ArrowUp, ScrollText } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { errorText } from '../../session/api/api.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { EventFilters } from './EventFilters.tsx';
import { type EventFilter, useEventsInfiniteQuery, useNewestEventQuery } from './eventHistoryApi.ts';
import { EventList } from './EventList.tsx';
import { EventPane } from './EventPane.tsx';
import styles from './EventsTab.module.css';
import { useEventFilter } from './useEventFilter.ts';

/** The whole log, newest first, with everything there is to know of the event that is chosen. */
export function EventsTab() {
  const { filter, chosen, change, clear, choose } = useEventFilter();
  const only = useCallback((changes: Partial<EventFilter>) => change({ ...noFilter, ...changes }, { push: true }), [change]);
  const close = useCallback(() => choose(null), [choose]);
  return (
    <Stack>
      <h2 className="visually-hidden">Event history</h2>
      <EventFilters filter={filter} onChange={change} onClear={clear} />
      <div className={styles.split} data-open={chosen !== null || undefined}>
        <Found key={JSON.stringify(filter)} filter={filter} chosen={chosen} onChoose={choose} />
        {chosen !== null && <EventPane position={chosen} onChoose={choose} onFilter={only} onClose={close} />}
      </div>
    </Stack>
  );
}

const noFilter: EventFilter = { search: '', type: '', stream: '', affiliate: '', actor: '', from: '', to: '', position: '' };

interface Props {
  filter: EventFilter;
  chosen: number | null;
  onChoose: (position: number) => void;
}

function Found({ filter, chosen, onChoose }: Props) {
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
