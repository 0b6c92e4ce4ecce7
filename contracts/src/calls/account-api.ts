import { type Static, Type } from 'typebox';
import { Nullable, Page } from './fields.ts';
import { MAIL_GROUPS, SALE_MAILS } from '../rules/mails.ts';

/** Responses of the calls about what guards an account (docs/rules.md#11-sign-in), exactly as JSON. */

export const AccountView = Type.Object({
  username: Type.String(),
  email: Type.String(),
  isAdmin: Type.Boolean(),
  passwordChangedAt: Type.String({ format: 'date-time' }),
  totp: Type.Boolean({ description: 'Signing in takes a code' }),
  totpRequired: Type.Boolean({ description: 'An admin can do nothing else before it is turned on' }),
  recoveryCodesLeft: Type.Integer(),
});
export const TotpView = Type.Object({
  secret: Type.String({ description: 'Base 32, to type into an authenticator app' }),
  uri: Type.String({ description: 'otpauth://…, to show as a QR code' }),
});
export const RecoveryCodesView = Type.Object({
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown once; each signs in once instead of a code' }),
});

export const PasswordLinkView = Type.Object({
  link: Type.String({ description: 'Shown once: whoever opens it sets the password' }),
  validUntil: Type.String({ format: 'date-time' }),
});

export const ForgotView = Type.Object({
  success: Type.Literal(true),
  mailbox: Type.Optional(Type.String({ description: 'Path of the sandbox mailbox, where there is no mail server' })),
});
export const UnsubscribedView = Type.Object({
  success: Type.Literal(true),
  stopped: Type.Enum(MAIL_GROUPS, { description: 'What the account is not written to about any more' }),
});
export const MailsView = Type.Object({
  email: Type.String(),
  confirmed: Type.Boolean({ description: 'Its owner opened a link that was sent there; mails about sales go out only then' }),
  pendingEmail: Nullable(Type.String({ description: 'Asked for, and not confirmed yet' })),
  sales: Type.Enum(SALE_MAILS, { description: 'Each at once, one summary a day, or none' }),
  cashouts: Type.Boolean(),
  tiers: Type.Boolean(),
});

export const AccessesView = Page({
  accesses: Type.Array(
    Type.Object({
      id: Type.String(),
      at: Type.String({ format: 'date-time' }),
      kind: Type.Enum(['signed in', 'refused', 'read']),
      accountId: Type.Union([Type.String(), Type.Null()], { description: 'Who; null where nobody has the name given' }),
      keyName: Type.Union([Type.String(), Type.Null()], { description: 'Of the API key that asked, where it was one' }),
      about: Type.Union([Type.String(), Type.Null()], { description: 'Whose data, where it was one person’s' }),
      call: Type.String(),
      status: Type.Integer(),
      from: Type.String({ description: 'A keyed hash: the same for the same address, and no address' }),
    }),
    { description: 'Newest first, of the last 12 months' },
  ),
});

export const OwnDataView = Page({
  account: Type.String(),
  events: Type.Array(
    Type.Object({ position: Type.Integer(), type: Type.String(), recordedAt: Type.String({ format: 'date-time' }), data: Type.Unknown() }),
    { description: 'Oldest first: what is yours is readable, what is a buyer’s is left out' },
  ),
});

export type AccountView = Static<typeof AccountView>;
export type TotpView = Static<typeof TotpView>;
export type RecoveryCodesView = Static<typeof RecoveryCodesView>;
export type PasswordLinkView = Static<typeof PasswordLinkView>;
export type ForgotView = Static<typeof ForgotView>;
export type UnsubscribedView = Static<typeof UnsubscribedView>;
export type MailsView = Static<typeof MailsView>;
export type AccessesView = Static<typeof AccessesView>;
export type OwnDataView = Static<typeof OwnDataView>;
