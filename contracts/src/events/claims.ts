import { Type } from 'typebox';
import { catalogue } from './catalogue.ts';
import { Id, Time } from './event-fields.ts';

const NameKind = Type.Enum(['username', 'email', 'coupon']);

/** Whose a name is: claim-<keyed hash>. */
export const claimEvents = catalogue({
  NameClaimed: {
    means: 'A username, e-mail address or coupon belongs to an account. Usernames and coupons share one set of names.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ kind: NameKind, accountId: Id }),
    version: 2,
  },
  NameReleased: {
    means: 'An account gave a name up; it stays theirs until `heldUntil`, so old links keep working.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ kind: NameKind, accountId: Id, heldUntil: Time, resolves: Type.Boolean() }),
    version: 2,
  },
});
