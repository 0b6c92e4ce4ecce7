// What operators wait for: replay and verify of all read models, audit; next to only reading the log in the same run, at two
// sizes, with the memory used.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { events as shippedEvents } from '../contracts/dist/index.js';
import { BooksAudit } from '../services/dist/operating/audit/books.audit.js';
import { audit } from '../services/dist/engine/log/proving/audit.js';
import { projections } from '../services/dist/screens/screens.module.js';
import { replay } from '../services/dist/engine/projecting/replay.js';
import { verifyAll } from '../services/dist/engine/projecting/verify.js';
import { withDatabase } from './database.mjs';
import { fill, justRead } from './history.mjs';
import { row } from './measure.mjs';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');
export const shortOf = (n) => (n >= 1_000_000 ? `${n / 1_000_000}M` : `${n / 1_000}k`);

/** Seconds a piece of work took. */
export async function timed(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** Peak live memory (MB): the heap right after a collection, so that garbage does not count. Collecting costs time. */
async function alive(work) {
  let most = 0;
  const look = setInterval(() => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, (heapUsed + external) / 2 ** 20);
  }, 200);
  await work();
  clearInterval(look);
  return Math.round(most);
}

export const ops = (sizes = [100_000, 1_000_000]) =>
  withDatabase(async ({ owner, open }) => {
    const rows = [];
    const took = {};
    let events = 0;
    for (const size of sizes) {
      const { pool, vault, log } = await open();
      events += await fill(log, size - events, { seed: `s${size}` });
      await owner.query('vacuum analyze log.events');
      const db = { pool, vault };
      const everything = {
        'replay --all': () => replay(db, log, projections),
        'verify --all': async () => {
          const verified = await verifyAll(db, log, projections);
          if (verified.some((v) => v.tables.some((t) => t.differing))) throw new Error('something differs');
        },
        audit: async () => {
          const { problems } = await audit(pool, log, { checks: [new BooksAudit()] });
          if (problems.length) throw new Error(problems[0].what);
        },
      };
      await justRead(log);
      const readings = [await timed(() => justRead(log)), await timed(() => justRead(log, Object.keys(shippedEvents)))];
      for (const [name, work] of Object.entries(everything)) {
        const runs = [await timed(work), await timed(work)];
        (took[name] ??= {})[size] = Math.min(...runs);
        rows.push(
          row('ops', `${name}, ${shortOf(size)} events`, 's', {
            ours: runs,
            'just reading': [readings[0]],
            'reading and parsing': [readings[1]],
          }),
        );
        rows.push(
          row('ops', `${name}, ${shortOf(size)} events`, 'events/s', {
            ours: runs.map((seconds) => events / seconds),
            'just reading': [events / readings[0]],
          }),
        );
        rows.push(row('ops', `${name}, ${shortOf(size)} events, alive at most`, 'MB', { ours: [await alive(work)] }));
      }
    }
    if (sizes.length === 2)
      for (const [name, by] of Object.entries(took))
        rows.push(
          row('ops', `${name}, growth ${shortOf(sizes[0])} → ${shortOf(sizes[1])}`, 'times the seconds', {
            ours: [by[sizes[1]] / by[sizes[0]]],
            linear: [sizes[1] / sizes[0]],
          }),
        );
    return rows;
  });
