import { eventNames } from './eventNames.ts';
import type { Tag } from './api.ts';

/** What the rows of each table show, or of each read model. */
const shownBy: Readonly<Record<string, readonly Tag[]>> = {
  'dashboard.totals': ['Dashboard', 'Affiliates'],
  'dashboard.parts': ['Ledger', 'Affiliates', 'Why'],
  'dashboard.part_sums': [],
  'dashboard.programme_sums': ['Why'],
  'dashboard.days': ['Trends'],
  'dashboard.cashouts': ['Dashboard', 'Cashouts', 'Payouts', 'Attention'],
  'dashboard.coupons': ['Dashboard', 'Affiliates'],
  'dashboard.admins': [],
  dashboard: ['Dashboard'],
  'admin-overview': ['Overview'],
  'action-log.actions': ['Actions'],
  'action-log.keys': ['Keys'],
  accounts: ['Dashboard', 'Affiliates'],
  'attribution.clicks': [],
  'attribution.missing_sales': ['Ledger', 'Sales', 'Attention'],
  attribution: ['Sales'],
  breakdown: ['Trends'],
  payouts: ['Cashouts', 'Payouts', 'Attention'],
  receipts: ['Ledger'],
  review: ['Review', 'Attention'],
  site: ['Site'],
};

/** What an event changes that no table of a read model holds: names in lists, and answers read from streams. */
const besides: Readonly<Record<string, readonly Tag[]>> = {
  AffiliateEdited: ['Cashouts', 'Payouts', 'Sales'],
  AffiliateDeleted: ['Cashouts', 'Payouts', 'Sales'],
  HoldReleased: ['Ledger', 'Sales'],
  ReviewHoldPlaced: ['Ledger', 'Sales'],
  ReviewHoldLifted: ['Ledger', 'Sales'],
  ReviewDecided: ['Payouts'],
  BillingDetailsChanged: ['Ledger'],
  ProgrammeTermsSet: ['Dashboard', 'Affiliates', 'Terms'],
  FourEyesChangeAsked: ['Terms'],
  FourEyesChangeRefused: ['Terms'],
  CurrencyRateSet: ['Terms'],
  PayoutAccountSet: ['Payouts'],
  TiersRecalculated: ['Affiliates'],
  ApiKeyRevoked: ['Keys'],
  WebhookAdded: ['Webhooks'],
  WebhookChanged: ['Webhooks'],
  WebhookSecretRenewed: ['Webhooks'],
  WebhookPaused: ['Webhooks', 'Attention'],
  WebhookResumed: ['Webhooks', 'Attention'],
  WebhookRemoved: ['Webhooks', 'Attention'],
  ParkedEventsDecided: ['Attention'],
  EventsWithdrawn: ['Backups'],
  WithdrawnEventRecorded: ['Backups'],
  WithdrawnEventLeftOut: ['Backups'],
  BuyerErased: ['Sales'],
};

/** What events of these types change. One that a newer server knows may change `all`: this file imports no code, so that it loads alone. */
export function tagsOf(types: readonly string[], all: readonly Tag[]): Tag[] {
  const changedBy = (name: string): readonly Tag[] => {
    const event = (eventNames as Readonly<Record<string, { isPublic: boolean; tables: readonly string[] }>>)[name];
    if (!event) return all;
    const shown = event.tables.flatMap((table) => shownBy[table] ?? shownBy[table.split('.')[0]!] ?? all);
    return [...shown, ...(besides[name] ?? []), ...(event.isPublic ? (['Webhooks'] as const) : [])];
  };
  return types.length ? [...new Set<Tag>(['Events', 'ReadModels', ...types.flatMap(changedBy)])] : [];
}
