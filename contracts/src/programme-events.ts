import { Type } from 'typebox';
import { catalogue } from './catalogue.ts';
import { Bps, Cents, Id, KeyedHash, PaymentTypeName, TierId, Time } from './event-fields.ts';
import { ATTRIBUTIONS, OWN_PURCHASES } from './terms.ts';

/** Facts about names, admins, the programme as a whole, and erased buyers. */
export const programmeEvents = catalogue({
  // claim-<keyed hash>
  NameClaimed: {
    means: 'A username or e-mail address belongs to an account.',
    data: Type.Object({ kind: Type.Enum(['username', 'email']), accountId: Id }),
  },
  NameReleased: {
    means: 'An account gave a name up; it stays theirs until `heldUntil`, so old links keep working.',
    data: Type.Object({ kind: Type.Enum(['username', 'email']), accountId: Id, heldUntil: Time, resolves: Type.Boolean() }),
  },
  // admin-<id>
  AdminCreated: {
    means: 'An operator made an admin account.',
    data: Type.Object({ adminId: Id, username: Type.String(), email: Type.String(), usernameClaim: KeyedHash, emailClaim: KeyedHash }),
    personal: { username: 'admin', email: 'admin' },
  },
  AdminRevoked: { means: 'An operator took an admin account away.', data: Type.Object({}) },
  // programme
  ProgrammeTermsSet: {
    means:
      'An admin set the programme’s terms; all of them, the unchanged ones too. They hold from here on, for nothing that was earned before.',
    data: Type.Object({
      tiers: Type.Array(
        Type.Object({
          tier: TierId,
          name: Type.String({ minLength: 1, maxLength: 40 }),
          rateBps: Bps,
          threshold: Type.Integer({ minimum: 0 }),
        }),
        { minItems: 1, maxItems: 50 },
      ),
      defaultRateBps: Bps,
      minimumCashoutCents: Cents,
      holdDays: Type.Integer({ minimum: 0, maximum: 365 }),
      windowDays: Type.Integer({ minimum: 1, maximum: 365 }),
      attribution: Type.Enum(ATTRIBUTIONS),
      ownPurchases: Type.Enum(OWN_PURCHASES),
      paymentTypes: Type.Array(PaymentTypeName, { minItems: 1 }),
      textsVersion: Type.String({ minLength: 1, maxLength: 40 }),
    }),
  },
  TiersRecalculated: {
    means: 'An admin had all tiers recalculated; the changes stand on the affiliates’ streams.',
    data: Type.Object({ affiliates: Type.Integer(), changed: Type.Integer() }),
  },
  HeadSigned: {
    means: 'The log’s head as it was, signed: whoever keeps it can prove later that this history was not rewritten.',
    data: Type.Object({
      position: Type.Integer({ minimum: 1 }),
      /** Hex. */
      hash: Type.String({ minLength: 64, maxLength: 64 }),
      /** Ed25519, SubjectPublicKeyInfo, base64. */
      publicKey: Type.String({ maxLength: 200 }),
      /** Of `framelift head <position> <hash>`, base64. */
      signature: Type.String({ maxLength: 200 }),
    }),
  },
  MaintenanceStarted: {
    means: 'An admin started to verify read models, or to build them anew.',
    data: Type.Object({ work: Type.Enum(['verify', 'replay']), readModels: Type.Array(Id, { minItems: 1, maxItems: 50 }) }),
  },
  BuyerErased: { means: 'A buyer’s personal data was erased by destroying their key.', data: Type.Object({ buyer: KeyedHash }) },
});
