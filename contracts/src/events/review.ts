import { Type } from 'typebox';
import { catalogue } from './catalogue.ts';
import { Cents, StillHeldUntil, written, writtenAbout } from './event-fields.ts';
import { REVIEW_DECISIONS, REVIEWED, SIGNAL_RULES } from '../rules/review.ts';

/** A sale by its invoice's key, a cashout or an affiliate by its id. */
const subject = { of: Type.Enum(REVIEWED), about: Type.String({ minLength: 1, maxLength: 100 }) };
const held = {
  ...subject,
  /** Of a sale: what of its commission is on hold until somebody decides. */
  heldCents: Cents,
  /** Of a sale that was on hold anyway: until when. */
  availableAt: StillHeldUntil,
};

/** Facts about reviews (docs/rules.md#27-review), on the affiliate's stream. Rules and notes are only where the affiliate does not see them. */
export const reviewEvents = catalogue({
  ReviewHoldPlaced: {
    means: 'An admin looks closer at a sale, a cashout or an account: what belongs to it is not paid out until then.',
    visibleTo: 'affiliate',
    people: { topic: 'affiliates', bell: 'reviewBegun', mail: 'reviewBegun', adminMail: null, action: null, public: null },
    data: Type.Object({ ...held, reason: written.reason }),
    personal: { reason: 'affiliate' },
    version: 2,
  },
  ReviewHoldLifted: {
    means: 'A review is over: what was held for it is as it was before.',
    visibleTo: 'affiliate',
    people: { topic: 'affiliates', bell: 'reviewOver', mail: null, adminMail: null, action: null, public: null },
    data: Type.Object(held),
  },
  ReviewDecided: {
    means: 'An admin decided about what signals pointed at. It closes those up to `upTo`.',
    people: { topic: 'affiliates', bell: null, mail: null, adminMail: null, action: 'decide_review', public: null },
    data: Type.Object({
      ...subject,
      decision: Type.Enum(REVIEW_DECISIONS),
      rules: Type.Array(Type.Enum(SIGNAL_RULES)),
      /** Position of the last signal that the admin saw. */
      upTo: Type.Integer({ minimum: 0 }),
      ...written,
    }),
    personal: writtenAbout,
    version: 2,
    // Only admins saw what they wrote.
    upcast: { 1: ({ reason, ...data }) => ({ ...data, internalNote: reason }) },
  },
});
