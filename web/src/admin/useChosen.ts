import { useState } from 'react';

/** Rows chosen by checkboxes: those that `byDefault` names, until somebody changes one. */
export function useChosen<Row>(rows: readonly Row[], idOf: (row: Row) => string, byDefault: (row: Row) => boolean) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isIn = (row: Row): boolean => changed.get(idOf(row)) ?? byDefault(row);
  return {
    chosen: rows.filter(isIn),
    isIn,
    choose: (some: readonly Row[], on: boolean) =>
      setChanged((before) => new Map([...before, ...some.map((row) => [idOf(row), on] as const)])),
  };
}
