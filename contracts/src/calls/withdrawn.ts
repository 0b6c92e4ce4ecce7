import { type Static, Type } from 'typebox';
import { WITHDRAWN_KINDS, WITHDRAWN_STATES } from '../rules/withdrawn.ts';
import { forAdmins } from './call.ts';
import { Nullable, Page, RequiredLine, Time } from './fields.ts';
import { paged } from './queries.ts';

export const LeaveOutBody = Type.Object({ reason: RequiredLine(500) });
export type LeaveOutBody = Static<typeof LeaveOutBody>;

export const WithdrawnEventView = Type.Object({
  id: Type.String(),
  type: Type.Enum(WITHDRAWN_KINDS),
  position: Type.Integer({ description: 'In the withdrawn history' }),
  happenedAt: Time,
  affiliate: Nullable(Type.Object({ id: Type.String(), username: Type.String() }), { description: 'Null: the account was withdrawn too' }),
  amount: Nullable(Type.Number({ description: 'In euros' })),
  state: Type.Enum(WITHDRAWN_STATES),
  recordedAs: Nullable(Type.Integer({ description: 'The position at which it was recorded again' })),
  reason: Nullable(Type.String({ description: 'Why it was left out' })),
  instead: Nullable(Type.String({ description: 'Why no command records it again, and what to do in its place; null: one does' })),
});
export type WithdrawnEventView = Static<typeof WithdrawnEventView>;
export const WithdrawnEventsView = Page({
  events: Type.Array(WithdrawnEventView),
  open: Type.Integer({ description: 'Not decided yet, on all pages' }),
});
export type WithdrawnEventsView = Static<typeof WithdrawnEventsView>;

export const withdrawnCalls = forAdmins({
  'GET /api/admin/withdrawn-events': {
    does: 'Events of accounts that fell out when the system went back, open ones first, and what became of each.',
    scope: 'read:affiliates',
    query: paged,
    answers: WithdrawnEventsView,
  },
  'POST /api/admin/withdrawn-events/:id/record': {
    does: 'Record a withdrawn event again, by the command that records such events: all rules apply as of now.',
    confirmed: true,
    refuses: [404, 409],
  },
  'POST /api/admin/withdrawn-events/:id/leave-out': {
    does: 'Decide that a withdrawn event is not recorded again.',
    body: LeaveOutBody,
    refuses: [404, 409],
  },
});
