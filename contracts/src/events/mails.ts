import { Type } from 'typebox';
import { catalogue, whole } from './catalogue.ts';
import { KeyedHash, Time } from './event-fields.ts';
import { SALE_MAILS } from '../rules/mails.ts';
import { always } from './people.ts';

/** Facts about how an account is written to (docs/rules.md#18-mail). */
export const mailEvents = catalogue({
  MailsChosen: {
    means: 'An account chose what it is written to about; all choices, the unchanged ones too.',
    visibleTo: 'affiliate',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    outlives: whole,
    data: Type.Object({ sales: Type.Enum(SALE_MAILS), cashouts: Type.Boolean(), tiers: Type.Boolean() }),
  },
  EmailConfirmed: {
    means: 'The owner of an account opened the link that was sent to its address.',
    visibleTo: 'affiliate',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ emailClaim: KeyedHash }),
  },
  EmailChangeAsked: {
    means: 'An affiliate asked for another address; it counts once the link sent there is opened.',
    visibleTo: 'affiliate',
    people: {
      topic: 'system',
      bell: null,
      mail: { confirmEmail: always, emailChangeAsked: always },
      adminMail: null,
      action: null,
      public: null,
    },
    data: Type.Object({ email: Type.String(), emailClaim: KeyedHash }),
    personal: { email: 'affiliate' },
  },
  EmailChangeCancelled: {
    means: 'The owner of the confirmed address said that they did not ask for another one. Every session of the account ended.',
    visibleTo: 'affiliate',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ emailClaim: KeyedHash }),
  },
  PasswordResetAsked: {
    means: 'Somebody asked for a link that sets another password; it goes to the account’s address and is good until `validUntil`.',
    visibleTo: 'affiliate',
    people: { topic: 'system', bell: null, mail: 'passwordReset', adminMail: null, action: null, public: null },
    data: Type.Object({ validUntil: Time }),
  },
});
