import { Type } from 'typebox';
import { WITHDRAWN_AT_ONCE, WITHDRAWN_KINDS } from '../rules/withdrawn.ts';
import { catalogue } from './catalogue.ts';
import { Cents, Id, Text, Time } from './event-fields.ts';

/** What fell out of an affiliate’s account when the system went back, and what became of it: withdrawn-<id>. */
export const withdrawnEvents = catalogue({
  EventsWithdrawn: {
    means: 'The system went back to before these events of an affiliate’s account. An admin decides whether each is recorded again.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({
      affiliateId: Id,
      events: Type.Array(
        Type.Object({
          /** Of the account and the event. */
          id: Id,
          type: Type.Enum(WITHDRAWN_KINDS),
          /** In the withdrawn history. */
          position: Type.Integer({ minimum: 1 }),
          happenedAt: Time,
          amountCents: Type.Optional(Cents),
          /** What a command needs to record it again; absent: none can. Personal fields are sealed as they were. */
          kept: Type.Optional(Type.Object({})),
        }),
        { minItems: 1, maxItems: WITHDRAWN_AT_ONCE },
      ),
      /** The account is in the restored history. */
      isThere: Type.Boolean(),
    }),
  },
  WithdrawnEventRecorded: {
    means: 'An admin had a withdrawn event recorded again.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: 'record_withdrawn_event', public: null },
    /** `position`: of what was recorded; absent: all of it was there already. */
    data: Type.Object({ id: Id, position: Type.Optional(Type.Integer({ minimum: 1 })) }),
  },
  WithdrawnEventLeftOut: {
    means: 'An admin decided that a withdrawn event is not recorded again, and why.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: 'leave_out_withdrawn_event', public: null },
    data: Type.Object({ id: Id, reason: Text }),
  },
});
