// How long people wait beside a backup of a large log and its trial restore, as the admin's button starts them: fifty requests a second,
// first without and then beside it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { replay, startAfter } from '../services/dist/engine/projecting/replay.js';
import { reactors } from '../services/dist/reactors/reactors.module.js';
import { projections } from '../services/dist/screens/screens.module.js';
import { withDatabase } from './database.mjs';
import { fill } from './history.mjs';
import { quantile, row } from './measure.mjs';
import { shortOf } from './ops.mjs';
import { tokenOf } from './reads.mjs';
import { posted, startSite } from './site.mjs';

const PER_SECOND = 50;
const ALONE_MS = 30_000;
const ADMIN = { username: 'admin', password: 'the admin password' };

/** Requests at a fixed rate, whether earlier ones are answered or not, until `isOver`. @returns ms of each */
async function asked(requests, isOver) {
  const [took, under] = [[], []];
  const began = performance.now();
  for (let n = 0; !isOver(); n++) {
    const at = began + (n * 1000) / PER_SECOND;
    await wait(Math.max(0, at - performance.now()));
    under.push(requests[n % requests.length]().then(() => took.push(performance.now() - at)));
  }
  await Promise.all(under);
  return took;
}

/** A system that just began on a large log first builds its tree. */
async function treeReaches(url, position) {
  const answer = await fetch(`${url}/log/checkpoint`);
  return answer.ok && Number((await answer.text()).split('\n')[1]) >= position;
}

async function measuredAt(size, folder) {
  return withDatabase(async ({ owner, open, settings }) => {
    const bulk = await open(32, { session: { synchronous_commit: 'off' }, answerMs: Infinity });
    await fill(bulk.log, size);
    await replay({ pool: bulk.pool, vault: bulk.vault }, bulk.log, projections);
    const { position } = await bulk.log.head();
    for (const reactor of reactors) await startAfter({ pool: bulk.pool, vault: bulk.vault }, bulk.log, reactor, position);
    const { rows } = await bulk.pool.query('select affiliate_id as id from dashboard.totals order by net_sales limit 1 offset 5');
    await bulk.pool.end();
    await owner.query('vacuum analyze');
    const site = await startSite({
      ...settings,
      ADMIN_PASSWORD: ADMIN.password,
      BACKUP_TO: join(folder, 'backups'),
      BACKUP_KEY: 'ab'.repeat(32),
      DATA_DIR: join(folder, 'data'),
    });
    try {
      const { token } = await posted(site.url, '/api/affiliate/login', ADMIN);
      const own = await tokenOf(owner, `affiliate-${rows[0].id}`, settings.JWT_SECRET);
      const get = (path, bearer) => async () => {
        const answer = await fetch(site.url + path, bearer ? { headers: { Authorization: `Bearer ${bearer}` } } : {});
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
      };
      const requests = [
        get('/'),
        get('/api/affiliate/stats', own),
        get('/pricing'),
        get('/api/admin/overview', token),
        get('/api/affiliate/ledger', own),
      ];
      const aloneFor = async () => {
        const end = performance.now() + ALONE_MS;
        return asked(requests, () => performance.now() > end);
      };
      while (!(await treeReaches(site.url, position))) await wait(500);
      await aloneFor();
      const alone = await aloneFor();
      const authorized = { headers: { Authorization: `Bearer ${token}` } };
      const began = performance.now();
      let isRunning = true;
      await fetch(`${site.url}/api/admin/backups`, { method: 'POST', ...authorized });
      const watching = (async () => {
        await wait(3_000);
        for (let view = { isRunning }; view.isRunning; await wait(500))
          view = await (await fetch(`${site.url}/api/admin/backups`, authorized)).json();
        isRunning = false;
        return await (await fetch(`${site.url}/api/admin/backups`, authorized)).json();
      })();
      const beside = await asked(requests, () => !isRunning);
      const { backups, lastFailure } = await watching;
      if (!backups[0]?.provedAt) throw new Error(lastFailure?.error ?? 'not proved');
      return { alone, beside, seconds: (performance.now() - began) / 1000 };
    } finally {
      await site.stop();
    }
  }, 'bench_backups');
}

export async function backups(sizes = [100_000, 1_000_000]) {
  const rows = [];
  for (const size of sizes) {
    const folder = await mkdtemp(join(tmpdir(), 'framelift-bench-backups-'));
    try {
      const { alone, beside, seconds } = await measuredAt(size, folder);
      const at = `${shortOf(size)} events`;
      for (const q of [0.5, 0.95, 0.99])
        rows.push(
          row('backups', `p${q * 100} of ${PER_SECOND} requests a second beside a backup, ${at}`, 'ms', {
            ours: [quantile(beside, q)],
            without: [quantile(alone, q)],
          }),
        );
      rows.push(row('backups', `backup and trial restore, ${at}`, 's', { ours: [seconds] }));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return rows;
}
