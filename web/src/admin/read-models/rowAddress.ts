import { adminPath } from '../../lib/paths.ts';
import { useAddress } from '../../session/useAddress.ts';

/** A row of a read model: its key as texts, in the order of the key's columns. */
export interface RowPlace {
  readModel: string;
  table: string;
  key: readonly string[];
}

/** Leads to the steps of a row. */
export const rowLink = ({ readModel, table, key }: RowPlace): string =>
  adminPath('read-models', undefined, { model: readModel, table, key: JSON.stringify(key) });

/** `dashboard.totals a1`. */
export const placeName = ({ readModel, table, key }: RowPlace): string => `${readModel}.${table} ${key.join(' · ')}`;

const names = ['model', 'table', 'key'] as const;

/** The row that the address names. */
export function useRowAddress() {
  const { texts, change } = useAddress(names);
  const place = placeIn(texts);
  return {
    place,
    open: ({ readModel, table, key }: RowPlace) => change({ model: readModel, table, key: JSON.stringify(key) }, { push: true }),
    close: () => change({ model: '', table: '', key: '' }, { push: true }),
  };
}

function placeIn({ model, table, key }: Record<(typeof names)[number], string>): RowPlace | null {
  if (!model || !table) return null;
  try {
    const values: unknown = JSON.parse(key);
    return Array.isArray(values) ? { readModel: model, table, key: values.map(String) } : null;
  } catch {
    return null;
  }
}
