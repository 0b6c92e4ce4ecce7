import * as account from './account-api.ts';
import * as api from './api.ts';
import * as bodies from './bodies.ts';
import type { Call } from './call.ts';
import * as evidence from './evidence-api.ts';
import * as operating from './operating-api.ts';
import * as trends from './trends-api.ts';

const page = ['after', 'limit', 'search', 'sort'] as const;

/** What admins ask for and do. */
export const adminCalls = {
  'GET /api/admin/overview': { does: 'Totals of the programme.', permission: 'admin', noPersonalData: true, answers: api.OverviewView },
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
    body: bodies.CreateAffiliateBody,
    answers: api.Done,
    status: 201,
  },
  'PUT /api/admin/affiliates/:id': {
    does: 'Edit an affiliate; `Edit-Base` refuses fields changed since.',
    permission: 'admin',
    body: bodies.EditAffiliateBody,
    answers: api.Done,
  },
  'DELETE /api/admin/affiliates/:id': {
    does: 'Delete an affiliate and destroy their personal keys.',
    permission: 'admin',
    answers: api.Done,
  },
  'POST /api/admin/affiliates/:id/password-link': {
    does: 'Make a link with which an affiliate sets a new password; earlier links are void.',
    permission: 'admin',
    confirmed: true,
    answers: account.PasswordLinkView,
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
    largeBody: true,
    body: bodies.ProcessCashoutBody,
    answers: api.Done,
  },
  'PUT /api/admin/cashouts/:id/settle': {
    does: 'Complete or reject an approved cashout.',
    permission: 'admin',
    largeBody: true,
    body: bodies.SettleCashoutBody,
    answers: api.Done,
  },
  'GET /api/admin/cashouts/:id/proof': { does: 'The proof of payment of any cashout.', permission: 'admin', answers: 'image' },
  'GET /api/admin/actions': { does: 'What admins did.', permission: 'admin', query: page, answers: api.AdminActionsView },
  'GET /api/admin/sales': {
    does: 'The outcome of every checkout; `status` is credited, notCredited, refunded, attention (refunded in part) or open.',
    permission: 'admin',
    query: [...page, 'status'],
    answers: evidence.AdminSalesView,
  },
  'GET /api/admin/sales/:invoice': {
    does: 'The evidence of one sale: visit, checkout, invoice and outcomes.',
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
    body: bodies.CreditSaleBody,
    answers: api.Done,
  },
  'POST /api/admin/sales/:invoice/reverse': {
    does: 'Take a credited sale back, in full and for ever.',
    permission: 'admin',
    body: bodies.ReverseSaleBody,
    answers: api.Done,
  },
  'GET /api/admin/events': {
    does: 'The log, newest first or with `sort=position` oldest first; `position` is where it begins.',
    permission: 'admin',
    query: [...page, 'position', 'type', 'stream', 'actor', 'affiliate', 'from', 'to'],
    answers: api.EventsView,
  },
  'GET /api/admin/events/:position': { does: 'One event and the hash before it.', permission: 'admin', answers: api.OneEventView },
  'GET /api/admin/accesses': {
    does: 'Who signed in, who was refused, and which admin read whose data.',
    permission: 'admin',
    query: ['after', 'limit'],
    answers: account.AccessesView,
  },
  'GET /api/admin/read-models': {
    does: 'Status of each read model.',
    permission: 'admin',
    noPersonalData: true,
    answers: operating.ReadModelsView,
  },
  'POST /api/admin/read-models/work': {
    does: 'Verify read models, or build them anew, in the background; the status shows how far it is.',
    permission: 'admin',
    refuses: [404],
    body: bodies.ReadModelWorkBody,
    answers: api.Done,
  },
} as const satisfies Record<string, Call>;
