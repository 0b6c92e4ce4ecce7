import type { EventName, Told } from '../events/events.ts';
import { type EventsWith, eventsWith, type KindsFor, kindsOf } from '../events/kinds.ts';
import { PUBLIC_SOURCE, type PublicData, type PublicEventName, publicSchema } from './public-events.ts';
import { rules } from '../rules/rules.ts';
import { idOf, invoiceKey, type InvoiceRef } from '../events/streams.ts';

/** An event of the log whose personal fields were opened, or are null. */
export interface OpenedEvent<N extends EventName = EventName> {
  id: string;
  position: number;
  streamId: string;
  type: N;
  /** ISO 8601 UTC. */
  occurredAt: string;
  data: Told<N>;
}

type Foreign = NonNullable<Told<'SaleRecorded'>['foreign']>;

interface Content<P extends PublicEventName> {
  /** The affiliate it is about. */
  subject?: string;
  data: PublicData<P>;
}
type Publishing = { [N in EventsWith<'public'>]: (event: OpenedEvent<N>) => Content<KindsFor<N, 'public'>> };

const transaction = (invoice: InvoiceRef) => ({ transactionId: invoiceKey(invoice) });
/** What is there of the fields named. */
const pick = <T extends object, K extends keyof T>(data: T, ...names: K[]): Pick<T, K> =>
  Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]]))) as Pick<T, K>;

/** What the amounts of a commission are in, and what was paid where that was another currency. */
const money = (data: { amountCents: number; commissionCents: number; foreign?: Foreign }) => ({
  ...pick(data, 'amountCents', 'commissionCents'),
  currency: rules.currency,
  ...(data.foreign ? { foreign: pick(data.foreign, 'currency', 'paidCents', 'rateNanos') } : {}),
});
/** Events before version 2 say euros alone, and 0 for any other currency. */
const paidIn = ({ paidCents, foreign, reason }: Told<'SaleNotCredited'>) =>
  foreign ?? { paidCents, currency: reason === 'otherCurrency' || reason === 'noRate' ? null : rules.currency };

const about = <D extends object>(streamId: string, data: D) => {
  const affiliateId = idOf(streamId);
  return { subject: affiliateId, data: { affiliateId, ...data } };
};

/** What public events are made of, by the events whose rows name one. Pure: the feed and webhooks share it. */
const publishing: Publishing = {
  SaleRecorded: ({ streamId, data }) =>
    about(streamId, {
      ...transaction(data),
      ...money(data),
      ...pick(data, 'product', 'quantity', 'commissionBps', 'rateFrom', 'tier', 'soldAt', 'availableAt'),
      ...pick(data, 'campaign', 'landing', 'site', 'credited', 'reason'),
      customerEmail: data.customerEmail || null,
    }),
  SaleReversed: ({ streamId, data }) =>
    about(streamId, { ...transaction(data), ...money(data), ...pick(data, 'cause', 'campaign', 'landing', 'site', 'reason') }),
  SaleRestored: ({ streamId, data }) =>
    about(streamId, {
      ...transaction(data),
      ...money(data),
      ...pick(data, 'forfeitedCents', 'availableAt', 'campaign', 'landing', 'site'),
    }),
  SaleNotCredited: ({ data }) => ({
    ...(data.affiliateId ? { subject: data.affiliateId } : {}),
    data: {
      ...transaction(data),
      affiliateId: data.affiliateId ?? null,
      ...paidIn(data),
      ...pick(data, 'reason', 'soldAt'),
      customerEmail: data.customerEmail || null,
    },
  }),
  CashoutRequested: ({ streamId, data }) =>
    about(streamId, pick(data, 'cashoutId', 'amountCents', 'paymentMethodId', 'paymentType', 'payTo', 'notes')),
  CashoutProcessed: ({ streamId, data }) => about(streamId, pick(data, 'cashoutId', 'amountCents', 'paymentMethodId', 'adminNotes')),
  PaymentReturned: ({ streamId, data }) => about(streamId, pick(data, 'cashoutId', 'amountCents', 'because', 'forfeitedCents')),
  AffiliateRegistered: ({ streamId, data }) => about(streamId, pick(data, 'username', 'email', 'commissionBps')),
  AffiliateEdited: ({ streamId, data }) =>
    about(streamId, pick(data, 'username', 'email', 'commissionBps', 'status', 'tier', 'minimumCashoutCents', 'holdDays', 'reason')),
  AffiliateDeleted: ({ streamId, data }) => about(streamId, pick(data, 'forfeitedCents')),
  TierReached: ({ streamId, data }) => about(streamId, { ...pick(data, 'from', 'to', 'netSales'), cause: 'sales' }),
  TierRecalculated: ({ streamId, data }) => about(streamId, { ...pick(data, 'from', 'to', 'netSales'), cause: 'recalculation' }),
  SystemRestored: ({ data: { to: after, from: until, carried } }) => ({ data: { after, until, carried } }),
  ProgrammeTermsSet: ({ data }) => ({
    data: {
      ...pick(data, 'tiers', 'defaultRateBps', 'minimumCashoutCents', 'holdDays', 'windowDays', 'attribution', 'ownPurchases'),
      ...pick(data, 'paymentTypes', 'textsVersion'),
      currency: rules.currency,
    },
  }),
};

/** Names in the log of what is published. */
export const PUBLISHED: EventName[] = eventsWith('public');

/** A public event as CloudEvents 1.0. */
export interface PublicEvent<P extends PublicEventName = PublicEventName> {
  specversion: '1.0';
  id: string;
  source: typeof PUBLIC_SOURCE;
  type: P;
  dataschema: string;
  subject?: string;
  time: string;
  datacontenttype: 'application/json';
  sequence: string;
  data: PublicData<P>;
}

/** What an event of the log is to programs outside; undefined: nothing. */
export function publicEventOf(event: OpenedEvent): PublicEvent | undefined {
  const [type] = kindsOf('public', event);
  if (!type) return undefined;
  const { subject, data } = publishing[event.type as EventsWith<'public'>](event as never);
  return {
    specversion: '1.0',
    id: event.id,
    source: PUBLIC_SOURCE,
    type,
    dataschema: publicSchema(type),
    ...(subject === undefined ? {} : { subject }),
    time: event.occurredAt,
    datacontenttype: 'application/json',
    // As texts sort, which CloudEvents' sequence asks for.
    sequence: String(event.position).padStart(16, '0'),
    data,
  };
}
