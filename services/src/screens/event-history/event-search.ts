import { EVENTS, UUID } from '../../engine/log/event.ts';
import { adminStream, affiliateStream, checkoutStream, claimStream, PROVIDERS, visitsStream } from '@framelift/contracts';
import type { Pool } from '../../platform/pg.ts';

/** The places of search results: whole streams, or single events. */
export type Found = { streams: string[] } | { positions: number[] };

/** An invoice goes by its provider's id too, which more than one provider may have given. */
const checkouts = PROVIDERS.map((provider) => (invoiceId: string) => checkoutStream({ provider, invoiceId }));
const named = [
  (id: string) => id,
  (key: string) => `checkout-${key}`,
  ...checkouts,
  affiliateStream,
  adminStream,
  claimStream,
  visitsStream,
];

const MIN_DIGITS = 4;
const MAX_FOUND = 10_000;

/** An affiliate's cashouts carry its id and a number. */
const CASHOUT = /^([0-9a-z]{16})-\d+$/;

/** Finds a pasted id: a stream, the id in it, a cashout, a position, or the first four digits of an event, command or correlation id. */
export async function search(pool: Pool, text: string): Promise<Found> {
  const { rows: streams } = await pool.query<{ id: string }>(
    `select s.id from unnest($1::text[]) s (id) where exists (select from ${EVENTS} e where e.stream_id = s.id)`,
    [named.map((name) => name(text))],
  );
  if (streams.length) return { streams: streams.map((s) => s.id) };
  const cashout = CASHOUT.exec(text)?.[1];
  if (cashout) return { positions: await positions(pool, ofCashout, [affiliateStream(cashout), text]) };
  const found = /^\d{1,15}$/.test(text) ? [Number(text)] : [];
  const start = text.toLowerCase();
  const [lowest, highest] = between(start);
  if (start.length >= MIN_DIGITS && UUID.test(lowest)) found.push(...(await positions(pool, ofIds, [lowest, highest, start])));
  return { positions: [...new Set(found)] };
}

const ofCashout = `select position from ${EVENTS} where stream_id = $1 and data ->> 'cashoutId' = $2`;

/** Only a command's first event has its id; its others follow it in the log. */
const ofIds = `
  with recursive own as (
    select position, command_id::text as command from ${EVENTS} where command_id between $1::uuid and $2::uuid
    union all
    select e.position, own.command from own join ${EVENTS} e on e.position = own.position + 1 and e.metadata ->> 'commandId' = own.command)
  select position from own
  union select position from ${EVENTS} where id between $1::uuid and $2::uuid and id is distinct from command_id
  union select position from ${EVENTS} where stream_id not like 'visits-%' and metadata ->> 'causationId' is not null
    and (metadata ->> 'correlationId') collate "C" >= $3::text and (metadata ->> 'correlationId') collate "C" <= $3::text || 'g'`;

const positions = async (pool: Pool, text: string, values: unknown[]): Promise<number[]> => {
  const { rows } = await pool.query<{ position: number }>(`${text} limit ${MAX_FOUND}`, values);
  return rows.map((r) => r.position);
};

/** The lowest and the highest UUID that begin like this. */
const between = (start: string): [string, string] => [
  `${start}${'00000000-0000-0000-0000-000000000000'.slice(start.length)}`,
  `${start}${'ffffffff-ffff-ffff-ffff-ffffffffffff'.slice(start.length)}`,
];
