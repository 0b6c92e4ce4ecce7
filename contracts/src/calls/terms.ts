import { type Static, Type } from 'typebox';
import { EU, type SelfBilling, selfBillingLimits } from '../rules/documents.ts';
import { refusals } from '../rules/refusals.ts';
import { toEuros, toPercent } from '../rules/rules.ts';
import { PAYMENT_TYPES } from '../rules/payout-methods.ts';
import {
  ATTRIBUTIONS,
  FOREIGN_CURRENCIES,
  type Limits,
  OWN_PURCHASES,
  RECEIPTS,
  type Terms,
  termsLimits,
  type TermsToSet,
} from '../rules/terms.ts';
import { PaymentTypeName, TierId } from '../events/event-fields.ts';
import { Done, forAdmins } from './call.ts';
import { basedOn, Euros, HoldDays, MinimumCashout, Nullable, OneOf, Percent, Rate, refused, RequiredLine, Time } from './fields.ts';

const FourEyes = Type.Number({
  multipleOf: 0.01,
  minimum: termsLimits.fourEyesCents.minimum / 100,
  maximum: termsLimits.fourEyesCents.maximum / 100,
  description: 'Decimal euros; null: one admin is enough',
  ...refused(refusals.fourEyesInvalid),
});

const selfBillingInvalid = refused(refusals.selfBillingInvalid);
const SelfBillingBody = Type.Object(
  {
    country: OneOf(EU, refusals.selfBillingInvalid),
    vatNumber: Type.String({ minLength: 1, maxLength: selfBillingLimits.vatNumber, format: 'printed-line', ...selfBillingInvalid }),
    rate: Type.Number({ minimum: 0, maximum: selfBillingLimits.rateBps / 100, multipleOf: 0.01, ...selfBillingInvalid }),
  },
  selfBillingInvalid,
);

const tiersInvalid = refused(refusals.tiersInvalid);

/** The programme's terms, all of them. A tier without an id is a new one; a limit that is absent stays as it is. */
export const TermsBody = Type.Object({
  tiers: Type.Array(
    Type.Object(
      {
        tier: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,40}$', ...tiersInvalid })),
        name: Type.String({
          minLength: 1,
          maxLength: termsLimits.tierName,
          format: 'printed-line',
          ...refused({ type: refusals.tiersInvalid, minLength: refusals.tierNameMissing, maxLength: refusals.tiersInvalid }),
        }),
        rate: Rate,
        threshold: Type.Integer({ minimum: 0, maximum: termsLimits.threshold, ...tiersInvalid }),
      },
      tiersInvalid,
    ),
    { minItems: 1, maxItems: termsLimits.tiers, ...tiersInvalid },
  ),
  defaultRate: Rate,
  minimumCashout: MinimumCashout,
  holdDays: HoldDays,
  windowDays: Type.Integer({ minimum: 1, maximum: termsLimits.windowDays, ...refused(refusals.windowInvalid) }),
  attribution: OneOf(ATTRIBUTIONS),
  ownPurchases: OneOf(OWN_PURCHASES),
  foreignCurrency: OneOf(FOREIGN_CURRENCIES),
  paymentTypes: Type.Array(OneOf(PAYMENT_TYPES, refusals.paymentTypesMissing), {
    minItems: 1,
    maxItems: PAYMENT_TYPES.length,
    ...refused(refusals.paymentTypesMissing),
  }),
  fourEyes: Nullable(FourEyes),
  fourEyesPerDay: Type.Optional(Nullable(FourEyes)),
  fourEyesPerAffiliate: Type.Optional(Nullable(FourEyes)),
  selfBilling: Type.Optional(Nullable(SelfBillingBody)),
  receipts: Type.Optional(OneOf(RECEIPTS)),
  detailsWaitDays: Type.Optional(
    Type.Integer({ minimum: 0, maximum: termsLimits.detailsWaitDays, ...refused(refusals.detailsWaitInvalid) }),
  ),
  textsVersion: RequiredLine(termsLimits.textsVersion),
});
export type TermsBody = Static<typeof TermsBody>;
export const SetTermsBody = Type.Object({ ...TermsBody.properties, ...basedOn });
export type SetTermsBody = Static<typeof SetTermsBody>;
export const FourEyesBody = Type.Object(basedOn, { default: {} });
export type FourEyesBody = Static<typeof FourEyesBody>;

