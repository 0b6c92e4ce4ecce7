import { catalogue, type FactData, type OpenedData, type StoredData } from './catalogue.ts';
import type { INTERNAL_NOTE } from './event-fields.ts';
import { accountEvents } from './accounts.ts';
import { adminEvents } from './admin.ts';
import { affiliateEvents } from './affiliate.ts';
import { apiKeyEvents } from './api-keys.ts';
import { checkoutEvents } from './checkout.ts';
import { claimEvents } from './claims.ts';
import { couponEvents } from './coupons.ts';
import { documentEvents } from './documents.ts';
import { importEvents } from './imports.ts';
import { mailEvents } from './mails.ts';
import { missingSaleEvents } from './missing-sales.ts';
import { payeeEvents } from './payees.ts';
import { payoutEvents } from './payouts.ts';
import { buyerEvents, programmeEvents } from './programme.ts';
import { receiptEvents } from './receipts.ts';
import { siteEvents } from './site.ts';
import { reviewEvents } from './review.ts';
import { visitEvents } from './visits.ts';
import { webhookEvents } from './webhooks.ts';
import { withdrawnEvents } from './withdrawn.ts';

/** Every fact the system can state. Never edit a shipped one: raise `version` and add an upcast. */
export const events = catalogue({
  ...affiliateEvents,
  ...payeeEvents,
  ...missingSaleEvents,
  ...receiptEvents,
  ...visitEvents,
  ...checkoutEvents,
  ...importEvents,
  ...payoutEvents,
  ...documentEvents,
  ...reviewEvents,
  ...mailEvents,
  ...webhookEvents,
  ...claimEvents,
  ...adminEvents,
  ...couponEvents,
  ...accountEvents,
  ...programmeEvents,
  ...siteEvents,
  ...withdrawnEvents,
  ...apiKeyEvents,
  ...buyerEvents,
});

export type Events = typeof events;
export type EventName = keyof Events;
export type Fact<N extends EventName = EventName> = { [K in N]: { type: K; data: FactData<Events[K]> } }[N];
export type Stored<N extends EventName> = StoredData<Events[N]>;
export type Opened<N extends EventName> = OpenedData<Events[N]>;
/** What may be said of an event outside: without what only admins see. */
export type Told<N extends EventName> = N extends EventName ? Omit<Opened<N>, typeof INTERNAL_NOTE> : never;

/** States a fact; deciders return lists of them. */
export const fact = <N extends EventName>(type: N, data: FactData<Events[N]>): Fact<N> => ({ type, data }) as Fact<N>;
