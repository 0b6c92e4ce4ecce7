import { type Static, Type } from 'typebox';
import { REVIEW_DECISIONS, REVIEW_STATES, REVIEWED, reviewRefusals, SIGNAL_RULES } from '../rules/review.ts';
import { forAdmins } from './call.ts';
import { FreeText, InternalNote, NoteView, Nullable, OneOf, Page, Time } from './fields.ts';
import { paged } from './queries.ts';

/** What looks wrong, as admins see and decide it (docs/rules.md#27-review). */
export const ReviewBody = Type.Object({
  decision: OneOf(REVIEW_DECISIONS, reviewRefusals.decisionInvalid),
  /** The affiliate sees it; needed for all but fine. */
  reason: FreeText,
  internalNote: InternalNote,
  rules: Type.Optional(Type.Array(OneOf(SIGNAL_RULES), { maxItems: 50, description: 'Of the signals that were looked at' })),
  upTo: Type.Integer({
    minimum: 0,
    description: '`position` of what was looked at: what came after it stays open, and a decision after it refuses this one',
  }),
});
export type ReviewBody = Static<typeof ReviewBody>;

export const SignalView = Type.Object({
  rule: Type.Enum(SIGNAL_RULES),
  title: Type.String(),
  evidence: Type.String({ description: 'What was seen, in a sentence' }),
  alarm: Type.Boolean({ description: 'False: worth knowing, and usual' }),
  happenedAt: Time,
  position: Type.Integer({ description: 'Of the event that made it so' }),
});
export type SignalView = Static<typeof SignalView>;

export const ReviewItemView = Type.Object({
  id: Type.String(),
  kind: Type.Enum(REVIEWED),
  about: Type.String({ description: 'The transaction, cashout or affiliate' }),
  affiliate: Type.Object({ id: Type.String(), username: Type.String() }),
  amount: Nullable(Type.Number({ description: 'Decimal euros: of the commission or cashout' })),
  signals: Type.Array(SignalView),
  position: Type.Integer({ description: 'Of the last signal or decision; send it as `upTo`' }),
  held: Type.Boolean({ description: 'Held until somebody decides' }),
  decision: Nullable(
    Type.Object({
      decision: Type.Enum(REVIEW_DECISIONS),
      reason: Nullable(Type.String({ description: 'What the admin wrote to the affiliate' })),
      internalNote: NoteView,
      decidedAt: Time,
      by: Type.String(),
    }),
  ),
});
export type ReviewItemView = Static<typeof ReviewItemView>;

export const ReviewView = Page({
  items: Type.Array(ReviewItemView),
  open: Type.Object(
    { alarms: Type.Integer(), notes: Type.Integer() },
    { description: 'How many wait, by whether anything of it is an alarm' },
  ),
});
export type ReviewView = Static<typeof ReviewView>;

/** What an affiliate sees of it. */
export const UnderReview = Type.Boolean({ description: 'An admin looks closer; it is not paid out until then' });

export const reviewCalls = forAdmins({
  'GET /api/admin/review': {
    does: 'Cashouts, sales and affiliates with open signals, by affiliate: those with an alarm first, then by the euros at stake; decided ones newest first. `status` is open, held or decided.',
    scope: 'read:affiliates',
    query: { ...paged, status: Type.Enum([...REVIEW_STATES]) },
    answers: ReviewView,
  },
  'POST /api/admin/review/:id': {
    does: 'Decide about a cashout, sale or affiliate: fine, hold, reverse or suspend. It closes the signals looked at.',
    body: ReviewBody,
    refuses: [404],
  },
});
