// Concurrent appends of several processes, to many streams and by commands on one stream, and what a long open transaction
// costs each append. Compared with ourselves: one process with as many writers as each of them, the log without such a transaction.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { withDatabase } from './database.mjs';
import { inTurn, load, row } from './measure.mjs';

const ROUNDS = 5;
/** Of each process. */
const WRITERS = 32;
const SECONDS = 2;

/** @returns appends per second of all processes, and how many were given up. */
async function together(url, processes, kind) {
  const args = [url, String(WRITERS), String(SECONDS), kind];
  const children = Array.from({ length: processes }, () => fork(join(import.meta.dirname, 'append-process.mjs'), args));
  await Promise.all(children.map((child) => once(child, 'message')));
  const results = children.map((child) => once(child, 'message'));
  for (const child of children) child.send('go');
  const counts = (await Promise.all(results)).map(([count]) => count);
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  const failed = counts.reduce((sum, c) => sum + c.failed, 0);
  return { perSecond: counts.reduce((sum, c) => sum + c.done, 0) / SECONDS, failed };
}

const visit = (id) => ({
  streams: [
    {
      streamId: `visits-${id}`,
      expected: 0,
      facts: [
        {
          type: 'VisitTracked',
          data: { visitId: 'v', affiliateId: 'a', page: '/', visitor: { sealed: 'x'.repeat(120), of: 'day:2026-01-01' } },
        },
      ],
    },
  ],
  metadata: { occurredAt: new Date().toISOString(), actor: { kind: 'visitor', id: 'anonymous' }, commandId: id, correlationId: id },
});

export const processes = () =>
  withDatabase(async ({ owner, open, appUrl }) => {
    const rows = [];
    for (const kind of ['streams', 'hot']) {
      const runs = await inTurn(ROUNDS, {
        ours: () => together(appUrl, 2, kind),
        'four processes': () => together(appUrl, 4, kind),
        'one process': () => together(appUrl, 1, kind),
      });
      const of = (figure) => Object.fromEntries(Object.entries(runs).map(([name, r]) => [name, r.map((x) => x[figure])]));
      const what = kind === 'hot' ? 'commands on one stream' : 'appends';
      rows.push(row('processes', `${what}, two processes`, `${what === 'appends' ? what : 'commands'}/s`, of('perSecond')));
      rows.push(row('processes', `${what} given up, two processes`, 'of a run', of('failed')));
    }
    const { log } = await open();
    const many = () => load(WRITERS, 6_000, () => log.append(visit(randomUUID())));
    const beside = async () => {
      const old = await owner.connect();
      try {
        await old.query('begin isolation level repeatable read; select count(*) from log.settings');
        // An hour of a busy programme: the rows behind the snapshot matter, not its age.
        await load(256, 40_000, () => log.append(visit(randomUUID())));
        return await many();
      } finally {
        await old.query('rollback');
        old.release();
      }
    };
    const runs = await inTurn(ROUNDS, { ours: beside, 'without it': many });
    const perSecond = Object.fromEntries(Object.entries(runs).map(([name, r]) => [name, r.map((x) => x.perSecond)]));
    rows.push(row('processes', 'appends beside an old snapshot', 'appends/s', perSecond));
    return rows;
  });
