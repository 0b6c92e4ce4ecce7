import { type Static, Type } from 'typebox';
import { MAIL_GROUPS, SALE_MAILS } from '../rules/mails.ts';
import { rules } from '../rules/rules.ts';
import { AffiliateView } from './affiliates.ts';
import type { Call } from './call.ts';
import { Email, GivenPassword, NewPassword, Nullable, OneOf, Page, registration, RequiredLine } from './fields.ts';
import { paged, QueryText } from './queries.ts';

export const RegisterBody = Type.Object(registration);
export type RegisterBody = Static<typeof RegisterBody>;

export const LoginBody = Type.Object({
  username: RequiredLine(rules.emailMaximum),
  password: GivenPassword,
  code: Type.Optional(RequiredLine(32)),
});
export type LoginBody = Static<typeof LoginBody>;
export const ChangePasswordBody = Type.Object({ currentPassword: GivenPassword, newPassword: NewPassword });
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;
export const ResetPasswordBody = Type.Object({ token: RequiredLine(100), password: NewPassword });
export type ResetPasswordBody = Static<typeof ResetPasswordBody>;
export const ForgotBody = Type.Object({ email: Email });
export type ForgotBody = Static<typeof ForgotBody>;
export const EmailBody = Type.Object({ email: Email });
export type EmailBody = Static<typeof EmailBody>;
export const MailLinkBody = Type.Object({ token: RequiredLine(200) });
export type MailLinkBody = Static<typeof MailLinkBody>;
export const MailsBody = Type.Object({ sales: OneOf(SALE_MAILS), cashouts: Type.Boolean(), tiers: Type.Boolean() });
export type MailsBody = Static<typeof MailsBody>;
export const ConfirmBody = Type.Object({ password: GivenPassword });
export type ConfirmBody = Static<typeof ConfirmBody>;
export const TotpCodeBody = Type.Object({ code: RequiredLine(32) });
export type TotpCodeBody = Static<typeof TotpCodeBody>;
export const SessionView = Type.Object({ token: Type.String(), affiliate: AffiliateView });
export type SessionView = Static<typeof SessionView>;

export const AccountView = Type.Object({
  username: Type.String(),
  email: Type.String(),
  isAdmin: Type.Boolean(),
  passwordChangedAt: Type.String({ format: 'date-time' }),
  totp: Type.Boolean({ description: 'Signing in takes a code' }),
  totpRequired: Type.Boolean({ description: 'An admin can do nothing else before it is turned on' }),
  recoveryCodesLeft: Type.Integer(),
});
export type AccountView = Static<typeof AccountView>;

export const TotpView = Type.Object({
  secret: Type.String({ description: 'Base 32, to type into an authenticator app' }),
  uri: Type.String({ description: 'otpauth://…, to show as a QR code' }),
});
export type TotpView = Static<typeof TotpView>;

export const RecoveryCodesView = Type.Object({
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown once; each signs in once instead of a code' }),
});
export type RecoveryCodesView = Static<typeof RecoveryCodesView>;

export const ForgotView = Type.Object({
  success: Type.Literal(true),
  mailbox: Nullable(Type.String({ description: 'Path of the sandbox mailbox, where there is no mail server' })),
});
export type ForgotView = Static<typeof ForgotView>;

export const UnsubscribedView = Type.Object({
  success: Type.Literal(true),
  stopped: Type.Enum(MAIL_GROUPS, { description: 'What the account is not written to about any more' }),
});
export type UnsubscribedView = Static<typeof UnsubscribedView>;

export const MailsView = Type.Object({
  email: Type.String(),
  confirmed: Type.Boolean({ description: 'Its owner opened a link that was sent there; mails about sales go out only then' }),
  pendingEmail: Nullable(Type.String({ description: 'Asked for, and not confirmed yet' })),
  sales: Type.Enum(SALE_MAILS, { description: 'Each at once, one summary a day, or none' }),
  cashouts: Type.Boolean(),
  tiers: Type.Boolean(),
});
export type MailsView = Static<typeof MailsView>;

