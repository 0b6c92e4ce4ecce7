import type { Topic } from '@framelift/contracts';
import { formatMoney } from '../../lib/format.ts';
import { eventNames } from '../../session/api/eventNames.ts';

/** Events of one topic are grouped in the filter and share a colour. */
export const topics: Record<Topic, string> = {
  affiliates: 'Affiliates',
  money: 'Sales and commission',
  cashouts: 'Cashouts',
  checkout: 'Visits and checkouts',
  system: 'Accounts and system',
};

const byName: Readonly<Record<string, { topic: Topic }>> = eventNames;
/** The topic of the event's row; an event that this page does not know is the system's. */
export const topicOf = (name: string): Topic => byName[name]?.topic ?? 'system';
export const eventsAbout = (topic: Topic): string[] => Object.keys(byName).filter((name) => byName[name]!.topic === topic);

/** 'SaleRecorded' → 'Sale recorded'. */
export const inWords = (name: string): string => {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The euros that an event is about: of a sale its price, otherwise its commission. */
export const amountIn = (data: unknown): string | undefined => {
  const { amountCents, commissionCents } = (data ?? {}) as Record<string, unknown>;
  const cents = amountCents ?? commissionCents;
  return typeof cents === 'number' ? formatMoney(cents / 100) : undefined;
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
