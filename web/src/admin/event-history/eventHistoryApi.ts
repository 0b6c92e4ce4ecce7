import type { EventsView, OneEventView } from '@framelift/contracts';
import { api } from '../../session/api/api.ts';
import { endless, page } from '../../session/api/paging.ts';

/** The filters of the log, as in the address; an empty text means no filter. */
export const filterNames = ['search', 'type', 'stream', 'affiliate', 'actor', 'from', 'to', 'position'] as const;
export type EventFilter = Record<(typeof filterNames)[number], string>;
export const noFilter = Object.fromEntries(filterNames.map((name) => [name, ''])) as EventFilter;

/** How many of the events of one correlation are shown beside an event. */
export const RELATED = 50;

const eventHistoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    events: build.infiniteQuery<EventsView, EventFilter, string>({
      infiniteQueryOptions: {
        ...endless,
        // A refresh loads the list from the top: older events do not change.
        refetchCachedPages: false,
      },
      query: ({ queryArg, pageParam: after }) => page('admin/events', { ...queryArg, after }),
      // News appear while the top is all that was loaded; further down they would push away what is being read.
      providesTags: (list) => (list && list.pages.length > 1 ? [] : ['Events']),
    }),
    /** The newest event that fits the filter: whether there is news for a list that was read further down. */
    newestEvent: build.query<EventsView, EventFilter>({ query: (filter) => page('admin/events', filter, 1), providesTags: ['Events'] }),
    event: build.query<OneEventView, number>({ query: (position) => `admin/events/${position}` }),
    relatedEvents: build.query<EventsView, string>({
      query: (correlationId) => page('admin/events', { search: correlationId }, RELATED),
      providesTags: ['Events'],
    }),
  }),
});

export const { useEventsInfiniteQuery, useNewestEventQuery, useEventQuery, useRelatedEventsQuery } = eventHistoryApi;
