import { type Static, Type } from 'typebox';
import { AdminAffiliateView, AffiliateView, AgreedTexts } from './affiliate-view.ts';
import { CouponView } from './coupon-api.ts';
import { PaymentTypeName } from '../events/event-fields.ts';
import { Euros, Nullable, Page, PaidInstead, Time } from './fields.ts';
import { UnderReview } from './review-api.ts';
import { ATTRIBUTED_BY, CASHOUT_STATUSES } from '../rules/rules.ts';
import { OWN_PURCHASES } from '../rules/terms.ts';

/** Every response, exactly as JSON. */

const CashoutStatusName = Type.Enum([...CASHOUT_STATUSES]);

export const ErrorView = Type.Object({ error: Type.String() });
export const Done = Type.Object({ success: Type.Literal(true) });

export const SessionView = Type.Object({ token: Type.String(), affiliate: AffiliateView });

const HoldEnd = Type.Optional(
  Type.String({ format: 'date-time', description: 'When the commission is no longer on hold; absent: it was available at once' }),
);
export const SaleView = Type.Object({
  transactionId: Type.String(),
  product: Type.String(),
  customerEmail: Type.String({ description: 'Masked for affiliates' }),
  timestamp: Time,
  amount: Euros,
  commissionAmount: Euros,
  availableAt: HoldEnd,
  attributedBy: Type.Enum(ATTRIBUTED_BY),
  code: Type.Optional(Type.String({ description: 'The code it was found by' })),
  campaign: Type.Optional(Type.String({ description: 'Of the link that brought the buyer' })),
  landing: Type.Optional(Type.String({ description: 'The page that it led to' })),
  site: Type.Optional(Type.String({ description: 'The host that it stood on' })),
  status: Type.Enum(['completed', 'refunded']),
  underReview: UnderReview,
});
export const PaymentDetails = Type.Object({ email: Type.Optional(Type.String()), address: Type.Optional(Type.String()) });
export const PaymentMethodView = Type.Object({
  id: Type.String(),
  paymentType: PaymentTypeName,
  paymentDetails: PaymentDetails,
  isPrimary: Type.Boolean(),
  isVerified: Type.Boolean(),
});
export const CashoutView = Type.Object({
  id: Type.String(),
  amount: Euros,
  paymentType: PaymentTypeName,
  paymentDetails: PaymentDetails,
  status: CashoutStatusName,
  underReview: UnderReview,
  createdAt: Time,
  proofImageUrl: Nullable(Type.String({ description: 'Fetched with the bearer header and shown as a blob' })),
});
export const NotificationView = Type.Object({
  id: Type.String(),
  title: Type.String(),
  message: Type.String(),
  isRead: Type.Boolean(),
  createdAt: Time,
});
/** The terms as they are for one affiliate. */
export const OwnTermsView = Type.Object({
  minimumCashout: Euros,
  holdDays: Type.Integer(),
  windowDays: Type.Integer(),
  paymentTypes: Type.Array(PaymentTypeName),
  ownPurchases: Type.Enum(OWN_PURCHASES),
  textsVersion: AgreedTexts,
});
export const DashboardView = Type.Object({
  affiliate: Type.Object({
    ...AffiliateView.properties,
    coupons: Type.Array(CouponView, { description: 'The username, then the codes that admins gave' }),
    isUnderReview: Type.Boolean({ description: 'An admin looks closer at the account; nothing of it is paid out until then' }),
  }),
  stats: Type.Object({ totalClicks: Type.Integer(), totalSales: Type.Integer() }),
  terms: OwnTermsView,
  recentSales: Type.Array(SaleView, { description: 'Newest 50' }),
  recentCashouts: Type.Array(CashoutView, { description: 'Newest 50' }),
  paymentMethods: Type.Array(PaymentMethodView),
  notifications: Type.Array(NotificationView, { description: 'Newest 50' }),
});
export const SystemStatsView = Type.Object({
  activeAffiliates: Type.Integer(),
  totalPayouts: Euros,
  successRate: Type.Number(),
  avgMonthlyEarnings: Euros,
});
export const NotCreditedView = Page({
  entries: Type.Array(
    Type.Object({ transactionId: Type.String(), timestamp: Time, amount: Euros, foreign: PaidInstead, reason: Type.String() }),
  ),
});
export const SalesPageView = Page({ sales: Type.Array(SaleView) });
export const LedgerView = Page({
  entries: Type.Array(
    Type.Object({
      position: Type.Integer(),
      at: Time,
      kind: Type.String(),
      amount: Euros,
      balance: Euros,
      why: Type.String(),
      availableAt: HoldEnd,
    }),
    { description: 'Newest first; all of them sum to what is on the account. `balance` is what each one came to, signed' },
  ),
  balance: Euros,
});

export const HistoryView = Type.Object({
  position: Type.Integer({ description: 'Of the last event of theirs that counted' }),
  affiliate: AffiliateView,
  stats: Type.Object({ totalClicks: Type.Integer(), totalSales: Type.Integer() }),
});

