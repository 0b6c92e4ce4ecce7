import type { Queryable } from '../../platform/pg.ts';

/** As `Log.hashes`, where a session sees the log. */
export async function hashesBetween(session: Queryable, from: number, to: number): Promise<Buffer[]> {
  const { rows } = await session.query<{ hash: Buffer }>({
    name: 'log.hashes',
    text: 'select hash from log.events where position between $1 and $2 order by position',
    values: [from, to],
  });
  return rows.map(({ hash }) => hash);
}
