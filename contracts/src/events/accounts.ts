import { Type } from 'typebox';
import { catalogue, whole } from './catalogue.ts';
import { Time } from './event-fields.ts';

/** What guards an account: affiliate-<id> and admin-<id>. Secrets and hashes stay outside the log. */
export const accountEvents = catalogue({
  PasswordChanged: {
    means: 'An account got another password; its other sessions ended.',
    visibleTo: 'affiliate',
    people: { topic: 'system', bell: 'password', mail: 'passwordChanged', adminMail: null, action: null, public: null },
    outlives: whole,
    data: Type.Object({}),
  },
  PasswordResetAllowed: {
    means: 'An admin or operator made a link that sets another password, once and until `validUntil`; the one before is void.',
    visibleTo: 'affiliate',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: 'allow_password_reset', public: null },
    data: Type.Object({ validUntil: Time }),
  },
  TotpTurnedOn: {
    means: 'Signing in to an account now also takes a code from an authenticator app.',
    visibleTo: 'affiliate',
    people: { topic: 'system', bell: 'totpOn', mail: 'totpTurnedOn', adminMail: null, action: null, public: null },
    outlives: whole,
    data: Type.Object({}),
  },
  TotpTurnedOff: {
    means: 'Signing in to an account takes the password alone again.',
    visibleTo: 'affiliate',
    people: { topic: 'system', bell: 'totpOff', mail: 'totpTurnedOff', adminMail: null, action: null, public: null },
    outlives: whole,
    data: Type.Object({}),
  },
  RecoveryCodesRenewed: {
    means: 'An account got new recovery codes; the ones before are void.',
    visibleTo: 'affiliate',
    people: { topic: 'system', bell: 'recoveryCodes', mail: 'recoveryCodesRenewed', adminMail: null, action: null, public: null },
    outlives: whole,
    data: Type.Object({}),
  },
  ProofSecretGiven: {
    means: 'An account that is older than tags: from here on its owner can prove that no event of it is missing (docs/proofs.md).',
    visibleTo: 'affiliate',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    beginsTags: true,
    data: Type.Object({}),
  },
});
