import type { TSchema } from 'typebox';
import * as account from './account-api.ts';
import * as api from './api.ts';
import * as evidence from './evidence-api.ts';
import * as operating from './operating-api.ts';
import * as trends from './trends-api.ts';

/** Who may make a call: nobody else gets past the guard. 'account' is any signed-in affiliate or admin. */
export type Permission = 'public' | 'account' | 'affiliate' | 'admin';

/** Why a call answers what is not its answer, by status. */
export const reasons = {
  400: 'The request is not valid',
  401: 'Nobody is signed in with this token, or name and password do not fit',
  403: 'Not for this account, or not before something else',
  404: 'There is none',
  409: 'It does not fit what is there by now',
  413: 'More than the call takes',
  415: 'Only JSON is taken',
  422: 'This Idempotency-Key was used for another request',
  429: 'Too many requests; `Retry-After` says when to try again',
  500: 'A fault: whether it happened is unknown; repeat it with the same Idempotency-Key',
  502: 'The store did not answer as documented',
  503: 'Not now: the reason is in the text',
} as const;

export interface Call {
  does: string;
  permission: Permission;
  /** Only within ten minutes of signing in or of `POST /api/account/confirm`; else 403. */
  confirmed?: true;
  body?: TSchema;
  query?: readonly string[];
  answers: TSchema | 'image' | 'csv' | 'page' | 'stream' | 'text' | 'plain';
  status?: number;
  /** What it refuses with beyond what every call of its kind may (openapi.ts). */
  refuses?: readonly (keyof typeof reasons)[];
}

const page = ['after', 'limit', 'search', 'sort'] as const;

