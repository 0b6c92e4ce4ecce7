// A log that grows: what people and operators wait for at each size, and which figure grows faster than it may. Each figure is told
// as it comes; at the end all of them as a table in the form of docs/measurements.md.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BooksAudit } from '../services/dist/operating/audit/books.audit.js';
import { audit } from '../services/dist/engine/log/audit.js';
import { Streams } from '../services/dist/engine/log/streams.js';
import { replay, startAfter } from '../services/dist/engine/projecting/replay.js';
import { verifyAll } from '../services/dist/engine/projecting/verify.js';
import { reactors } from '../services/dist/reactors/reactors.module.js';
import { projections } from '../services/dist/screens/screens.module.js';
import { command } from './commands.mjs';
import { withDatabase } from './database.mjs';
import { fill } from './history.mjs';
import { load, quantile, row } from './measure.mjs';
import { operate } from './operate.mjs';
import { timed, told } from './ops.mjs';
import { answers, tokenOf } from './reads.mjs';
import { posted, startSite } from './site.mjs';
import { visitTracked } from '../test/support/facts.ts';

/** Of the machine's own drift: what is flat may take so much longer at the larger size, what is linear so much longer than its share. */
const NOISE = 1.5;
const ADMIN = { username: 'admin', password: 'the admin password' };
const ASKED = 200;
/** How many sales the affiliate has whose screens and commands are compared; the busiest one's grow with the log. */
const USUAL_SALES = 500;

/** Keeps each figure by name and size, and tells it. `grows`: 'flat' or 'linear'; a rate that is flat may fall no further than a time may rise. */
class Figures {
  #all = new Map();

  add(size, what, unit, value, grows) {
    const figure = this.#all.get(what) ?? { unit, grows, of: {} };
    figure.of[size] = value;
    this.#all.set(what, figure);
    console.log(`${told(size)}: ${what}: ${this.#said(value)} ${unit}`);
  }

  #said = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3))));

