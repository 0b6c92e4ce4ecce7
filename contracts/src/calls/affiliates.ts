import { type Static, Type } from 'typebox';
import { balanceCents, type Books, emptyBooks } from '../rules/books.ts';
import { heldCents, type Holds, noHolds, underReviewCents } from '../rules/holds.ts';
import { UNTIL_DECIDED } from '../rules/review.ts';
import { refusals } from '../rules/refusals.ts';
import { type Status, STATUSES, toEuros, toPercent } from '../rules/rules.ts';
import { effectiveTier, firstTerms, type Terms, tierProgress } from '../rules/terms.ts';
import { StatusName, TierId } from '../events/event-fields.ts';
import { forAdmins } from './call.ts';
import {
  Email,
  Euros,
  FreeText,
  HoldDays,
  mayBeBasedOn,
  MinimumCashout,
  Nullable,
  OneOf,
  Page,
  Percent,
  Rate,
  refused,
  RequiredLine,
  Username,
  registration,
} from './fields.ts';
import { AtPositionOrTime, listed, QueryText } from './queries.ts';
import { SignalView, UnderReview } from './review.ts';

export const CreateAffiliateBody = Type.Object({ commissionRate: Rate, ...registration });
export type CreateAffiliateBody = Static<typeof CreateAffiliateBody>;

export const EditAffiliateBody = Type.Object({
  email: Type.Optional(Email),
  username: Type.Optional(Username),
  commissionRate: Type.Optional(Rate),
  status: Type.Optional(OneOf(STATUSES)),
  tier: Type.Optional(Type.String({ minLength: 1, maxLength: 40, format: 'line', ...refused(refusals.noSuchTier) })),
  minimumCashout: Type.Optional(Nullable(MinimumCashout)),
  holdDays: Type.Optional(Nullable(HoldDays)),
  reason: FreeText,
  ...mayBeBasedOn,
});
export type EditAffiliateBody = Static<typeof EditAffiliateBody>;

export const DeleteAffiliateBody = Type.Object(
  {
    forfeits: Type.Optional(
      Nullable(
        Type.Number({ multipleOf: 0.01, description: 'Decimal euros that were shown as forfeited; refused with 409 if others are by now' }),
      ),
    ),
  },
  { default: {} },
);
export type DeleteAffiliateBody = Static<typeof DeleteAffiliateBody>;

/** The fields of an edit in the units of events. */
export const inOurUnits = ({ commissionRate, minimumCashout, ...same }: Omit<EditAffiliateBody, 'reason' | 'editBase'>) => ({
  ...same,
  ...(minimumCashout === undefined ? {} : { minimumCashoutCents: minimumCashout && Math.round(minimumCashout * 100) }),
  ...(commissionRate === undefined ? {} : { commissionBps: Math.round(commissionRate * 100) }),
});

/** An affiliate as their own screens show them. */
export const AffiliateView = Type.Object({
  id: Type.String(),
  username: Type.String(),
  email: Type.String(),
  commissionRate: Percent,
  status: StatusName,
  balance: Euros,
  totalEarned: Euros,
  totalGenerated: Euros,
  isAdmin: Type.Boolean(),
  onHold: Euros,
  releases: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), amount: Euros }), {
    description: 'What is on hold, by the day (UTC) at whose beginning it is available; the next first',
  }),
  underReviewAmount: Type.Number({ description: 'Decimal euros of commission that is held until an admin has looked closer' }),
  tier: TierId,
  tierName: Type.String(),
  tierCommissionRate: Percent,
  nextTier: Nullable(TierId),
  nextTierName: Nullable(Type.String()),
  salesNeededForNextTier: Type.Integer(),
  progressToNextTier: Type.Number({ minimum: 0, maximum: 100 }),
  totalSales: Type.Integer(),
});
export type AffiliateView = Static<typeof AffiliateView>;

/** Of the texts that somebody agreed to when they registered. */
export const AgreedTexts = Nullable(
  Type.String({ description: 'Which version of the texts they agreed to; null: an admin made the account, or it is older than this' }),
);