/** Every HTTP call, `METHOD /path` → what it takes and answers. openapi.json is generated from this (SPEC §7, DESIGN §10). */
export const calls = {
  'POST /api/affiliate/register': {
    does: 'Join the affiliate programme.',
    permission: 'public',
    refuses: [401],
    body: api.RegisterBody,
    answers: api.SessionView,
    status: 201,
  },
  'POST /api/affiliate/login': {
    does: 'Sign in with username or e-mail.',
    permission: 'public',
    refuses: [401, 403],
    body: api.LoginBody,
    answers: api.SessionView,
  },
  'POST /api/account/logout': {
    does: 'End this session: its token opens nothing from now on.',
    permission: 'account',
    answers: api.Done,
  },
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
  'GET /api/affiliate/sales': {
    does: 'All sales, newest first.',
    permission: 'affiliate',
    query: ['after', 'limit'],
    answers: api.SalesPageView,
  },
  'GET /api/affiliate/not-credited': {
    does: 'Sales that earned nothing, and why.',
    permission: 'affiliate',
    query: ['after', 'limit'],
    answers: api.NotCreditedView,
  },
  'GET /api/affiliate/trends': {
    does: 'Clicks, sales and commission over time: `range` is 7, 30 or 90 days, or all.',
    permission: 'affiliate',
    query: ['range'],
    answers: trends.AffiliateTrendsView,
  },
  'GET /api/affiliate/ledger': {
    does: 'Every movement of what is available, newest first.',
    permission: 'affiliate',
    query: ['after', 'limit', 'kind', 'from', 'to'],
    answers: api.LedgerView,
  },
  'GET /api/affiliate/ledger.csv': {
    does: 'The ledger as a table to keep.',
    permission: 'affiliate',
    query: ['kind', 'from', 'to'],
    answers: 'csv',
  },
  'POST /api/affiliate/payment-methods': {
    does: 'Add a payment method.',
    permission: 'affiliate',
    confirmed: true,
    body: api.PaymentMethodBody,
    answers: api.Done,
    status: 201,
  },
  'PUT /api/affiliate/payment-methods/:id': {
    does: 'Change a payment method.',
    permission: 'affiliate',
    confirmed: true,
    body: api.PaymentMethodBody,
    answers: api.Done,
  },
  'DELETE /api/affiliate/payment-methods/:id': {
    does: 'Delete a payment method.',
    permission: 'affiliate',
    confirmed: true,
    answers: api.Done,
  },
  'POST /api/affiliate/cashouts': {
    does: 'Ask to be paid.',
    permission: 'affiliate',
    refuses: [404],
    body: api.CashoutBody,
    answers: api.Done,
    status: 201,
  },
  'GET /api/affiliate/cashouts/:id/proof': { does: 'The proof of payment of an own cashout.', permission: 'affiliate', answers: 'image' },
  'PUT /api/affiliate/notifications/:id/read': { does: 'Mark one notification read.', permission: 'affiliate', answers: api.Done },
  'PUT /api/affiliate/notifications/read-all': { does: 'Mark all notifications read.', permission: 'affiliate', answers: api.Done },
  'GET /api/account': { does: 'What guards the account.', permission: 'account', answers: account.AccountView },
  'POST /api/account/password': {
    does: 'Change the password: every other session ends, this one goes on with the token answered.',
    permission: 'account',
    body: account.ChangePasswordBody,
    answers: api.SessionView,
  },
  'POST /api/account/confirm': {
    does: 'Re-enter the password: good for ten minutes of this session.',
    permission: 'account',
    body: account.ConfirmBody,
    answers: api.Done,
  },
  'POST /api/account/totp': {
    does: 'Begin to set up codes from an authenticator app: a secret that counts once a code of it was given.',
    permission: 'account',
    confirmed: true,
    answers: account.TotpView,
  },
  'PUT /api/account/totp': {
    does: 'Turn codes on by giving one; answers the recovery codes.',
    permission: 'account',
    confirmed: true,
    body: account.TotpCodeBody,
    answers: account.RecoveryCodesView,
  },
  'DELETE /api/account/totp': { does: 'Turn codes off.', permission: 'account', confirmed: true, answers: api.Done },
  'POST /api/account/recovery-codes': {
    does: 'New recovery codes instead of the ones before.',
    permission: 'account',
    confirmed: true,
    answers: account.RecoveryCodesView,
  },
  'GET /api/admin/overview': { does: 'Totals of the programme.', permission: 'admin', answers: api.OverviewView },
  'GET /api/admin/trends': {
    does: 'Revenue, payouts, what is outstanding and conversion over time: `range` is 7, 30 or 90 days, or all.',
    permission: 'admin',
    query: ['range'],
    answers: trends.AdminTrendsView,
  },
  'GET /api/admin/affiliates': { does: 'All affiliates.', permission: 'admin', query: page, answers: api.AdminAffiliatesView },
  'POST /api/admin/affiliates': {
    does: 'Create an affiliate.',
    permission: 'admin',
    body: api.CreateAffiliateBody,
    answers: api.Done,
    status: 201,
  },
  'PUT /api/admin/affiliates/:id': {
    does: 'Edit an affiliate; `Edit-Base` refuses fields changed since.',
    permission: 'admin',
    body: api.EditAffiliateBody,
    answers: api.Done,
  },
  'DELETE /api/admin/affiliates/:id': {
    does: 'Delete an affiliate and destroy their personal keys.',
    permission: 'admin',
    answers: api.Done,
  },
  'GET /api/admin/affiliates/:id/history': {
    does: 'An affiliate’s figures as of a time or position.',
    permission: 'admin',
    query: ['at'],
    answers: api.HistoryView,
  },
  'POST /api/admin/recalculate-tiers': { does: 'Recalculate every tier.', permission: 'admin', answers: api.Done },
  'GET /api/admin/cashouts': { does: 'All cashouts.', permission: 'admin', query: [...page, 'status'], answers: api.AdminCashoutsView },
  'PUT /api/admin/cashouts/:id/process': {
    does: 'Approve, complete or reject a pending cashout.',
    permission: 'admin',
    body: api.ProcessCashoutBody,
    answers: api.Done,
  },
  'PUT /api/admin/cashouts/:id/settle': {
    does: 'Complete or reject an approved cashout.',
    permission: 'admin',
    body: api.SettleCashoutBody,
    answers: api.Done,
  },
  'GET /api/admin/cashouts/:id/proof': { does: 'The proof of payment of any cashout.', permission: 'admin', answers: 'image' },
  'GET /api/admin/actions': { does: 'What admins did.', permission: 'admin', query: page, answers: api.AdminActionsView },
  'GET /api/admin/sales': {
    does: 'What became of every checkout; `status` is credited, notCredited, refunded, attention (refunded in part) or open.',
    permission: 'admin',
    query: [...page, 'status'],
    answers: evidence.AdminSalesView,
  },
  'GET /api/admin/sales/:invoice': {
    does: 'From visit to checkout to invoice to sale: what is known of one.',
    permission: 'admin',
    answers: evidence.EvidenceView,
  },
  'GET /api/admin/intents': {
    does: 'Checkouts that were asked for and never reached the store, newest first.',
    permission: 'admin',
    query: ['after', 'limit'],
    answers: evidence.IntentsView,
  },
  'POST /api/admin/sales/:invoice/credit': {
    does: 'Credit a completed invoice by hand.',
    permission: 'admin',
    body: api.CreditSaleBody,
    answers: api.Done,
  },
  'POST /api/admin/sales/:invoice/reverse': {
    does: 'Take a credited sale back, in full and for ever.',
    permission: 'admin',
    body: api.ReverseSaleBody,
    answers: api.Done,
  },
  'GET /api/admin/events': {
    does: 'The log: newest first, oldest first when `after` is given.',
    permission: 'admin',
    query: ['after', 'before', 'type', 'stream', 'actor', 'affiliate', 'from', 'to', 'search', 'limit'],
    answers: api.EventsView,
  },
  'GET /api/admin/events/:position': { does: 'One event and the hash before it.', permission: 'admin', answers: api.OneEventView },
  'GET /api/admin/accesses': {
    does: 'Who signed in, who was refused, and which admin read whose data.',
    permission: 'admin',
    query: ['after', 'limit'],
    answers: account.AccessesView,
  },
  'GET /api/admin/read-models': { does: 'Status of each read model.', permission: 'admin', answers: operating.ReadModelsView },
  'POST /api/admin/read-models/work': {
    does: 'Verify read models, or build them anew, in the background; the status shows how far it is.',
    permission: 'admin',
    body: operating.ReadModelWorkBody,
    answers: api.Done,
  },
  'POST /api/track/track-visit': {
    does: 'Count a visit through a referral link.',
    permission: 'public',
    body: api.TrackVisitBody,
    answers: api.VisitView,
  },
  'POST /api/store/checkout': {
    does: 'Open a checkout at the store.',
    permission: 'public',
    refuses: [502],
    body: api.CheckoutBody,
    answers: api.CheckoutView,
  },
  'GET /api/store/altcha': { does: 'A captcha challenge for the checkout.', permission: 'public', answers: api.ChallengeView },
  'POST /api/store/notifications': {
    does: 'What the store says happened; verified over the raw bytes.',
    permission: 'public',
    refuses: [401],
    answers: api.Done,
  },
  'GET /api/public/statistics': { does: 'Every public number of the site.', permission: 'public', answers: api.StatisticsView },
  'GET /api/public/releases/:product': {
    does: 'Latest release and downloads of `free` or `fortnite`.',
    permission: 'public',
    answers: api.ReleaseView,
  },
  'GET /api/public/tweaks': { does: 'Download counts of the free tweaks.', permission: 'public', answers: api.TweakDownloadsView },
  'GET /api/public/people': { does: 'Names and pictures of reviewers and staff.', permission: 'public', answers: api.PeopleView },
  'GET /api/public/people/:id/avatar': { does: 'The picture of one of them.', permission: 'public', answers: 'image' },
  'GET /api/live': {
    does: 'Updates by fetch streaming: what happened to the account, and up to which position.',
    permission: 'account',
    answers: 'stream',
  },
  'GET /health/live': { does: 'The process runs.', permission: 'public', answers: 'text' },
  'GET /health/ready': { does: 'The process can serve.', permission: 'public', refuses: [503], answers: 'text' },
  'GET /metrics': { does: 'What Prometheus scrapes.', permission: 'public', answers: 'plain' },
  'GET /api/openapi.json': { does: 'This document.', permission: 'public', answers: 'text' },
} as const satisfies Record<string, Call>;
