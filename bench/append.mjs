// Durable single-event appends with everything on (expected version, command id, chain, schema check), next to one plain
// INSERT per append through `pg`, and emmett-postgresql; finally on a disk whose commits take 5 ms more.
import { randomUUID } from 'node:crypto';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import { withDatabase } from './database.mjs';
import { inTurn, load, row } from './measure.mjs';

const fact = {
  type: 'VisitTracked',
  data: { visitId: 'v', affiliateId: 'a', page: '/premium', visitor: { sealed: 'x'.repeat(120), of: 'day:2026-01-01' } },
};
const actor = { kind: 'visitor', id: 'anonymous' };

/** Makes every commit on the server take that many ms more. It is a setting of the whole server, so it is reset at the end. */
async function slowCommits(owner, ms) {
  const settings = { commit_delay: ms * 1000, commit_siblings: 0 };
  for (const [name, value] of Object.entries(settings))
    await owner.query(`alter system ${ms ? `set ${name} = ${value}` : `reset ${name}`}`);
  await owner.query('select pg_reload_conf()');
}

export const append = () =>
  withDatabase(async ({ owner, open, ownerUrl, id }) => {
    const { log } = await open();
    await owner.query(`create table plain (
      position bigserial primary key, stream_id text not null, version int not null, id uuid not null, type text not null,
      data json not null, metadata json not null, recorded_at timestamptz not null default now(), unique (stream_id, version))`);
    const emmett = getPostgreSQLEventStore(ownerUrl);
    await emmett.schema.migrate();
    const rows = [];
    for (const [writers, count, slower] of [
      [1, 1500, 0],
      [32, 12000, 0],
      [256, 20000, 0],
      [32, 2000, 5],
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
        emmett: () => {
          const run = id();
          return load(writers, Math.ceil(count / 4), (i) =>
            emmett.appendToStream(`visits-${run}-${i}`, [fact], { expectedStreamVersion: 'STREAM_DOES_NOT_EXIST' }),
          );
        },
      };
      if (slower) await slowCommits(owner, slower);
      const runs = await inTurn(rounds, candidates).finally(() => slowCommits(owner, 0));
      const of = (figure) => Object.fromEntries(Object.entries(runs).map(([name, r]) => [name, r.map((x) => x[figure])]));
      const name = `${writers} writers${slower ? `, commits ${slower} ms slower` : ''}`;
      rows.push(row('append', name, 'appends/s', of('perSecond')));
      rows.push(row('append', `${name} p50`, 'ms', of('p50')), row('append', `${name} p99`, 'ms', of('p99')));
    }
    await emmett.close();
    return rows;
  });
