import type { EventsView, OneEventView } from '@framelift/contracts';
import { api } from '../../session/api/api.ts';

/** What of the log is asked for, as it stands in the address; an empty text asks for everything. */
export const filterNames = ['search', 'type', 'stream', 'affiliate', 'actor', 'from', 'to', 'position'] as const;
export type EventFilter = Record<(typeof filterNames)[number], string>;

const PAGE = 50;
/** How many of the events of one correlation are shown beside an event. */
export const RELATED = 50;

const asked = ({ position, ...filter }: EventFilter) => ({
  ...Object.fromEntries(Object.entries(filter).filter(([, text]) => text)),
  ...(position ? { before: Number(position) + 1 } : {}),
});

const eventHistoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    events: build.infiniteQuery<EventsView, EventFilter, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: ({ events }) => (events.length < PAGE ? undefined : events.at(-1)!.position),
        // Asked again, the list begins anew at the top: what is older does not change.
        refetchCachedPages: false,
      },
      query: ({ queryArg, pageParam }) => ({
        url: 'admin/events',
        params: { ...asked(queryArg), ...(pageParam ? { before: pageParam } : {}), limit: PAGE },
      }),
    }),
    /** The newest event the filter lets through: later than the list's first, there is news. */
    newestEvent: build.query<EventsView, EventFilter>({
      query: (filter) => ({ url: 'admin/events', params: { ...asked(filter), limit: 1 } }),
      providesTags: ['Events'],
    }),
    event: build.query<OneEventView, number>({ query: (position) => `admin/events/${position}` }),
    relatedEvents: build.query<EventsView, string>({
      query: (correlationId) => ({ url: 'admin/events', params: { search: correlationId, limit: RELATED } }),
      providesTags: ['Events'],
    }),
  }),
});

export const { useEventsInfiniteQuery, useNewestEventQuery, useEventQuery, useRelatedEventsQuery } = eventHistoryApi;