/** What of it admins list, and edit. */
export const AdminAffiliateView = Type.Object({
  id: Type.String(),
  username: Type.String(),
  email: Type.String(),
  emailConfirmed: Type.Boolean({ description: 'Its owner opened a link that was sent there' }),
  balance: Euros,
  forfeits: Type.Number({ description: 'Decimal euros that a deletion forfeits: the balance and what is on hold' }),
  commissionRate: Percent,
  tierCommissionRate: Percent,
  tier: TierId,
  tierName: Type.String(),
  totalSales: Type.Integer(),
  status: StatusName,
  minimumCashout: Nullable(Euros),
  holdDays: Nullable(Type.Integer()),
  textsVersion: AgreedTexts,
});
export type AdminAffiliateView = Static<typeof AdminAffiliateView>;

/** One affiliate whole: what admins edit, what the account holds, and what is worth a look. */
export const OneAffiliateView = Type.Object({
  ...AdminAffiliateView.properties,
  totalEarned: Euros,
  totalGenerated: Euros,
  totalPaid: Euros,
  totalClicks: Type.Integer(),
  onHold: Euros,
  underReviewAmount: Type.Number({ description: 'Decimal euros of commission that is held until an admin has looked closer' }),
  debt: Type.Number({ description: 'Decimal euros that the affiliate owes: reversed after they were paid' }),
  underReview: UnderReview,
  signals: Type.Array(SignalView, { description: 'Open ones, of the affiliate, their sales and their cashouts; alarms first' }),
});
export type OneAffiliateView = Static<typeof OneAffiliateView>;

/** What an affiliate's figures are computed from. */
export interface AffiliateSums {
  books: Books;
  holds: Holds;
  /** Net sale amounts, cents. */
  generatedCents: number;
  netSales: number;
  tier: string;
  commissionBps: number;
  status: Status;
}

export const emptySums: AffiliateSums = {
  books: emptyBooks,
  holds: noHolds,
  generatedCents: 0,
  netSales: 0,
  tier: firstTerms.tiers[0]!.tier,
  commissionBps: firstTerms.defaultRateBps,
  status: 'active',
};

interface Names {
  id: string;
  username: unknown;
  email: unknown;
}

/** A moment (ISO 8601 UTC), and the terms in force then. */
export interface Then {
  terms: Terms;
  now: string;
}

/** An affiliate's figures as every screen shows them (docs/rules.md#14-numbers); always computed, never stored. Erased names are empty. */
export function affiliateView({ id, username, email }: Names, sums: AffiliateSums, { terms, now }: Then, isAdmin = false): AffiliateView {
  const { books, holds, generatedCents, netSales, tier, commissionBps, status } = sums;
  const step = effectiveTier(terms.tiers, tier, netSales);
  const { nextTier, salesNeeded, progress } = tierProgress(terms.tiers, tier, netSales);
  const onHold = heldCents(holds, now);
  return {
    id,
    username: String(username ?? ''),
    email: String(email ?? ''),
    commissionRate: toPercent(commissionBps),
    status,
    balance: toEuros(balanceCents(books, onHold)),
    totalEarned: toEuros(books.earnedCents - books.reversedCents),
    totalGenerated: toEuros(generatedCents),
    isAdmin,
    onHold: toEuros(onHold - underReviewCents(holds)),
    underReviewAmount: toEuros(underReviewCents(holds)),
    releases: Object.entries(holds)
      .filter(([at]) => at > now && at !== UNTIL_DECIDED)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([at, cents]) => ({ date: at.slice(0, 10), amount: toEuros(cents) })),
    tier: step.tier,
    tierName: step.name,
    tierCommissionRate: toPercent(step.rateBps),
    nextTier: nextTier && nextTier.tier,
    nextTierName: nextTier && nextTier.name,
    salesNeededForNextTier: salesNeeded,
    progressToNextTier: progress,
    totalSales: netSales,
  };
}

