import { Type } from 'typebox';
import * as account from './account-api.ts';
import * as api from './api.ts';
import * as bodies from './bodies.ts';
import { forAdmins } from './call.ts';
import { Moment } from './fields.ts';
import { adminCouponCalls } from './coupon-api.ts';
import * as evidence from './evidence-api.ts';
import * as keys from './keys-api.ts';
import { payoutCalls } from './payouts-api.ts';
import { reviewCalls } from './review-api.ts';
import { adminMissingSaleCalls } from './missing-sales-api.ts';
import { webhookCalls } from './webhooks-api.ts';
import * as operating from './operating-api.ts';
import { exchangeCalls } from './currency-rates.ts';
import { AtPositionOrTime, listed, paged, Position, QueryText } from './queries.ts';
import { CASHOUT_STATUSES } from '../rules/rules.ts';
import * as terms from './terms-api.ts';
import * as trends from './trends-api.ts';

/** What admins ask for and do. */
export const adminCalls = forAdmins({
  'GET /api/admin/overview': { does: 'Totals of the programme.', scope: 'read:programme', noPersonalData: true, answers: api.OverviewView },
  'GET /api/admin/trends': {
    does: 'Revenue, payouts, what is outstanding and conversion over time: `range` is 7, 30 or 90 days, or all.',
    scope: 'read:programme',
    noPersonalData: true,
    query: { range: trends.Range },
    answers: trends.AdminTrendsView,
  },
  'GET /api/admin/affiliates': {
    does: 'Affiliates, the newest first.',
    scope: 'read:affiliates',
    query: listed('createdAt', 'username', 'email', 'balance', 'totalSales', 'commissionRate', 'tier', 'status'),
    answers: api.AdminAffiliatesView,
  },
  'POST /api/admin/affiliates': { does: 'Create an affiliate.', scope: 'write:affiliates', body: bodies.CreateAffiliateBody, status: 201 },
  'PUT /api/admin/affiliates/:id': {
    does: 'Edit an affiliate; `Edit-Base` refuses fields changed since.',
    editBase: 'to replace a minimum cashout or holding period of the affiliate’s own',
    scope: 'write:affiliates',
    body: bodies.EditAffiliateBody,
  },
  'DELETE /api/admin/affiliates/:id': { does: 'Delete an affiliate and destroy their personal keys.' },
  'POST /api/admin/affiliates/:id/password-link': {
    does: 'Make a link with which an affiliate sets a new password; earlier links are void.',
    confirmed: true,
    answers: account.PasswordLinkView,
  },
  'GET /api/admin/affiliates/:id/history': {
    does: 'An affiliate’s figures as of a time or position.',
    scope: 'read:affiliates',
    query: { at: AtPositionOrTime },
    answers: api.HistoryView,
  },
  ...adminCouponCalls,
  'POST /api/admin/recalculate-tiers': { does: 'Recalculate every tier.' },
  'GET /api/admin/cashouts': {
    does: 'All cashouts.',
    scope: 'read:affiliates',
    query: { ...listed('createdAt', 'amount', 'status', 'username'), status: Type.Enum([...CASHOUT_STATUSES]) },
    answers: api.AdminCashoutsView,
  },
  'PUT /api/admin/cashouts/:id/process': {
    does: 'Approve, complete or reject a pending cashout.',
    largeBody: true,
    body: bodies.ProcessCashoutBody,
  },
  'PUT /api/admin/cashouts/:id/settle': {
    does: 'Complete or reject an approved cashout.',
    largeBody: true,
    body: bodies.SettleCashoutBody,
  },
  'GET /api/admin/cashouts/:id/proof': { does: 'The proof of payment of any cashout.', scope: 'read:affiliates', answers: 'image' },
  'GET /api/admin/actions': {
    does: 'What admins did, the newest first.',
    scope: 'read:events',
    query: listed('createdAt', 'actionType', 'adminUsername', 'targetUsername'),
    answers: api.AdminActionsView,
  },
  ...evidence.saleCalls,
  ...evidence.elsewhereCalls,
  ...adminMissingSaleCalls,
  ...payoutCalls,
  ...reviewCalls,
  ...terms.termsCalls,
  ...exchangeCalls,
  ...keys.keyCalls,
  ...webhookCalls,
});

/** What admins ask of the log and its read models. */
export const logCalls = forAdmins({
  'GET /api/admin/events': {
    does: 'The log, newest first or with `sort=position` oldest first; `position` is where it begins.',
    scope: 'read:events',
    query: {
      ...listed('position'),
      position: Position,
      type: QueryText('A kind of event'),
      stream: QueryText('A stream'),
      actor: QueryText('The name, id or kind of who did it'),
      affiliate: QueryText('The name or id of an affiliate'),
      from: Moment('The first moment'),
      to: Moment('The last moment'),
    },
    answers: api.EventsView,
  },
  'GET /api/admin/events/:position': { does: 'One event and the hash before it.', scope: 'read:events', answers: api.OneEventView },
  'GET /api/admin/accesses': {
    does: 'Who signed in, who was refused, and which admin read whose data.',
    scope: 'read:events',
    query: paged,
    answers: account.AccessesView,
  },
  ...operating.readModelCalls,
});
