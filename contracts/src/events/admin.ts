import { Type } from 'typebox';
import { catalogue, whole } from './catalogue.ts';
import { Id, KeyedHash } from './event-fields.ts';
import { always } from './people.ts';

/** Facts about one admin: admin-<id>. */
export const adminEvents = catalogue({
  AdminCreated: {
    means: 'An operator made an admin account.',
    people: { topic: 'system', bell: null, mail: null, adminMail: 'adminCreated', action: null, public: null },
    data: Type.Object({ adminId: Id, username: Type.String(), email: Type.String(), usernameClaim: KeyedHash, emailClaim: KeyedHash }),
    personal: { username: 'admin', email: 'admin' },
  },
  AdminEmailChangeAsked: {
    means: 'An admin asked for another address; it counts once the link sent there is opened.',
    people: {
      topic: 'system',
      bell: null,
      mail: { confirmEmail: always, emailChangeAsked: always },
      adminMail: null,
      action: null,
      public: null,
    },
    data: Type.Object({ email: Type.String(), emailClaim: KeyedHash }),
    personal: { email: 'admin' },
  },
  AdminEmailChanged: {
    means: 'An admin’s address is another one, which they had asked for.',
    people: {
      topic: 'system',
      bell: null,
      mail: { emailChanged: always, emailChangedBefore: always },
      adminMail: null,
      action: null,
      public: null,
    },
    data: Type.Object({ email: Type.String(), emailClaim: KeyedHash }),
    personal: { email: 'admin' },
  },
  AdminRevoked: {
    means: 'An operator took an admin account away.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    outlives: whole,
    data: Type.Object({}),
  },
});