const SelfBillingView = Type.Object(
  { country: Type.Enum(EU), vatNumber: Type.String(), rate: Percent },
  { description: 'Who writes invoices for affiliates about what they are paid' },
);
const LimitsView = {
  fourEyes: Nullable(Type.Number({ description: 'Decimal euros: from here on a cashout or payout run takes two admins' })),
  fourEyesPerDay: Nullable(Type.Number({ description: 'Decimal euros: from this sum within a day on, an admin’s next payout takes two' })),
  fourEyesPerAffiliate: Nullable(
    Type.Number({ description: 'Decimal euros: from this sum to one affiliate within a day on, an admin’s payout takes two' }),
  ),
  detailsWaitDays: Type.Integer({ description: 'Days that the first payment to new payment details waits' }),
};

/** The programme's terms as admins read them. Money is decimal euros, rates are percent. */
export const TermsView = Type.Object({
  tiers: Type.Array(Type.Object({ tier: TierId, name: Type.String(), rate: Percent, threshold: Type.Integer() })),
  defaultRate: Percent,
  minimumCashout: Euros,
  holdDays: Type.Integer(),
  windowDays: Type.Integer(),
  attribution: Type.Enum(ATTRIBUTIONS),
  ownPurchases: Type.Enum(OWN_PURCHASES),
  foreignCurrency: Type.Enum(FOREIGN_CURRENCIES),
  paymentTypes: Type.Array(PaymentTypeName),
  ...LimitsView,
  selfBilling: Nullable(SelfBillingView),
  receipts: Type.Enum(RECEIPTS, { description: 'Whether affiliates may publish their figures' }),
  textsVersion: Type.String(),
});
export type TermsView = Static<typeof TermsView>;

/** What anybody may know of them: the site states it. */
export const PublicTermsView = Type.Pick(TermsView, ['tiers', 'minimumCashout', 'holdDays', 'windowDays', 'paymentTypes']);
export type PublicTermsView = Static<typeof PublicTermsView>;

export const TermsHistoryView = Type.Object({
  terms: TermsView,
  position: Type.Integer({ description: 'Of the event that set them, for `editBase`; 0: the first terms' }),
  pendingFourEyes: Nullable(
    Type.Object({
      ...LimitsView,
      by: Type.Object({ id: Type.String(), username: Type.String() }),
      requestedAt: Time,
      position: Type.Integer({ description: 'For `editBase`, to agree or refuse' }),
    }),
    { description: 'Other limits of payouts, which hold once a second admin agrees' },
  ),
  history: Type.Array(
    Type.Object({
      position: Type.Integer(),
      recordedAt: Time,
      by: Type.String({ description: 'Username of the admin' }),
      terms: TermsView,
    }),
    { description: 'Newest first; the first terms, which nobody set, are left out' },
  ),
  first: TermsView,
});
export type TermsHistoryView = Static<typeof TermsHistoryView>;

export const TermsSetView = Type.Object({
  ...Done.properties,
  pendingFourEyes: Type.Boolean({ description: 'The limits of payouts stay as they were until a second admin agrees' }),
});
export type TermsSetView = Static<typeof TermsSetView>;
const Earned = { beforeCents: Type.Integer(), afterCents: Type.Integer() };

export const TermsPreviewView = Type.Object({
  affiliates: Type.Array(Type.Object({ id: Type.String(), username: Type.String(), ...Earned }), {
    description: 'Those for whom something would have been different, the largest difference first',
  }),
  total: Type.Object(Earned),
});
export type TermsPreviewView = Static<typeof TermsPreviewView>;

export const TermsPreviewProgressView = Type.Object({
  done: Nullable(Type.Number({ description: 'Percent; null: no preview is under way' })),
});
export type TermsPreviewProgressView = Static<typeof TermsPreviewProgressView>;