export const OverviewView = Type.Object({
  overview: Type.Object({
    totalAffiliates: Type.Integer(),
    totalRevenue: Euros,
    pendingCashouts: Type.Integer(),
    totalSales: Type.Integer(),
    activeAffiliates: Type.Integer(),
    totalClicks: Type.Integer(),
    totalOutstandingBalance: Euros,
    totalPaidOut: Euros,
  }),
});
export const AdminAffiliatesView = Page({ affiliates: Type.Array(AdminAffiliateView) });
export const AdminCashoutView = Type.Intersect([CashoutView, Type.Object({ affiliate: Type.Object({ username: Type.String() }) })]);
export const AdminCashoutsView = Page({ cashouts: Type.Array(AdminCashoutView) });
export const AdminActionView = Type.Object({
  id: Type.String(),
  actionType: Type.String(),
  adminUsername: Type.String(),
  targetUsername: Nullable(Type.String()),
  createdAt: Time,
});
export const AdminActionsView = Page({ actions: Type.Array(AdminActionView) });

export const EventView = Type.Object({
  position: Type.Integer(),
  id: Type.String(),
  streamId: Type.String(),
  version: Type.Integer(),
  type: Type.String(),
  schemaVersion: Type.Integer(),
  data: Type.Unknown(),
  metadata: Type.Unknown(),
  recordedAt: Time,
  hash: Type.String(),
});
export const EventsView = Page({ head: Type.Object({ position: Type.Integer(), hash: Type.String() }), events: Type.Array(EventView) });
export const OneEventView = Type.Object({ event: EventView, previousHash: Type.String() });

export const ChallengeView = Type.Unknown({ description: 'The captcha challenge, as the ALTCHA widget reads it' });
export const CheckoutView = Type.Object({
  url: Type.String(),
  sameTab: Type.Optional(Type.Literal(true, { description: 'The payment page cannot stand in a frame: go there' })),
  notice: Type.Optional(Type.String({ description: 'Why the code does not count, or not in full; the purchase goes on' })),
});
export const VisitView = Type.Object({ visitId: Nullable(Type.String({ description: 'null when the visit was not counted' })) });

/** Public feeds: what the server last read elsewhere. null: never read, so the site shows a fallback text (docs/product.md#fallbacks). */
export const StatisticsView = Type.Object({
  freeUtilityVersion: Nullable(Type.String()),
  freeUtilityDownloads: Nullable(Type.Integer()),
  recentDownloads: Nullable(Type.Integer({ description: 'Downloads of the free utility from version 2.0 on' })),
  freeTweaksDownloads: Nullable(Type.Integer()),
  premiumVersion: Nullable(Type.String()),
  premiumTotalTweaksRaw: Nullable(Type.String()),
  customersTotalRaw: Nullable(Type.String()),
  discordMembers: Nullable(Type.Integer()),
  videoSubscribers: Nullable(Type.Integer()),
  codeStars: Nullable(Type.Integer()),
});
export const ReleaseView = Type.Object({
  version: Nullable(Type.String()),
  downloadUrl: Nullable(Type.String()),
  downloads: Nullable(Type.Integer()),
});
export const TweakDownloadsView = Type.Object({
  tweaks: Type.Array(
    Type.Object({
      repo: Type.String(),
      downloads: Nullable(Type.Integer()),
      downloadUrl: Nullable(Type.String({ description: 'The file of the latest release' })),
    }),
  ),
});
export const PersonView = Type.Object({
  discordId: Type.String(),
  name: Nullable(Type.String({ description: 'global_name, else username' })),
  username: Nullable(Type.String()),
  avatarUrl: Nullable(Type.String({ description: 'On this origin: the server fetches the picture' })),
});
export const PeopleView = Type.Object({ people: Type.Array(PersonView) });

/** One line of the live stream: something about the account happened, up to this position. */
export const LiveUpdate = Type.Object({ position: Type.Integer(), events: Type.Array(Type.String()) });

export type LiveUpdate = Static<typeof LiveUpdate>;
export type DashboardView = Static<typeof DashboardView>;
export type OwnTermsView = Static<typeof OwnTermsView>;
export type SessionView = Static<typeof SessionView>;
export type SaleView = Static<typeof SaleView>;
export type SalesPageView = Static<typeof SalesPageView>;
export type PaymentDetails = Static<typeof PaymentDetails>;
export type PaymentMethodView = Static<typeof PaymentMethodView>;
export type CashoutView = Static<typeof CashoutView>;
export type NotificationView = Static<typeof NotificationView>;
export type SystemStatsView = Static<typeof SystemStatsView>;
export type NotCreditedView = Static<typeof NotCreditedView>;
export type LedgerView = Static<typeof LedgerView>;
export type HistoryView = Static<typeof HistoryView>;
export type OverviewView = Static<typeof OverviewView>;
export type AdminAffiliatesView = Static<typeof AdminAffiliatesView>;
export type AdminCashoutView = Static<typeof AdminCashoutView>;
export type AdminCashoutsView = Static<typeof AdminCashoutsView>;
export type AdminActionsView = Static<typeof AdminActionsView>;
export type EventView = Static<typeof EventView>;
export type EventsView = Static<typeof EventsView>;
export type OneEventView = Static<typeof OneEventView>;
export type CheckoutView = Static<typeof CheckoutView>;
export type VisitView = Static<typeof VisitView>;
export type StatisticsView = Static<typeof StatisticsView>;
export type ReleaseView = Static<typeof ReleaseView>;
export type TweakDownloadsView = Static<typeof TweakDownloadsView>;
export type PersonView = Static<typeof PersonView>;
export type PeopleView = Static<typeof PeopleView>;
export type ErrorView = Static<typeof ErrorView>;
