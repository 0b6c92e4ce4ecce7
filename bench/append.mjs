// Durable single-event appends with everything on (expected version, command id, chain, schema check), beside one plain
// INSERT per append through `pg`, and emmett-postgresql. The bound is what no append in groups can pass: the same rows under the
// log's own indexes, with no hash, head, version or command looked at.
import { randomUUID } from 'node:crypto';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import { jsonArray, plainArray, textArray } from '../services/dist/log/array-literals.js';
import { together } from '../services/dist/log/together.js';
import { withDatabase } from './database.mjs';
import { inTurn, load, row } from './measure.mjs';

const fact = {
  type: 'VisitTracked',
  data: { visitId: 'v', affiliateId: 'a', page: '/premium', visitor: { sealed: 'x'.repeat(120), of: 'day:2026-01-01' } },
};
const actor = { kind: 'visitor', id: 'anonymous' };

/** Rows that come while others are on their way go together. */
const bare = (pool) =>
  together((rows) =>
    pool
      .query({
        name: 'bare',
        text: `insert into bare (position, version, schema_version, partition, recorded_at, id, command_id, stream_id, type, hash, data, metadata)
          select nextval('bare_position'), 1, 1, 1, now(), i, i, s, $3, '', d::json, m::json
          from unnest($1::uuid[], $2::text[], $4::text[], $5::text[]) as u (i, s, d, m)`,
        values: [
          plainArray(rows.map((r) => r.id)),
          textArray(rows.map((r) => r.streamId)),
          fact.type,
          jsonArray(rows.map((r) => r.data)),
          jsonArray(rows.map((r) => r.metadata)),
        ],
      })
      .then(() => rows),
  );

export const append = () =>
  withDatabase(async ({ owner, open, ownerUrl, id }) => {
    const { log } = await open();
    await owner.query(`create table plain (
      position bigserial primary key, stream_id text not null, version int not null, id uuid not null, type text not null,
      data json not null, metadata json not null, recorded_at timestamptz not null default now(), unique (stream_id, version))`);
    await owner.query('create table bare (like log.events including indexes); create sequence bare_position');
    const insertBare = bare(owner);
    const emmett = getPostgreSQLEventStore(ownerUrl);
    await emmett.schema.migrate();
    const rows = [];
    for (const [writers, count] of [
      [1, 1500],
      [32, 12000],
      [256, 20000],
    ]) {
      const rounds = 5;
      const candidates = {
        ours: () => {
          const run = id();
          return load(writers, count, (i) => {
            const commandId = randomUUID();
            return log.append({
              streams: [{ streamId: `visits-${run}-${i}`, expected: 0, facts: [fact] }],
              metadata: { occurredAt: new Date().toISOString(), actor, commandId, correlationId: commandId },
            });
          });
        },
        'plain INSERT': () => {
          const run = id();
          return load(writers, count, async (i) => {
            const commandId = randomUUID();
            await owner.query({
              name: 'plain',
              text: 'insert into plain (stream_id, version, id, type, data, metadata) values ($1, $2, $3, $4, $5, $6)',
              values: [`visits-${run}-${i}`, 1, commandId, fact.type, JSON.stringify(fact.data), JSON.stringify({ actor, commandId })],
            });
          });
        },
        bound: () => {
          const run = id();
          return load(writers, count, (i) => {
            const commandId = randomUUID();
            const metadata = JSON.stringify({ actor, commandId, correlationId: commandId });
            return insertBare({ id: commandId, streamId: `visits-${run}-${i}`, data: JSON.stringify(fact.data), metadata });
          });
        },
        emmett: () => {
          const run = id();
          return load(writers, Math.ceil(count / 4), (i) =>
            emmett.appendToStream(`visits-${run}-${i}`, [fact], { expectedStreamVersion: 'STREAM_DOES_NOT_EXIST' }),
          );
        },
      };
      const runs = await inTurn(rounds, candidates);
      const of = (figure) => Object.fromEntries(Object.entries(runs).map(([name, r]) => [name, r.map((x) => x[figure])]));
      rows.push(row('append', `${writers} writers`, 'appends/s', of('perSecond')));
      rows.push(row('append', `${writers} writers p50`, 'ms', of('p50')), row('append', `${writers} writers p99`, 'ms', of('p99')));
    }
    await emmett.close();
    return rows;
  });