/** What admins ask about the terms, and set. */
export const termsCalls = forAdmins({
  'GET /api/admin/terms': {
    does: 'The programme’s terms in force, and who set which before.',
    scope: 'read:programme',
    noPersonalData: true,
    answers: TermsHistoryView,
  },
  'PUT /api/admin/terms': {
    does: 'Set the programme’s terms, all of them, for what happens from now on. A limit that is absent stays as it is; another limit than one in force is only asked for: a second admin has to agree.',
    body: SetTermsBody,
    answers: TermsSetView,
  },
  'POST /api/admin/terms/four-eyes/approve': {
    does: 'Agree, as the second admin, to other limits of payouts.',
    confirmed: true,
    body: FourEyesBody,
  },
  'POST /api/admin/terms/four-eyes/refuse': { does: 'Refuse or withdraw the asked change of the limits of payouts.', body: FourEyesBody },
  'POST /api/admin/terms/preview': {
    does: 'What affiliates would have earned in the last 12 months under other tiers and rates. Changes nothing.',
    lane: 'patient',
    body: TermsBody,
    answers: TermsPreviewView,
  },
  'GET /api/admin/terms/preview': {
    does: 'How far the asking admin’s preview is.',
    scope: 'read:programme',
    noPersonalData: true,
    answers: TermsPreviewProgressView,
  },
});

const eurosOrNone = (cents: number | null): number | null => cents && toEuros(cents);
export const limitsView = ({ fourEyesCents, fourEyesDayCents, fourEyesAffiliateCents, detailsWaitDays }: Limits) => ({
  fourEyes: eurosOrNone(fourEyesCents),
  fourEyesPerDay: eurosOrNone(fourEyesDayCents),
  fourEyesPerAffiliate: eurosOrNone(fourEyesAffiliateCents),
  detailsWaitDays,
});

/** From our units to those of the API. */
export const termsView = (terms: Terms): TermsView => {
  const { tiers, holdDays, windowDays, attribution, ownPurchases, foreignCurrency, receipts, textsVersion } = terms;
  return {
    tiers: tiers.map(({ tier, name, rateBps, threshold }) => ({ tier, name, rate: toPercent(rateBps), threshold })),
    defaultRate: toPercent(terms.defaultRateBps),
    minimumCashout: toEuros(terms.minimumCashoutCents),
    holdDays,
    windowDays,
    attribution,
    ownPurchases,
    foreignCurrency,
    receipts,
    textsVersion,
    ...limitsView(terms),
    selfBilling: terms.selfBilling && {
      country: terms.selfBilling.country,
      vatNumber: terms.selfBilling.vatNumber,
      rate: toPercent(terms.selfBilling.rateBps),
    },
    paymentTypes: [...terms.paymentTypes],
  };
};

const idFrom = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, termsLimits.tierName) || 'tier';

/** The id of each tier: its own, or for a new one its name, with a number where that is taken. */
function idsOf(tiers: TermsBody['tiers']): string[] {
  const taken = new Set(tiers.flatMap(({ tier }) => tier ?? []));
  return tiers.map(({ tier, name }) => {
    if (tier) return tier;
    const wanted = idFrom(name);
    let id = wanted;
    for (let n = 2; taken.has(id); n++) id = `${wanted.slice(0, termsLimits.tierName - 4)}-${n}`;
    taken.add(id);
    return id;
  });
}

const sellerOf = ({ country, vatNumber, rate }: Static<typeof SelfBillingBody>): SelfBilling => ({
  country,
  vatNumber: vatNumber.trim(),
  rateBps: Math.round(rate * 100),
});

/** From units of the API to ours. `termsProblem` says whether they can be set. */
export function termsOf(body: TermsBody): TermsToSet {
  const { tiers, defaultRate, minimumCashout, fourEyes, fourEyesPerDay, fourEyesPerAffiliate, selfBilling, ...rest } = body;
  const ids = idsOf(tiers);
  const toCents = (euros: number | null) => euros && Math.round(euros * 100);
  const toBps = (percent: number) => Math.round(percent * 100);
  return {
    ...rest,
    textsVersion: rest.textsVersion.trim(),
    tiers: tiers.map(({ name, rate, threshold }, i) => ({ tier: ids[i]!, name: name.trim(), rateBps: toBps(rate), threshold })),
    defaultRateBps: toBps(defaultRate),
    minimumCashoutCents: Math.round(minimumCashout * 100),
    ...(selfBilling === undefined ? {} : { selfBilling: selfBilling && sellerOf(selfBilling) }),
    fourEyesCents: toCents(fourEyes),
    ...(fourEyesPerDay === undefined ? {} : { fourEyesDayCents: toCents(fourEyesPerDay) }),
    ...(fourEyesPerAffiliate === undefined ? {} : { fourEyesAffiliateCents: toCents(fourEyesPerAffiliate) }),
  };
}
