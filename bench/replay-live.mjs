// Replays of every read model while visits arrive at a steady rate, regardless of the answers: how many fail, how long an answer takes
// with and without a concurrent replay, and whether anything differs afterwards.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withDatabase } from './database.mjs';
import { fill } from './history.mjs';
import { quantile, row } from './measure.mjs';
import { post, startSite } from './site.mjs';

const EVENTS = 100_000;
const RATE = 300;
const QUIET = 10_000;
const REPLAYS = 3;

export const replayLive = () =>
  withDatabase(async ({ settings: shared, open }) => {
    const { pool, log } = await open(4);
    await fill(log, EVENTS);
    const settings = { ...shared, TRUST_PROXY: '1' };
    const site = await startSite(settings);
    const ops = (...args) =>
      new Promise((done) => {
        const child = spawn(process.execPath, [join(import.meta.dirname, '../services/dist/main/ops.js'), ...args, '--json'], {
          env: { ...process.env, ...settings },
        });
        let said = '';
        child.stdout.on('data', (chunk) => (said += chunk));
        child.once('exit', (code) => done({ code, ...(code === 0 ? JSON.parse(said) : {}) }));
      });
    const statusOf = async (path, body) => {
      const response = await post(site.url, path, body);
      await response.arrayBuffer();
      return response.status;
    };
    try {
      const ref = `r${randomUUID().slice(0, 12)}`;
      await statusOf('/api/affiliate/register', { username: ref, email: `${ref}@example.org`, password: 'long enough' });
      const took = { alone: [], beside: [] };
      let [when, on, failed] = ['alone', true, 0];
      const sent = [];
      const began = performance.now();
      const arriving = (async () => {
        for (let n = 0; on; n++) {
          const due = began + (n * 1000) / RATE;
          if (performance.now() < due) await wait(due - performance.now());
          const phase = when;
          const visit = statusOf('/api/track/track-visit', { ref, pageUrl: `/page/${n}` }).catch(() => 0);
          sent.push(visit.then((status) => (status < 200 || status >= 300 ? failed++ : took[phase].push(performance.now() - due))));
        }
      })();
      await wait(QUIET);
      when = 'beside';
      const from = performance.now();
      const replays = [];
      for (let n = 0; n < REPLAYS; n++) replays.push(await ops('replay', '--all'));
      const seconds = (performance.now() - from) / 1000;
      on = false;
      await arriving;
      await Promise.all(sent);
      if (replays.some(({ code }) => code)) throw new Error('a replay failed');
      const verified = await ops('verify', '--all');
      if (!verified.ok) throw new Error('something differs after the swaps');
      const { rows } = await pool.query(`select coalesce(sum(clicks), 0)::int as n from dashboard.clicks`);
      console.log(
        `${sent.length} visits arrived, ${rows[0].n} are counted with those of the history; nothing differs after ${REPLAYS} swaps`,
      );
      return [
        row('replay-live', `answered beside ${REPLAYS} replays of ${EVENTS / 1000}k events`, 'commands/s', {
          ours: [took.beside.length / seconds],
        }),
        row('replay-live', 'requests that failed', '', { ours: [failed] }),
        row('replay-live', 'one replay', 's', { ours: replays.map((r) => r.seconds) }),
        row('replay-live', 'p50 from when it was due', 'ms', {
          ours: [quantile(took.beside, 0.5)],
          'without a replay': [quantile(took.alone, 0.5)],
        }),
        row('replay-live', 'p99 from when it was due', 'ms', {
          ours: [quantile(took.beside, 0.99)],
          'without a replay': [quantile(took.alone, 0.99)],
        }),
      ];
    } finally {
      await site.stop();
    }
  });
