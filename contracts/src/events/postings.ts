import { type Books, emptyBooks } from '../rules/books.ts';
import { events, type EventName, type Events } from './events.ts';
import type { Money } from './money.ts';

/** Names of the events that change an affiliate's account. */
export type MoneyEvent = { [N in EventName]: Events[N] extends { money: object } ? N : never }[EventName];
type LedgerOf<N extends MoneyEvent> = keyof Events[N]['money']['ledger'] & string;
/** Every kind of line in a ledger. */
export type LedgerKind = { [N in MoneyEvent]: LedgerOf<N> }[MoneyEvent];

export const moneyEvents = Object.keys(events).filter((name) => 'money' in events[name as EventName]) as MoneyEvent[];
const moneyOf = (type: EventName): Money<unknown> | undefined =>
  'money' in events[type] ? (events[type].money as Money<unknown>) : undefined;

/** Every kind of line, with its label and reason. */
export const ledgerKinds = Object.assign({}, ...moneyEvents.map((name) => events[name].money.ledger)) as Record<
  LedgerKind,
  { label: string; why: string }
>;

/** The same function for every event that changes an account. */
export const onMoneyEvents = <F>(fold: F): Record<MoneyEvent, F> =>
  Object.fromEntries(moneyEvents.map((name) => [name, fold])) as Record<MoneyEvent, F>;

/** What an event changes on an affiliate's account. */
export interface Posting {
  books: Books;
  /** The kind of its line in the ledger; null: none. */
  kind: LedgerKind | null;
  /** By how many its sales change, and by what amount; the commission is on hold until `availableAt`. */
  sales: number;
  amountCents: number;
  heldCents: number;
  availableAt: string | null;
}

/** Undefined: it changes no account. */
export function postingOf({ type, data }: { type: EventName; data: unknown }): Posting | undefined {
  const money = moneyOf(type);
  if (!money) return undefined;
  const line = Object.entries(money.ledger).find(([, { if: applies }]) => !applies || applies(data));
  const { amountCents, commissionCents, availableAt } = data as { amountCents: number; commissionCents: number; availableAt?: string };
  const sale = money.sale ?? 0;
  return {
    books: { ...emptyBooks, ...money.moves(data) },
    kind: (line?.[0] ?? null) as LedgerKind | null,
    sales: sale,
    amountCents: sale && sale * amountCents,
    heldCents: sale && sale * commissionCents,
    availableAt: (sale && availableAt) || null,
  };
}
