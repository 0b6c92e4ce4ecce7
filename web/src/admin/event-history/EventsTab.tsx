import { useCallback } from 'react';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { EventFilters } from './EventFilters.tsx';
import { type EventFilter, noFilter } from './eventHistoryApi.ts';
import { EventsFound } from './EventsFound.tsx';
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
      <SectionTitle>Events</SectionTitle>
      <EventFilters filter={filter} onChange={change} onClear={clear} />
      <div className={styles.split} data-open={chosen !== null || undefined}>
        <EventsFound key={JSON.stringify(filter)} filter={filter} chosen={chosen} onChoose={choose} />
        {chosen !== null && <EventPane position={chosen} onChoose={choose} onFilter={only} onClose={close} />}
      </div>
    </Stack>
  );
}
