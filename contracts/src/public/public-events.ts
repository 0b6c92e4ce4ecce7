import { type Static, type TObject, type TSchema, Type } from 'typebox';
import {
  Bps,
  CampaignName,
  Cents,
  Currency,
  Id,
  NotCredited,
  PaymentTypeName,
  PayoutDetails,
  RateNanos,
  RateFrom,
  ReversalCauseName,
  StatusName,
  TierId,
  Time,
} from '../events/event-fields.ts';
import { Nullable } from '../calls/fields.ts';
import { RETURNS } from '../rules/payouts.ts';
import { ATTRIBUTIONS, OWN_PURCHASES } from '../rules/terms.ts';

/** The events that programs outside read: a separate contract with its own version. Money is integer cents, rates are basis points. */
export interface PublicDefinition {
  means: string;
  version: number;
  data: TObject;
}

/** Null without `read:personal`, and once it was erased. */
const Personal = <T extends TSchema>(schema: T) => Nullable(schema);
const PersonalText = Personal(Type.String());
const Optional = Type.Optional;

const sale = { transactionId: Type.String({ description: 'The invoice: provider, a dash, its id there' }), affiliateId: Id };
const origin = {
  campaign: Optional(CampaignName),
  landing: Optional(Type.String({ description: 'The page that the link led to' })),
  site: Optional(Type.String({ description: 'The host that the link stood on' })),
};
/** Of a commission: its amounts are in `currency`, and what the buyer paid is in `foreign` where that was another one. */
const money = {
  amountCents: Cents,
  commissionCents: Cents,
  currency: Type.String({ ...Currency, description: 'Of amountCents and commissionCents' }),
  foreign: Optional(
    Type.Object(
      {
        currency: Currency,
        paidCents: Type.Integer({ ...Cents, description: 'In hundredths of a unit of that currency' }),
        rateNanos: Type.Integer({ ...RateNanos, description: 'What one unit of it counted for, in billionths' }),
      },
      { description: 'What the buyer paid, where that was in another currency' },
    ),
  ),
};
const cashout = { cashoutId: Id, affiliateId: Id, amountCents: Cents, paymentMethodId: Id };
const decided = { ...cashout, adminNotes: Optional(PersonalText) };
const define = <const D extends Record<string, PublicDefinition>>(definitions: D): D => definitions;

