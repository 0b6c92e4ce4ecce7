import { events, type EventName, type Events } from './events.ts';
import type { Column, People } from './people.ts';

type KindIn<Cell> = Cell extends string ? Cell : Cell extends object ? keyof Cell & string : never;
/** The kinds that one event may have in a column. */
export type KindsFor<N extends EventName, C extends Column> = KindIn<Events[N]['people'][C]>;
/** Every kind that a column names. */
export type KindsIn<C extends Column> = { [N in EventName]: KindsFor<N, C> }[EventName];
/** Names of the events that have something in a column. */
export type EventsWith<C extends Column> = { [N in EventName]: Events[N]['people'][C] extends null ? never : N }[EventName];

const rows = Object.entries(events) as [EventName, { people: People<never> }][];

export const eventsWith = <C extends Column>(column: C): EventsWith<C>[] =>
  rows.filter(([, { people }]) => people[column] !== null).map(([name]) => name as EventsWith<C>);

/** The same function for every event that has something in a column. */
export const onEventsWith = <C extends Column, F>(column: C, fold: F): Record<EventsWith<C>, F> =>
  Object.fromEntries(eventsWith(column).map((name) => [name, fold])) as Record<EventsWith<C>, F>;

/** The kinds that an event has in a column. */
export function kindsOf<C extends Column>(column: C, { type, data }: { type: EventName; data: unknown }): KindsIn<C>[] {
  const cell = events[type].people[column] as People<unknown>[C];
  if (cell === null) return [];
  if (typeof cell === 'string') return [cell as KindsIn<C>];
  return Object.keys(cell).filter((kind) => cell[kind]!(data)) as KindsIn<C>[];
}
