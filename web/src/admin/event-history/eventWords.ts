/** What an event is about: events of one subject stand together in the filter and carry one colour. */
export const subjects = {
  affiliates: 'Affiliates',
  money: 'Sales and commission',
  cashouts: 'Cashouts',
  checkout: 'Visits and checkouts',
  system: 'Accounts and system',
} as const;
export type Subject = keyof typeof subjects;

const words: [RegExp, Subject][] = [
  [/^(Affiliate|Coupon|Tier|Programme|Notification|Review)/, 'affiliates'],
  [/^(Sale|MissingSale|Hold|PartialRefund|Dispute)/, 'money'],
  [/^(Cashout|Payout|Payment|FourEyes)/, 'cashouts'],
  [/^(Visit|Checkout)/, 'checkout'],
];
export const subjectOf = (name: string): Subject => words.find(([beginning]) => beginning.test(name))?.[1] ?? 'system';

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