/** The view of an admin, who earns nothing. */
export const adminView = (names: Names, then: Then): AffiliateView => affiliateView(names, { ...emptySums, commissionBps: 0 }, then, true);

export const HistoryView = Type.Object({
  position: Type.Integer({ description: 'Position of the last event that changed these figures' }),
  affiliate: AffiliateView,
  stats: Type.Object({ totalClicks: Type.Integer(), totalSales: Type.Integer() }),
});
export type HistoryView = Static<typeof HistoryView>;
export const AdminAffiliatesView = Page({
  affiliates: Type.Array(AdminAffiliateView),
  total: Nullable(Type.Integer({ description: 'How many there are; null: a list with a search or filter is not counted' })),
});
export type AdminAffiliatesView = Static<typeof AdminAffiliatesView>;

export const PasswordLinkView = Type.Object({
  link: Type.String({ description: 'Shown once: anyone who opens it can set the password' }),
  expiresAt: Type.String({ format: 'date-time' }),
});
export type PasswordLinkView = Static<typeof PasswordLinkView>;

/** What admins do with affiliates. */
export const affiliateCalls = forAdmins({
  'GET /api/admin/affiliates': {
    does: 'Affiliates, the newest first.',
    scope: 'read:affiliates',
    query: {
      ...listed('createdAt', 'username', 'email', 'balance', 'totalSales', 'commissionRate', 'tier', 'status'),
      status: StatusName,
      tier: QueryText('The id of a tier', 40),
    },
    answers: AdminAffiliatesView,
  },
  'GET /api/admin/affiliates/:id': {
    does: 'One affiliate: the account, its figures now and its open signals.',
    scope: 'read:affiliates',
    answers: OneAffiliateView,
  },
  'POST /api/admin/affiliates': { does: 'Create an affiliate.', scope: 'write:affiliates', body: CreateAffiliateBody, status: 201 },
  'PUT /api/admin/affiliates/:id': {
    does: 'Edit an affiliate; `editBase` refuses fields changed since, and is required to replace a minimum cashout or holding period of the affiliate’s own.',
    scope: 'write:affiliates',
    body: EditAffiliateBody,
  },
  'DELETE /api/admin/affiliates/:id': { does: 'Delete an affiliate and destroy their personal keys.', body: DeleteAffiliateBody },
  'POST /api/admin/affiliates/:id/password-link': {
    does: 'Make a link with which an affiliate sets a new password; earlier links are void.',
    confirmed: true,
    answers: PasswordLinkView,
  },
  'GET /api/admin/affiliates/:id/history': {
    does: 'An affiliate’s figures as of a time or position.',
    scope: 'read:affiliates',
    query: { at: AtPositionOrTime },
    answers: HistoryView,
  },
});

/** Whom a recalculation of tiers would move. */
export const TierChangesView = Type.Object({
  up: Type.Integer(),
  down: Type.Integer(),
  changes: Type.Array(
    Type.Object({
      affiliate: Type.Object({ id: Type.String(), username: Type.String() }),
      from: Type.String({ description: 'The name of the tier' }),
      to: Type.String({ description: 'The name of the tier' }),
      isDown: Type.Boolean(),
    }),
    { description: 'Those who move down first, at most 20' },
  ),
  shown: Type.String({ description: 'Names all of these changes; send it with the recalculation' }),
});
export type TierChangesView = Static<typeof TierChangesView>;

export const RecalculateTiersBody = Type.Object(
  {
    shown: Type.Optional(
      Nullable(RequiredLine(64), { description: 'Of the changes that were looked at; refused with 409 if others would be made by now' }),
    ),
  },
  { default: {} },
);
export type RecalculateTiersBody = Static<typeof RecalculateTiersBody>;

/** Tiers of all affiliates. */
export const tierCalls = forAdmins({
  'GET /api/admin/recalculate-tiers': {
    does: 'Whom a recalculation of every tier would move now.',
    scope: 'read:affiliates',
    answers: TierChangesView,
  },
  'POST /api/admin/recalculate-tiers': { does: 'Recalculate every tier.', body: RecalculateTiersBody },
});