  /** How many times worse than it may be at the larger size. */
  #excess({ unit, grows, of }, from, to) {
    const times = of[to] / of[from];
    return (unit.endsWith('/s') ? 1 / times : times) / (grows === 'linear' ? to / from : 1);
  }

  table(sizes) {
    const [first, last] = [sizes[0], sizes.at(-1)];
    const lines = [...this.#all].map(([what, figure]) => {
      const values = sizes.map((size) => (size in figure.of ? this.#said(figure.of[size]) : ''));
      const isWhole = sizes.length > 1 && first in figure.of && last in figure.of;
      const verdict = !isWhole ? '' : this.#excess(figure, first, last) > NOISE ? `more than ${figure.grows}` : figure.grows;
      return `| ${[`${what}, ${figure.unit}`, ...values, isWhole ? `× ${this.#said(figure.of[last] / figure.of[first])}` : '', verdict].join(' | ')} |`;
    });
    return [`| events | ${sizes.map(told).join(' | ')} | growth | |`, `|---|${sizes.map(() => '---').join('|')}|---|---|`, ...lines].join(
      '\n',
    );
  }

  rows = () =>
    [...this.#all].flatMap(([what, { unit, of }]) =>
      Object.entries(of).map(([size, value]) => row('large', `${what}, ${told(Number(size))} events`, unit, { ours: [value] })),
    );
}

const visit = (affiliateId) => {
  const commandId = randomUUID();
  const day = { sealed: 'x'.repeat(88), of: 'day:2025-01-01' };
  const facts = [visitTracked({ visitId: randomUUID(), affiliateId, page: '/premium/', visitor: day })];
  const metadata = {
    occurredAt: new Date().toISOString(),
    actor: { kind: 'visitor', id: 'anonymous' },
    commandId,
    correlationId: commandId,
  };
  return { streams: [{ streamId: `visits-${affiliateId}`, expected: 'any', facts }], metadata };
};

async function writing({ add, pool, log, streams, usual, busiest }) {
  for (const [writers, count] of [
    [1, 1_000],
    [32, 12_000],
  ]) {
    const done = await load(writers, count, () => log.append(visit(usual)));
    add(`appends, ${writers} at once`, 'appends/s', done.perSecond, 'flat');
    add(`append p99, ${writers} at once`, 'ms', done.p99, 'flat');
  }
  add('command of the busiest affiliate, first ever', 'ms', await command(new Streams(pool, log), busiest), 'linear');
  add('the same, first in a process', 'ms', await command(new Streams(pool, log), busiest), 'flat');
  await command(streams, usual);
  const took = [];
  for (let n = 0; n < 300; n++) took.push(await command(streams, usual));
  add('command p50', 'ms', quantile(took, 0.5), 'flat');
  add('command p99', 'ms', quantile(took, 0.99), 'flat');
}

async function reading({ add, url, owner, settings, usual, busiest }) {
  const { token: admin } = await posted(url, '/api/affiliate/login', ADMIN);
  const own = await tokenOf(owner, `affiliate-${usual}`, settings.JWT_SECRET);
  const most = await tokenOf(owner, `affiliate-${busiest}`, settings.JWT_SECRET);
  for (const [what, path, token, asked = ASKED] of [
    ['dashboard', '/api/affiliate/stats', own],
    ['dashboard of the busiest affiliate', '/api/affiliate/stats', most],
    ['ledger of the busiest affiliate, first page', '/api/affiliate/ledger', most],
    ['list of affiliates, first page', '/api/admin/affiliates?limit=50', admin],
    ['list of affiliates, one searched for', '/api/admin/affiliates?limit=50&search=name1', admin],
    ['list of cashouts, first page', '/api/admin/cashouts?limit=50', admin],
    ['list of sales, first page', '/api/admin/sales?limit=50', admin],
    ['admin overview', '/api/admin/overview', admin],
    ['trends of 30 days', '/api/admin/trends?range=30', admin],
    ['what to review, first page', '/api/admin/review', admin, 20],
    ['cashouts to pay, none with a signal', '/api/admin/payout-candidates?signals=without&limit=50', admin, 20],
    ['event history, first page', '/api/admin/events?limit=50', admin],
    ['event history, one affiliate', `/api/admin/events?limit=50&affiliate=${usual}`, admin],
  ]) {
    const times = await answers(url, path, token, asked);
    add(`${what} p95`, 'ms', quantile(times, 0.95), 'flat');
  }
}

async function checking({ add, pool, vault, log }) {
  const db = { pool, vault };
  const check = async () => {
    const verified = await verifyAll(db, log, projections);
    if (verified.some((v) => v.tables.some((t) => t.differing))) throw new Error('something differs');
  };
  const audited = async () => {
    const { problems } = await audit(pool, log, { checks: [new BooksAudit()] });
    if (problems.length) throw new Error(problems[0].what);
  };
  add('verify of all read models', 's', await timed(check), 'linear');
  add('audit', 's', await timed(audited), 'linear');
}

/** Megabytes of each part of the database. */
async function sizes({ add, owner }) {
  const { rows } = await owner.query(`
    select n.nspname as part, sum(pg_table_size(c.oid)) / 1e6 as rows_mb, sum(pg_indexes_size(c.oid)) / 1e6 as indexes_mb
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname !~ '^(pg_|information)'
    group by 1 having sum(pg_total_relation_size(c.oid)) > 2e6 order by 2 desc`);
  for (const { part, rows_mb, indexes_mb } of rows) {
    add(`${part}: rows`, 'MB', Number(rows_mb), 'linear');
    add(`${part}: indexes`, 'MB', Number(indexes_mb), 'linear');
  }
}

async function restoring({ add, file, settings, folder }) {
  await withDatabase(async (empty) => {
    const data = join(folder, 'restored');
    const { DATABASE_URL, MIGRATE_DATABASE_URL } = empty.settings;
    const seconds = await timed(() => operate({ ...settings, DATABASE_URL, MIGRATE_DATABASE_URL, DATA_DIR: data }, 'import', file));
    add('restore, with all read models', 's', seconds, 'linear');
  }, 'bench_restore');
}

async function measureAt(size, { add, owner, open, settings, folder, before }) {
  // What fills need not wait for the disk; what is measured does.
  const bulk = await open(32, { session: { synchronous_commit: 'off' } });
  const began = performance.now();
  const filled = await fill(bulk.log, size - before, { seed: `s${size}` });
  add('filled', 'events/s', filled / ((performance.now() - began) / 1000), 'flat');
  await bulk.pool.end();
  await owner.query('vacuum analyze log.events');
  // A replay's statements take their time.
  const at = await open(32, { answerMs: Infinity });
  const db = { pool: at.pool, vault: at.vault };
  const [dashboard, ...others] = projections;
  add('replay of the dashboard', 's', await timed(() => replay(db, at.log, [dashboard])), 'linear');
  add('replay of the others', 's', await timed(() => replay(db, at.log, others)), 'linear');
  // Nobody is told of what was filled in: it would be caught up with beside what is measured.
  const { position: filledTo } = await at.log.head();
  for (const reactor of reactors) await startAfter(db, at.log, reactor, filledTo);
  await owner.query('vacuum analyze');
  const { rows } = await at.pool.query(
    `(select affiliate_id as id from dashboard.totals order by abs(net_sales - ${USUAL_SALES}), id limit 3)
     union all (select affiliate_id from dashboard.totals order by net_sales desc limit 1)`,
  );
  const [usual, leaves, , busiest] = rows.map(({ id }) => id);
  const here = { ...at, add, owner, settings, folder, usual, busiest };
  await writing(here);
  const own = { ...settings, DATA_DIR: join(folder, `site${size}`) };
  const from = performance.now();
  const site = await startSite({ ...own, ADMIN_PASSWORD: ADMIN.password });
  try {
    add('start of the all-in-one process', 's', (performance.now() - from) / 1000, 'flat');
    await reading({ ...here, url: site.url });
    add('erase one affiliate, by ops', 's', await timed(() => operate(own, 'erase', '--affiliate', leaves, '--yes')), 'flat');
  } finally {
    await site.stop();
  }
  await checking(here);
  await sizes(here);
  const file = join(folder, `log${size}.ndjson`);
  add('backup (export)', 's', await timed(() => operate(own, 'export', file)), 'linear');
  add('backup', 'MB', (await stat(file)).size / 1e6, 'linear');
  await restoring({ ...here, file });
  await rm(file);
  const { position } = await at.log.head();
  await at.pool.end();
  return position;
}

export const large = (asked = [100_000, 1_000_000]) =>
  withDatabase(async (database) => {
    const figures = new Figures();
    const folder = await mkdtemp(join(tmpdir(), 'framelift-bench-large-'));
    try {
      let before = 0;
      for (const size of asked) {
        const add = (...figure) => figures.add(size, ...figure);
        before = await measureAt(size, { ...database, add, folder, before });
        console.log(`\n${figures.table(asked)}\n`);
      }
      return figures.rows();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
