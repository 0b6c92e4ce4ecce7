import * as account from '../calls/account-api.ts';
import { adminCalls, logCalls } from '../calls/admin-calls.ts';
import * as api from '../calls/api.ts';
import * as bodies from '../calls/bodies.ts';
import { BreakdownBy, BreakdownView } from '../calls/breakdown-api.ts';
import type { Call } from '../calls/call.ts';
import { couponCalls } from '../calls/coupon-api.ts';
import { Moment } from '../calls/fields.ts';
import { missingSaleCalls } from '../calls/missing-sales-api.ts';
import { publicCalls } from '../calls/public-calls.ts';
import { paged, QueryText } from '../calls/queries.ts';
import * as statement from '../calls/statement-api.ts';
import { feedCalls } from './feed-api.ts';
import * as trends from '../calls/trends-api.ts';

const ledgerFilter = { kind: QueryText('Of entries', 40), from: Moment('The first moment'), to: Moment('The moment behind the last') };

/** Every HTTP call, `METHOD /path` → what it takes and answers. openapi.json is generated from this (docs/product.md#calls). */
export const calls = {
  'POST /api/affiliate/register': {
    does: 'Join the affiliate programme.',
    permission: 'public',
    lane: 'patient',
    refuses: [401],
    body: bodies.RegisterBody,
    answers: api.SessionView,
    status: 201,
  },
  'POST /api/affiliate/login': {
    does: 'Sign in with username or e-mail.',
    permission: 'public',
    lane: 'patient',
    signsIn: true,
    refuses: [401, 403],
    body: bodies.LoginBody,
    answers: api.SessionView,
  },
  'POST /api/account/logout': { does: 'End this session: its token is no longer valid.', permission: 'account' },
  'GET /api/affiliate/system-stats': {
    does: 'Figures of the whole programme for the landing page.',
    permission: 'public',
    answers: api.SystemStatsView,
  },
  'GET /api/affiliate/stats': {
    does: 'Everything the dashboard shows.',
    permission: 'account',
    refuses: [404],
    answers: api.DashboardView,
  },
  'GET /api/affiliate/sales': { does: 'All sales, newest first.', permission: 'affiliate', query: paged, answers: api.SalesPageView },
  'GET /api/affiliate/not-credited': {
    does: 'Sales that earned nothing, and why.',
    permission: 'affiliate',
    query: paged,
    answers: api.NotCreditedView,
  },
  ...missingSaleCalls,
  'GET /api/affiliate/trends': {
    does: 'Clicks, sales and commission over time: `range` is 7, 30 or 90 days, or all.',
    permission: 'affiliate',
    query: { range: trends.Range },
    answers: trends.AffiliateTrendsView,
  },
  'GET /api/affiliate/breakdown': {
    does: 'Clicks, sales and commission by campaign, page or referring site: `by` and `range` (7, 30 or 90 days, or all).',
    permission: 'affiliate',
    query: { by: BreakdownBy, range: trends.Range },
    answers: BreakdownView,
  },
  'GET /api/affiliate/breakdown.csv': {
    does: 'The same as comma-separated values.',
    permission: 'affiliate',
    query: { by: BreakdownBy, range: trends.Range },
    answers: 'csv',
  },
  'GET /api/affiliate/ledger': {
    does: 'Every change of the available balance, newest first.',
    permission: 'affiliate',
    query: { ...paged, ...ledgerFilter },
    answers: api.LedgerView,
  },
  'GET /api/affiliate/ledger.csv': { does: 'The ledger as a CSV file.', permission: 'affiliate', query: ledgerFilter, answers: 'csv' },
  'GET /api/affiliate/statement': {
    does: 'The available balance, signed with the head of the log it follows from.',
    permission: 'affiliate',
    refuses: [404],
    answers: statement.StatementView,
  },
  ...statement.statementCalls,
  'POST /api/affiliate/payment-methods': {
    does: 'Add a payment method.',
    permission: 'affiliate',
    confirmed: true,
    body: bodies.PaymentMethodBody,
    status: 201,
  },
  'PUT /api/affiliate/payment-methods/:id': {
    does: 'Change a payment method.',
    permission: 'affiliate',
    confirmed: true,
    body: bodies.PaymentMethodBody,
  },
  'DELETE /api/affiliate/payment-methods/:id': { does: 'Delete a payment method.', permission: 'affiliate', confirmed: true },
  'POST /api/affiliate/cashouts': {
    does: 'Ask to be paid.',
    permission: 'affiliate',
    refuses: [404],
    body: bodies.CashoutBody,
    status: 201,
  },
  'GET /api/affiliate/cashouts/:id/proof': { does: 'The proof of payment of an own cashout.', permission: 'affiliate', answers: 'image' },
  'PUT /api/affiliate/notifications/:id/read': { does: 'Mark one notification read.', permission: 'affiliate' },
  'PUT /api/affiliate/notifications/read-all': { does: 'Mark all notifications read.', permission: 'affiliate' },
  'GET /api/account': { does: 'The security settings of the account.', permission: 'account', answers: account.AccountView },
  'GET /api/account/data': {
    does: 'Export everything kept about the account.',
    permission: 'account',
    query: paged,
    answers: account.OwnDataView,
  },
  'POST /api/account/password': {
    does: 'Change the password: every other session ends, this one goes on with the token answered.',
    permission: 'account',
    body: bodies.ChangePasswordBody,
    answers: api.SessionView,
  },
  'POST /api/account/reset': {
    does: 'Set a new password with the token of a link, once: every session ends, two-factor sign-in stays on.',
    permission: 'public',
    body: bodies.ResetPasswordBody,
  },
  'POST /api/account/forgot': {
    does: 'Ask for a link that sets another password, sent to the address of an account. The answer is the same for every address.',
    permission: 'public',
    refuses: [409],
    body: bodies.ForgotBody,
    answers: account.ForgotView,
  },
  'POST /api/account/email': {
    does: 'Ask for another address: it counts once the link sent there is opened. The own one, while it is not confirmed: its link again.',
    permission: 'account',
    confirmed: true,
    body: bodies.EmailBody,
  },
  'POST /api/account/email/confirm': {
    does: 'Confirm an address with the token of the link that was sent there.',
    permission: 'public',
    body: bodies.MailLinkBody,
    refuses: [401],
  },
  'POST /api/account/email/cancel': {
    does: 'Cancel a change of address that somebody else asked for, with the token of the link in the warning. Every session ends.',
    permission: 'public',
    body: bodies.MailLinkBody,
    refuses: [401],
  },
  'GET /api/account/mails': { does: 'What the account is written to about, and where.', permission: 'account', answers: account.MailsView },
  'PUT /api/account/mails': { does: 'Choose what to be written to about.', permission: 'account', body: bodies.MailsBody },
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
    answers: account.UnsubscribedView,
    refuses: [401],
  },
  'POST /api/account/confirm': {
    does: 'Re-enter the password: good for ten minutes of this session.',
    permission: 'account',
    body: bodies.ConfirmBody,
  },
  'POST /api/account/totp': {
    does: 'Begin to set up an authenticator app: the secret takes effect with its first code.',
    permission: 'account',
    confirmed: true,
    answers: account.TotpView,
  },
  'PUT /api/account/totp': {
    does: 'Turn codes on by giving one; answers the recovery codes.',
    permission: 'account',
    confirmed: true,
    body: bodies.TotpCodeBody,
    answers: account.RecoveryCodesView,
  },
  'DELETE /api/account/totp': { does: 'Turn codes off.', permission: 'account', confirmed: true },
  'POST /api/account/recovery-codes': {
    does: 'Replace the recovery codes.',
    permission: 'account',
    confirmed: true,
    answers: account.RecoveryCodesView,
  },
  ...adminCalls,
  ...feedCalls,
  ...logCalls,
  'POST /api/track/track-visit': {
    does: 'Count a visit through a referral link.',
    permission: 'public',
    body: bodies.TrackVisitBody,
    answers: api.VisitView,
  },
  'POST /api/store/checkout': {
    does: 'Open a checkout at the store.',
    permission: 'public',
    lane: 'patient',
    refuses: [502],
    body: bodies.CheckoutBody,
    answers: api.CheckoutView,
  },
  'GET /api/store/altcha': { does: 'A captcha challenge for the checkout.', permission: 'public', answers: api.ChallengeView },
  ...couponCalls,
  'POST /api/store/notifications': {
    does: 'Receive a notification of the store; its signature is verified over the raw bytes.',
    permission: 'public',
    lane: 'reserved',
    fromStore: true,
    refuses: [401],
  },
  'POST /api/store/notifications/:provider': {
    does: 'The same from the payment provider of this name.',
    permission: 'public',
    lane: 'reserved',
    fromStore: true,
    refuses: [401],
  },
  ...publicCalls,
  'GET /api/live': {
    does: 'Live updates by fetch streaming: types of new events of the account, and their last position.',
    permission: 'account',
    lane: 'unlimited',
    answers: 'stream',
  },
  'GET /sandbox/mail': {
    does: 'The sandbox mailbox: what was sent, where there is no mail server.',
    permission: 'public',
    answers: 'page',
  },
  'GET /sandbox/mail/:id': { does: 'One mail of the sandbox mailbox.', permission: 'public', answers: 'page' },
  'GET /health/live': { does: 'The process runs.', permission: 'public', lane: 'unlimited', answers: 'text' },
  'GET /health/ready': { does: 'The process can serve.', permission: 'public', lane: 'unlimited', answers: 'text' },
  'GET /metrics': {
    does: 'What Prometheus scrapes, with METRICS_TOKEN as Bearer; where none is set it is unknown here and on METRICS_PORT alone.',
    permission: 'public',
    lane: 'unlimited',
    answers: 'plain',
    refuses: [401, 404],
  },
  'GET /api/openapi.json': { does: 'This document.', permission: 'public', answers: 'text' },
} as const satisfies Record<string, Call>;
