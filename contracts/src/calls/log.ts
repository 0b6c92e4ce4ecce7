import { type Static, Type } from 'typebox';
import { forAdmins } from './call.ts';
import { Moment, NoteView, Nullable, Page, Time } from './fields.ts';
import { listed, paged, Position, QueryText } from './queries.ts';

export const AdminActionView = Type.Object({
  id: Type.String(),
  actionType: Type.String(),
  adminUsername: Type.String(),
  targetUsername: Nullable(Type.String()),
  amount: Nullable(Type.Number({ description: 'Euros that it is about; null where it is about none' })),
  internalNote: NoteView,
  createdAt: Time,
});

export const AdminActionsView = Page({ actions: Type.Array(AdminActionView) });
export type AdminActionsView = Static<typeof AdminActionsView>;

export const EventView = Type.Object({
  position: Type.Integer(),
  id: Type.String(),
  streamId: Type.String(),
  about: Nullable(Type.String({ description: 'The username or the invoice that the stream is about; null where it is about neither' })),
  version: Type.Integer(),
  type: Type.String(),
  schemaVersion: Type.Integer(),
  data: Type.Unknown(),
  metadata: Type.Unknown(),
  recordedAt: Time,
  hash: Type.String(),
});
export type EventView = Static<typeof EventView>;
export const EventsView = Page({ head: Type.Object({ position: Type.Integer(), hash: Type.String() }), events: Type.Array(EventView) });
export type EventsView = Static<typeof EventsView>;
export const OneEventView = Type.Object({ event: EventView, previousHash: Type.String() });
export type OneEventView = Static<typeof OneEventView>;

export const AccessesView = Page({
  accesses: Type.Array(
    Type.Object({
      id: Type.String(),
      recordedAt: Type.String({ format: 'date-time' }),
      kind: Type.Enum(['signedIn', 'refused', 'read']),
      accountId: Type.Union([Type.String(), Type.Null()], { description: 'Who; null where nobody has the name given' }),
      username: Type.Union([Type.String(), Type.Null()], { description: 'Of that account; null without one, or erased' }),
      keyName: Type.Union([Type.String(), Type.Null()], { description: 'Of the API key that asked, where it was one' }),
      about: Type.Union([Type.String(), Type.Null()], { description: 'Whose data, where it was one person’s' }),
      call: Type.String(),
      status: Type.Integer(),
      from: Type.String({ description: 'A keyed hash: the same for the same address, and no address' }),
    }),
    { description: 'Newest first, of the last 12 months' },
  ),
});
export type AccessesView = Static<typeof AccessesView>;

/** What admins did. */
export const actionCalls = forAdmins({
  'GET /api/admin/actions': {
    does: 'What admins did, the newest first.',
    scope: 'read:events',
    query: listed('createdAt', 'actionType', 'adminUsername', 'targetUsername'),
    answers: AdminActionsView,
  },
});

/** The log, and who read whose data. */
export const logCalls = forAdmins({
  'GET /api/admin/events': {
    does: 'The log, newest first or with `sort=position` oldest first; `position` is where it begins.',
    scope: 'read:events',
    query: {
      ...listed('position'),
      position: Position,
      type: QueryText('A kind of event'),
      stream: QueryText('A stream'),
      actor: QueryText('The name, id or kind of who did it'),
      affiliate: QueryText('The name or id of an affiliate'),
      from: Moment('The first moment'),
      to: Moment('The last moment'),
    },
    answers: EventsView,
  },
  'GET /api/admin/events/:position': { does: 'One event and the hash before it.', scope: 'read:events', answers: OneEventView },
  'GET /api/admin/accesses': {
    does: 'Who signed in, who was refused, and which admin read whose data.',
    scope: 'read:events',
    query: paged,
    answers: AccessesView,
  },
});
