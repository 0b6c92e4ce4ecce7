/** The entry of a table under a name that came from outside. Undefined: the table has none, whatever every object inherits. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