export const OwnDataView = Page({
  account: Type.String(),
  events: Type.Array(
    Type.Object({ position: Type.Integer(), type: Type.String(), recordedAt: Type.String({ format: 'date-time' }), data: Type.Unknown() }),
    { description: 'Oldest first: what is yours is readable, what is a buyer’s is left out' },
  ),
});
export type OwnDataView = Static<typeof OwnDataView>;

/** Joining, and signing in and out. */
export const signInCalls = {
  'POST /api/affiliate/register': {
    does: 'Join the affiliate programme.',
    permission: 'public',
    lane: 'patient',
    refuses: [401],
    body: RegisterBody,
    answers: SessionView,
    status: 201,
  },
  'POST /api/affiliate/login': {
    does: 'Sign in with username or e-mail.',
    permission: 'public',
    lane: 'patient',
    signsIn: true,
    refuses: [401, 403],
    body: LoginBody,
    answers: SessionView,
  },
  'POST /api/account/logout': { does: 'End this session: its token is no longer valid.', permission: 'account' },
} as const satisfies Record<string, Call>;

/** What guards an account, and what it is written to about. */
export const accountCalls = {
  'GET /api/account': { does: 'The security settings of the account.', permission: 'account', answers: AccountView },
  'GET /api/account/data': { does: 'Export everything kept about the account.', permission: 'account', query: paged, answers: OwnDataView },
  'POST /api/account/password': {
    does: 'Change the password: every other session ends, this one goes on with the token answered.',
    permission: 'account',
    body: ChangePasswordBody,
    answers: SessionView,
  },
  'POST /api/account/reset': {
    does: 'Set a new password with the token of a link, once: every session ends, two-factor sign-in stays on.',
    permission: 'public',
    body: ResetPasswordBody,
  },
  'POST /api/account/forgot': {
    does: 'Ask for a link that sets another password, sent to the address of an account. The answer is the same for every address.',
    permission: 'public',
    refuses: [409],
    body: ForgotBody,
    answers: ForgotView,
  },
  'POST /api/account/email': {
    does: 'Ask for another address: it counts once the link sent there is opened. The own one, while it is not confirmed: its link again.',
    permission: 'account',
    confirmed: true,
    body: EmailBody,
  },
  'POST /api/account/email/confirm': {
    does: 'Confirm an address with the token of the link that was sent there.',
    permission: 'public',
    body: MailLinkBody,
    refuses: [401],
  },
  'POST /api/account/email/cancel': {
    does: 'Cancel a change of address that somebody else asked for, with the token of the link in the warning. Every session ends.',
    permission: 'public',
    body: MailLinkBody,
    refuses: [401],
  },
  'GET /api/account/mails': { does: 'What the account is written to about, and where.', permission: 'account', answers: MailsView },
  'PUT /api/account/mails': { does: 'Choose what to be written to about.', permission: 'account', body: MailsBody },
  'GET /api/account/mails/unsubscribe': {
    does: 'Lead somebody whose mail program opens that link to the page that asks first. Changes nothing.',
    permission: 'public',
    query: { token: QueryText('Of the link', 1_000) },
    status: 303,
    answers: 'page',
  },
  'POST /api/account/mails/unsubscribe': {
    does: 'Stop one group of mails with the token of a link in one of them (RFC 8058).',
    permission: 'public',
    query: { token: QueryText('Of the link', 1_000) },
    formBody: true,
    answers: UnsubscribedView,
    refuses: [401],
  },
  'POST /api/account/confirm': {
    does: 'Re-enter the password: good for ten minutes of this session.',
    permission: 'account',
    body: ConfirmBody,
  },
  'POST /api/account/totp': {
    does: 'Begin to set up an authenticator app: the secret takes effect with its first code.',
    permission: 'account',
    confirmed: true,
    answers: TotpView,
  },
  'PUT /api/account/totp': {
    does: 'Turn codes on by giving one; answers the recovery codes.',
    permission: 'account',
    confirmed: true,
    body: TotpCodeBody,
    answers: RecoveryCodesView,
  },
  'DELETE /api/account/totp': { does: 'Turn codes off.', permission: 'account', confirmed: true },
  'POST /api/account/recovery-codes': {
    does: 'Replace the recovery codes.',
    permission: 'account',
    confirmed: true,
    answers: RecoveryCodesView,
  },
} as const satisfies Record<string, Call>;