export const publicEvents = define({
  'sale.credited': {
    means: 'A sale earned an affiliate a commission, which never changes.',
    version: 3,
    data: Type.Object({
      ...sale,
      product: Type.String(),
      quantity: Type.Integer({ minimum: 1 }),
      ...money,
      commissionBps: Bps,
      rateFrom: RateFrom,
      tier: TierId,
      soldAt: Time,
      availableAt: Time,
      ...origin,
      credited: Type.Enum(['store', 'hand']),
      customerEmail: PersonalText,
      reason: Optional(PersonalText),
    }),
  },
  'sale.reversed': {
    means: 'A credited sale was taken back, in full. Only where a lost dispute is won later it counts again (sale.restored).',
    version: 3,
    data: Type.Object({ ...sale, ...money, cause: ReversalCauseName, ...origin, reason: Optional(PersonalText) }),
  },
  'sale.restored': {
    means: 'A sale that was taken back for a lost dispute counts again. `forfeitedCents` of it a deleted account does not get.',
    version: 2,
    data: Type.Object({
      ...sale,
      ...money,
      forfeitedCents: Cents,
      /** While it is on hold. */
      availableAt: Optional(Time),
      ...origin,
    }),
  },
  'sale.not_credited': {
    means: 'A sale earned no commission, and why. An admin may credit it later.',
    version: 3,
    data: Type.Object({
      ...sale,
      affiliateId: Nullable(Id),
      reason: NotCredited,
      paidCents: Type.Integer({ ...Cents, description: 'In `currency`, hundredths of its unit' }),
      currency: Nullable(Currency, {
        description: 'Of paidCents, as the buyer paid; null: another one than ours, not kept by older events',
      }),
      soldAt: Time,
      customerEmail: PersonalText,
    }),
  },
  'cashout.requested': {
    means: 'An affiliate asked to be paid.',
    version: 1,
    data: Type.Object({ ...cashout, paymentType: PaymentTypeName, payTo: Personal(PayoutDetails), notes: Optional(PersonalText) }),
  },
  'cashout.approved': { means: 'An admin approved a cashout; it is paid later.', version: 1, data: Type.Object(decided) },
  'cashout.completed': { means: 'A cashout was paid.', version: 1, data: Type.Object(decided) },
  'cashout.rejected': { means: 'A cashout was rejected; the amount is available again.', version: 1, data: Type.Object(decided) },
  'cashout.returned': {
    means: 'The payment of a completed cashout failed or came back; the amount is available again.',
    version: 1,
    data: Type.Object({ cashoutId: Id, affiliateId: Id, amountCents: Cents, because: Type.Enum(RETURNS), forfeitedCents: Cents }),
  },
  'affiliate.registered': {
    means: 'Somebody joined the programme.',
    version: 1,
    data: Type.Object({ affiliateId: Id, username: PersonalText, email: PersonalText, commissionBps: Bps }),
  },
  'affiliate.changed': {
    means: 'An affiliate’s fields changed; only those are there. A tier here was set by hand.',
    version: 1,
    data: Type.Object({
      affiliateId: Id,
      username: Optional(PersonalText),
      email: Optional(PersonalText),
      commissionBps: Optional(Bps),
      status: Optional(StatusName),
      tier: Optional(TierId),
      minimumCashoutCents: Optional(Nullable(Cents)),
      holdDays: Optional(Nullable(Type.Integer())),
      reason: Optional(PersonalText),
    }),
  },
  'affiliate.deleted': {
    means: 'An affiliate left; what was on the account is forfeited.',
    version: 1,
    data: Type.Object({ affiliateId: Id, forfeitedCents: Cents }),
  },
  'tier.changed': {
    means: 'Sales or a recalculation moved an affiliate to another tier.',
    version: 1,
    data: Type.Object({
      affiliateId: Id,
      from: TierId,
      to: TierId,
      netSales: Type.Integer(),
      cause: Type.Enum(['sales', 'recalculation']),
    }),
  },
  'history.withdrawn': {
    means:
      'The system went back on purpose. Every event that you received before this one with a sequence above `after`, up to `until`, is withdrawn; later events use these sequences again. The `carried` events before this one were recorded again.',
    version: 1,
    data: Type.Object({ after: Type.Integer(), until: Type.Integer(), carried: Type.Integer() }),
  },
  'terms.changed': {
    means: 'An admin set the programme’s terms; all of them are there.',
    version: 1,
    data: Type.Object({
      tiers: Type.Array(Type.Object({ tier: TierId, name: Type.String(), rateBps: Bps, threshold: Type.Integer() })),
      defaultRateBps: Bps,
      minimumCashoutCents: Cents,
      holdDays: Type.Integer(),
      windowDays: Type.Integer(),
      attribution: Type.Enum(ATTRIBUTIONS),
      ownPurchases: Type.Enum(OWN_PURCHASES),
      paymentTypes: Type.Array(PaymentTypeName),
      textsVersion: Type.String(),
      currency: Currency,
    }),
  },
});

export type PublicEvents = typeof publicEvents;
export type PublicEventName = keyof PublicEvents;
export type PublicData<N extends PublicEventName> = Static<PublicEvents[N]['data']>;
export const PUBLIC_EVENT_NAMES = Object.keys(publicEvents) as PublicEventName[];

/** Where public events come from, as CloudEvents asks for it: with the id it names an event. */
export const PUBLIC_SOURCE = 'urn:framelift:programme';
export const publicSchema = (name: PublicEventName): string => `urn:framelift:${name}:${publicEvents[name].version}`;

const attributes = (name: PublicEventName) => ({
  specversion: Type.Literal('1.0'),
  id: Type.String({ format: 'uuid', description: 'The same whenever it is read; receivers know a repeat by it' }),
  source: Type.Literal(PUBLIC_SOURCE),
  type: Type.Literal(name),
  dataschema: Type.Literal(publicSchema(name), { description: 'Ends with the version of the data' }),
  subject: Optional(Type.String({ description: 'The affiliate’s id, where it is about one' })),
  time: Time,
  datacontenttype: Type.Literal('application/json'),
  sequence: Type.String({
    pattern: '^\\d{16}$',
    description: 'Its position, sixteen digits: rises, with holes where events are not public',
  }),
});

/** One public event as CloudEvents 1.0 JSON. */
export const cloudEventSchema = (name: PublicEventName): TObject => Type.Object({ ...attributes(name), data: publicEvents[name].data });
