import type { Queryable } from '../../platform/pg.ts';

/** What the tree publishes of an event: its hash, and its tag if it has one. */
export const entryOf = (hash: Buffer, tag: string | null | undefined): Buffer =>
  tag ? Buffer.concat([hash, Buffer.from(tag, 'base64url')]) : hash;

/** The entries of the events from one position up to another, in order, where a session sees the log. */
export async function entriesBetween(session: Queryable, from: number, to: number): Promise<Buffer[]> {
  const { rows } = await session.query<{ hash: Buffer; tag: string | null }>({
    name: 'log.entries',
    text: `select hash, metadata ->> 'tag' as tag from log.events where position between $1 and $2 order by position`,
    values: [from, to],
  });
  return rows.map(({ hash, tag }) => entryOf(hash, tag));
}

/** The entries of the events at some positions, where a session sees the log. */
export async function entriesAt(session: Queryable, positions: readonly number[]): Promise<Map<number, Buffer>> {
  const { rows } = await session.query<{ position: number; hash: Buffer; tag: string | null }>({
    name: 'log.entries.at',
    text: `select position, hash, metadata ->> 'tag' as tag from log.events where position = any($1::bigint[])`,
    values: [positions],
  });
  return new Map(rows.map(({ position, hash, tag }) => [position, entryOf(hash, tag)]));
}

/** As `Log.hashes`, where a session sees the log. */
export async function hashesBetween(session: Queryable, from: number, to: number): Promise<Buffer[]> {
  const { rows } = await session.query<{ hash: Buffer }>({
    name: 'log.hashes',
    text: 'select hash from log.events where position between $1 and $2 order by position',
    values: [from, to],
  });
  return rows.map(({ hash }) => hash);
}
