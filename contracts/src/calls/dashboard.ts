import { type Static, Type } from 'typebox';
import { OWN_PURCHASES } from '../rules/terms.ts';
import { PaymentTypeName } from '../events/event-fields.ts';
import { AffiliateView, AgreedTexts } from './affiliates.ts';
import type { Call } from './call.ts';
import { CashoutView, PaymentMethodView } from './cashouts.ts';
import { CouponView } from './coupons.ts';
import { Euros, Nullable, Time } from './fields.ts';
import { SaleView } from './sales.ts';

export const NotificationView = Type.Object({
  id: Type.String(),
  title: Type.String(),
  message: Type.String(),
  isRead: Type.Boolean(),
  createdAt: Time,
});
export type NotificationView = Static<typeof NotificationView>;

/** The terms as they are for one affiliate. */
export const OwnTermsView = Type.Object({
  minimumCashout: Euros,
  holdDays: Type.Integer(),
  windowDays: Type.Integer(),
  paymentTypes: Type.Array(PaymentTypeName),
  ownPurchases: Type.Enum(OWN_PURCHASES),
  detailsWaitDays: Type.Integer({ description: 'Days that the first payment to new payment details waits' }),
  textsVersion: AgreedTexts,
});
export type OwnTermsView = Static<typeof OwnTermsView>;

export const DashboardView = Type.Object({
  affiliate: Type.Object({
    ...AffiliateView.properties,
    coupons: Type.Array(CouponView, { description: 'The username, then the codes that admins gave' }),
    underReview: Type.Boolean({ description: 'An admin looks closer at the account; nothing of it is paid out until then' }),
    reviewReason: Nullable(Type.String({ description: 'Why, as the admin wrote it' })),
  }),
  stats: Type.Object({ totalClicks: Type.Integer(), totalSales: Type.Integer() }),
  terms: OwnTermsView,
  recentSales: Type.Array(SaleView, { description: 'Newest 50' }),
  recentCashouts: Type.Array(CashoutView, { description: 'Newest 50' }),
  paymentMethods: Type.Array(PaymentMethodView),
  notifications: Type.Array(NotificationView, { description: 'Newest 50' }),
});
export type DashboardView = Static<typeof DashboardView>;

export const SystemStatsView = Type.Object({
  activeAffiliates: Type.Integer(),
  totalPayouts: Euros,
  successRate: Type.Number(),
  avgMonthlyEarnings: Euros,
});
export type SystemStatsView = Static<typeof SystemStatsView>;

/** One line of the live stream: events of these types concern the account, up to this position. The first line has none: updates begin there. */
export const LiveUpdate = Type.Object({ position: Type.Integer(), events: Type.Array(Type.String()) });
export type LiveUpdate = Static<typeof LiveUpdate>;

/** What an affiliate sees first. */
export const dashboardCalls = {
  'GET /api/affiliate/system-stats': {
    does: 'Figures of the whole programme for the landing page.',
    permission: 'public',
    answers: SystemStatsView,
  },
  'GET /api/affiliate/stats': { does: 'Everything the dashboard shows.', permission: 'account', refuses: [404], answers: DashboardView },
} as const satisfies Record<string, Call>;

export const ReadAllBody = Type.Object(
  {
    upTo: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The highest id that was shown: later notifications stay unread',
        }),
      ),
    ),
  },
  { default: {} },
);
export type ReadAllBody = Static<typeof ReadAllBody>;

/** The bell. */
export const notificationCalls = {
  'PUT /api/affiliate/notifications/:id/read': { does: 'Mark one notification read.', permission: 'affiliate' },
  'PUT /api/affiliate/notifications/read-all': { does: 'Mark all notifications read.', permission: 'affiliate', body: ReadAllBody },
} as const satisfies Record<string, Call>;

/** Live updates. */
export const liveCalls = {
  'GET /api/live': {
    does: 'Live updates by fetch streaming: types of new events of the account, and their last position.',
    permission: 'account',
    lane: 'unlimited',
    answers: 'stream',
  },
} as const satisfies Record<string, Call>;
