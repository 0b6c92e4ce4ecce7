/** Headings of the event history. */
export const TOPICS = ['affiliates', 'money', 'cashouts', 'checkout', 'system'] as const;
export type Topic = (typeof TOPICS)[number];

/** Null: nothing, by decision. One kind, or kinds with a condition on the event's data. */
export type Cell<Data> = null | string | Readonly<Record<string, (data: Data) => unknown>>;
/** The condition of a kind that every event has, beside other kinds. */
export const always = (): boolean => true;

/** What an event means to people, and to programs outside. The feature that owns a column says what its kinds are. */
export interface People<Data> {
  /** The heading that the event history lists it under. */
  topic: Topic;
  /** The notification that the affiliate of the stream gets. */
  bell: Cell<Data>;
  /** The mail to the account of the stream. */
  mail: Cell<Data>;
  /** The mail to every admin. */
  adminMail: Cell<Data>;
  /** What the action log calls it, where an admin, their API key or an operator did it. */
  action: Cell<Data>;
  /** The public event that it is published as. */
  public: Cell<Data>;
}

/** The kinds that a cell names. */
export const kindsIn = (cell: Cell<never>): string[] => (typeof cell === 'string' ? [cell] : Object.keys(cell ?? {}));

/** Columns that hold kinds. */
export type Column = Exclude<keyof People<never>, 'topic'>;
