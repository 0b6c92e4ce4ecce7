import type { OpenedEvent, Sealed } from '@framelift/contracts';
import type { AnyEvent } from '../event.ts';
import { isSealed, type Vault } from './vault.ts';

/** Data of events with personal fields in clear, null once erased, by one look-up. */
export async function openedData(vault: Vault, events: readonly AnyEvent[]): Promise<Record<string, unknown>[]> {
  const copies = events.map(({ data }): Record<string, unknown> => ({ ...data }));
  const fields = copies.flatMap((data) => Object.keys(data).flatMap((name) => (isSealed(data[name]) ? [{ data, name }] : [])));
  const clear = await vault.open(fields.map(({ data, name }) => data[name] as Sealed));
  for (const [i, { data, name }] of fields.entries()) data[name] = clear[i];
  return copies;
}

/** The same with null in place of each personal field. */
export const withoutPersonal = ({ data }: AnyEvent): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, isSealed(value) ? null : value]));

/** The event with this data in clear instead of its sealed data. */
export const openedAs = ({ id, position, streamId, type, metadata }: AnyEvent, data: Record<string, unknown>): OpenedEvent =>
  ({ id, position, streamId, type, occurredAt: metadata.occurredAt, data }) as unknown as OpenedEvent;
