import type { EventName } from '@framelift/contracts';

/** What an event is about: events of one subject stand together in the filter and carry one colour. */
export const subjects = {
  affiliates: 'Affiliates',
  money: 'Sales and commission',
  cashouts: 'Cashouts',
  checkout: 'Visits and checkouts',
  system: 'Accounts and system',
} as const;
export type Subject = keyof typeof subjects;

export const subjectOf: Record<EventName, Subject> = {
  AffiliateRegistered: 'affiliates',
  AffiliateEdited: 'affiliates',
  AffiliateDeleted: 'affiliates',
  TierReached: 'affiliates',
  TierRecalculated: 'affiliates',
  TiersRecalculated: 'affiliates',
  NotificationsRead: 'affiliates',
  SaleRecorded: 'money',
  SaleReversed: 'money',
  SaleCredited: 'money',
  SaleNotCredited: 'money',
  SaleCreditReversed: 'money',
  PartialRefundSeen: 'money',
  CashoutRequested: 'cashouts',
  CashoutProcessed: 'cashouts',
  PaymentMethodAdded: 'cashouts',
  PaymentMethodChanged: 'cashouts',
  PaymentMethodRemoved: 'cashouts',
  VisitTracked: 'checkout',
  CheckoutStarted: 'checkout',
  PasswordChanged: 'system',
  PasswordResetAllowed: 'system',
  TotpTurnedOn: 'system',
  TotpTurnedOff: 'system',
  RecoveryCodesRenewed: 'system',
  NameClaimed: 'system',
  NameReleased: 'system',
  AdminCreated: 'system',
  AdminRevoked: 'system',
  HeadSigned: 'system',
  MaintenanceStarted: 'system',
  BuyerErased: 'system',
};

/** 'SaleRecorded' → 'Sale recorded'. */
export const inWords = (name: string): string => {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What the log says of every event beside its data; the contract leaves it open. */
export interface EventMetadata {
  occurredAt: string;
  actor: { kind: string; id: string };
  commandId: string;
  correlationId: string;
  causationId?: string;
  traceparent?: string;
}
