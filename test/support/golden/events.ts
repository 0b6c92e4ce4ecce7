// The log as an admin reads it: a sale, its registration before it, and everything about one event. No two figures are equal.
import type { AnswerOf, Answers, SentRequest } from '../screen.tsx';

type Event = AnswerOf<'GET /api/admin/events'>['events'][number];

const event = (position: number, type: string, fields: Partial<Event>, actor = { kind: 'store', id: 'sellauth' }): Event => ({
  position,
  id: `00000000-0000-4000-8000-00000000${position}`,
  streamId: 'affiliate-a3',
  about: 'nina',
  version: 7,
  type,
  schemaVersion: 2,
  data: {},
  metadata: {
    occurredAt: '2026-04-02T12:00:01.000Z',
    actor,
    commandId: 'command-1',
    correlationId: 'correlation-1',
    causationId: 'cause-1',
    traceparent: '00-trace-01',
  },
  recordedAt: '2026-04-02T12:00:02.000Z',
  hash: 'ab'.repeat(32),
  ...fields,
});

/** The event that is opened: every kind of field is in it. */
export const sale = event(1_204, 'SaleRecorded', {
  data: {
    invoiceId: 'i-77',
    amountCents: 29_900,
    rateBps: 2_325,
    buyer: { sealed: 'c2VhbGVk', of: 'buyer-b1' },
    items: [{ name: 'Premium' }],
    campaign: null,
  },
  hash: '898507c3d48547d98bdebea1c459960a3cc6171dd613b97a103e24654c630f16',
});
export const oneEvent: AnswerOf<'GET /api/admin/events/:position'> = { event: sale, previousHash: '0f'.repeat(32) };

export const events: Event[] = [
  sale,
  event(
    1_203,
    'CashoutRequested',
    { streamId: 'affiliate-a2', about: null, version: 3, recordedAt: '2026-04-01T12:00:00.000Z' },
    { kind: 'affiliate', id: 'a2' },
  ),
  event(
    1_202,
    'VisitTracked',
    { streamId: 'visits-a3', about: 'nina', version: 9, recordedAt: '2026-03-31T12:00:00.000Z' },
    { kind: 'visitor', id: 'v' },
  ),
];
const head = { position: 1_305, hash: 'cd'.repeat(32) };

/** The list; the newest alone, where one is asked for; what belongs to an event by its correlation. */
export const eventsView = ({ query }: SentRequest): AnswerOf<'GET /api/admin/events'> => {
  if (query['search'] === 'correlation-1') return { head, events: events.slice(0, 2), next: null };
  return { head, events: query['limit'] === '1' ? events.slice(0, 1) : events, next: null };
};

export const eventAnswers: Answers = {
  'GET /api/admin/events': eventsView,
  'GET /api/admin/events/:position': oneEvent,
  'GET /api/admin/events/:position/rows': { rows: [{ readModel: 'dashboard', table: 'totals', key: ['a3'] }] },
};
