// The cost of a hundred readers of the event feed and of one: how often the log's table is scanned, and the processor time of the api and
// of PostgreSQL, beyond the cost of the same appends without a reader. Each reader must receive every event once.
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { notifyOnCommit } from '../services/dist/engine/feed/notifier.js';
import { tierReached } from '../test/support/facts.ts';
import { withDatabase } from './database.mjs';
import { inTurn, row } from './measure.mjs';
import { startSite } from './site.mjs';

const SECONDS = 5;
const PER_SECOND = 20;
const ROUNDS = 2;
/** Of /proc, per second. */
const TICKS = 100;

/** Processor time of a process, ms. */
async function cpuOf(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** Of all live processes of PostgreSQL. */
async function cpuOfPostgres() {
  let sum = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    if (name.startsWith('postgres')) sum += await cpuOf(pid).catch(() => 0);
  }
  return sum;
}

/** Reads until stopped, and counts the events received. */
async function read(counted, { url, token, after, streams, stopped }) {
  const headers = { Authorization: `Bearer ${token}`, ...(streams ? { Accept: 'text/event-stream' } : {}) };
  if (streams) {
    const response = await fetch(`${url}/api/feed/events?after=${after}`, { headers, signal: stopped });
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) counted.had += chunk.split('\ndata: ').length - 1;
    return;
  }
  for (let at = after; !stopped.aborted;) {
    const response = await fetch(`${url}/api/feed/events?after=${at}&wait=20`, { headers, signal: stopped });
    const { events, next } = await response.json();
    counted.had += events.length;
    at = next;
  }
}

export const feed = () =>
  withDatabase(async ({ owner, open, settings }) => {
    const { log, pool } = await open();
    notifyOnCommit(log, pool);
    const site = await startSite({ ...settings, ADMIN_PASSWORD: 'the admin password' });
    const ask = async (path, body, token = '') => {
      const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
      return (await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    const { token } = await ask('/api/affiliate/login', { username: 'admin', password: 'the admin password' });
    const keys = [];
    for (let n = 1; n <= 100; n++)
      keys.push((await ask('/api/admin/keys', { name: `Bench ${n}`, scopes: ['read:events'], perMinute: 6_000 }, token)).key);
    const scans = async () => {
      await wait(1_500); // the database's sessions report their scans once a second
      const { rows } = await owner.query(
        `select idx_scan + seq_scan as n from pg_stat_user_tables where schemaname = 'log' and relname = 'events'`,
      );
      return Number(rows[0].n);
    };

    /** The cost of that many readers while events arrive. */
    const cost = (readers, streams) => async () => {
      const { position: after } = await log.head();
      const stopping = new AbortController();
      const counts = Array.from({ length: readers }, () => ({ had: 0 }));
      const reading = counts.map((counted, n) =>
        read(counted, { url: site.url, token: keys[n], after, streams, stopped: stopping.signal }).catch((error) => {
          if (!stopping.signal.aborted) counted.problem = error;
        }),
      );
      await wait(500);
      const before = { scans: await scans(), api: await cpuOf(site.pid), postgres: await cpuOfPostgres() };
      for (let n = 0; n < SECONDS * PER_SECOND; n++) {
        const commandId = randomUUID();
        const metadata = {
          occurredAt: new Date().toISOString(),
          actor: { kind: 'system', id: 'bench' },
          commandId,
          correlationId: commandId,
        };
        await log.append({ streams: [{ streamId: 'affiliate-bench', expected: 'any', facts: [tierReached()] }], metadata });
        await wait(1000 / PER_SECOND);
      }
      const spent = {
        scans: (await scans()) - before.scans,
        api: (await cpuOf(site.pid)) - before.api,
        postgres: (await cpuOfPostgres()) - before.postgres,
      };
      stopping.abort();
      await Promise.all(reading);
      const missed = counts.filter(({ had }) => had !== SECONDS * PER_SECOND);
      if (missed.length)
        throw new Error(`${missed.length} of ${readers} readers did not have every event once`, { cause: missed[0].problem });
      return spent;
    };

    try {
      const rows = [];
      for (const [how, streams] of [
        ['streams', true],
        ['waiting requests', false],
      ]) {
        const runs = await inTurn(ROUNDS, { ours: cost(100, streams), 'one reader': cost(1, streams), 'no reader': cost(0, streams) });
        const of = (what) => Object.fromEntries(Object.entries(runs).map(([name, rounds]) => [name, rounds.map((r) => r[what])]));
        rows.push(row('feed', `100 ${how}: scans of the log for ${SECONDS * PER_SECOND} events`, 'scans', of('scans')));
        rows.push(row('feed', `100 ${how}: processor of PostgreSQL`, 'ms', of('postgres')));
        rows.push(row('feed', `100 ${how}: processor of the api`, 'ms', of('api')));
      }
      return rows;
    } finally {
      await site.stop();
    }
  });
