import { type Static, Type } from 'typebox';
import { forAdmins } from '../calls/call.ts';
import { cloudEventSchema, PUBLIC_EVENT_NAMES } from './public-events.ts';
import { Limit } from '../calls/queries.ts';

/** The event feed (docs/rules.md#21-the-event-feed), exactly as JSON. */

const Position = (description: string) => Type.Integer({ minimum: 0, description });

export const FeedView = Type.Object({
  events: Type.Array(Type.Union(PUBLIC_EVENT_NAMES.map(cloudEventSchema)), { description: 'In the order of the log' }),
  next: Position('How far was read, also over what was filtered: ask with after=next'),
  head: Position('Where the log ends'),
});
export type FeedView = Static<typeof FeedView>;

/** How many events an answer has at most, and how long it waits for the first. */
export const feedLimits = { events: 500, usual: 100, waitSeconds: 30 } as const;

export const feedCalls = forAdmins({
  'GET /api/feed/events': {
    does:
      'Public events after a position, in log order. `types` are names, with commas; `wait` is how many seconds to wait for the first (0 by default). ' +
      'As text/event-stream it never ends; `Last-Event-ID` is then the position. ' +
      '`known` is the id of an event that was read: where the log lost it, the answer is 409, also if others have its position by now.',
    scope: 'read:events',
    personalByScope: true,
    lane: 'unlimited',
    streams: true,
    refuses: [409],
    query: {
      after: Position('What was read last'),
      types: Type.Array(Type.Enum([...PUBLIC_EVENT_NAMES]), { minItems: 1, description: 'Names with commas between them' }),
      limit: Limit,
      wait: Type.Integer({ minimum: 0, maximum: feedLimits.waitSeconds, description: 'Seconds to wait for the first event' }),
      known: Type.String({ format: 'uuid', description: 'The id of an event that was read' }),
    },
    answers: FeedView,
  },
});
