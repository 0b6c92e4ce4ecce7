// A growing log: how long people and operators wait at each size, and which figure grows faster than it may. Prints each figure
// as it comes, and at the end all of them as a table as in docs/measurements.md. Sizes are measured an hour apart, on a machine
// that drifts, so screens are requested alternately with those of a small programme, which does not grow.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BooksAudit } from '../services/dist/operating/audit/books.audit.js';
import { audit } from '../services/dist/engine/log/proving/audit.js';
import { Streams } from '../services/dist/engine/log/deciding/streams.js';
import { replay, startAfter } from '../services/dist/engine/projecting/replay.js';
import { verifyAll } from '../services/dist/engine/projecting/verify.js';
import { reactors } from '../services/dist/reactors/reactors.module.js';
import { projections } from '../services/dist/screens/screens.module.js';
import { command } from './commands.mjs';
import { withDatabase } from './database.mjs';
import { fill } from './history.mjs';
import { load, quantile, row } from './measure.mjs';
import { operate } from './operate.mjs';
import { shortOf, timed } from './ops.mjs';
import { answers, tokenOf } from './reads.mjs';
import { posted, startSite } from './site.mjs';
import { visitTracked } from '../test/support/facts.ts';

/** The machine's drift: a flat figure may take this much longer at the larger size, a linear one this much longer than its share. */
const NOISE = 1.5;
const ADMIN = { username: 'admin', password: 'the admin password' };
const ASKED = 200;
const APPENDS = 12_000;
const APPEND_ROUNDS = 6;
/** Of the small programme. */
const SMALL = { events: 100_000, affiliates: 20 };
/** Sales of the affiliate whose screens and commands are compared; the busiest one's grow with the log. */
const USUAL_SALES = 500;

/**
 * Keeps each figure by name and size, and prints it. `grows`: 'flat' or 'linear'; a flat rate may fall no further than a time may
 * rise. `small`: the same figure of the small programme, measured alternately; growth is then that of their ratio.
 */
class Figures {
  #all = new Map();

  add(size, what, unit, value, grows, small) {
    const figure = this.#all.get(what) ?? { unit, grows, of: {}, small: {} };
    figure.of[size] = value;
    if (small) figure.small[size] = small;
    this.#all.set(what, figure);
    console.log(`${shortOf(size)}: ${what}: ${this.#shown(figure, size)} ${unit}`);
  }

  #shown = ({ of, small }, size) => `${this.#rounded(of[size])}${size in small ? ` (small: ${this.#rounded(small[size])})` : ''}`;

  #rounded = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3))));

  #growth({ of, small }, from, to) {
    return of[to] / (small[to] ?? 1) / (of[from] / (small[from] ?? 1));
  }

  /** How many times the limit at the larger size. */
  #excess(figure, from, to) {
    const { unit, grows } = figure;
    const times = this.#growth(figure, from, to);
    return (unit.endsWith('/s') ? 1 / times : times) / (grows === 'linear' ? to / from : 1);
  }

  table(sizes) {
    const [first, last] = [sizes[0], sizes.at(-1)];
    const lines = [...this.#all].map(([what, figure]) => {
      const values = sizes.map((size) => (size in figure.of ? this.#shown(figure, size) : ''));
      const isWhole = sizes.length > 1 && first in figure.of && last in figure.of;
      const verdict = !isWhole ? '' : this.#excess(figure, first, last) > NOISE ? `more than ${figure.grows}` : figure.grows;
      return `| ${[`${what}, ${figure.unit}`, ...values, isWhole ? `× ${this.#rounded(this.#growth(figure, first, last))}` : '', verdict].join(' | ')} |`;
    });
    return [
      `| events | ${sizes.map(shortOf).join(' | ')} | growth | |`,
      `|---|${sizes.map(() => '---').join('|')}|---|---|`,
      ...lines,
    ].join('\n');
  }

  rows = () =>
    [...this.#all].flatMap(([what, { unit, of, small }]) =>
      Object.entries(of).map(([size, value]) =>
        row('large', `${what}, ${shortOf(Number(size))} events`, unit, {
          ours: [value],
          ...(size in small ? { small: [small[size]] } : {}),
        }),
      ),
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

async function writing({ add, pool, owner, log, streams, usual, busiest }) {
  // The filling is on disk, and every page is written in full once more: the costliest moment between two checkpoints.
  await owner.query('checkpoint');
  const appends = (writers, count) => load(writers, count, () => log.append(visit(usual)));
  const alone = await appends(1, 1_000);
  add('appends, 1 at once', 'appends/s', alone.perSecond, 'flat');
  add('append p99, 1 at once', 'ms', alone.p99, 'flat');
  // At first, index pages come from the disk.
  for (let round = 1; round <= APPEND_ROUNDS; round++) {
    const { perSecond, p99 } = await appends(32, APPENDS);
    if (round > 1 && round < APPEND_ROUNDS) continue;
    const when = round === 1 ? `the first ${APPENDS.toLocaleString('en')}` : `after ${((round - 1) * APPENDS).toLocaleString('en')}`;
    add(`appends, 32 at once, ${when}`, 'appends/s', perSecond, 'flat');
    add(`append p99, 32 at once, ${when}`, 'ms', p99, 'flat');
  }
  add('command of the busiest affiliate, first ever', 'ms', await command(new Streams(pool, log), busiest), 'linear');
  add('the same, first in a process', 'ms', await command(new Streams(pool, log), busiest), 'flat');
  await command(streams, usual);
  const took = [];
  for (let n = 0; n < 300; n++) took.push(await command(streams, usual));
  add('command p50', 'ms', quantile(took, 0.5), 'flat');
  add('command p99', 'ms', quantile(took, 0.99), 'flat');
}

/** The callers, and the affiliates whose screens they request. */
async function asking({ url, owner, settings, usual, busiest }) {
  const { token: admin } = await posted(url, '/api/affiliate/login', ADMIN);
  const own = await tokenOf(owner, `affiliate-${usual}`, settings.JWT_SECRET);
  const most = await tokenOf(owner, `affiliate-${busiest}`, settings.JWT_SECRET);
  return { url, usual, tokens: { admin, own, most } };
}

async function reading({ add, here, small }) {
  for (const [what, who, path, asked = ASKED] of [
    ['dashboard', 'own', () => '/api/affiliate/stats'],
    ['dashboard of the busiest affiliate', 'most', () => '/api/affiliate/stats'],
    ['ledger of the busiest affiliate, first page', 'most', () => '/api/affiliate/ledger'],
    ['list of affiliates, first page', 'admin', () => '/api/admin/affiliates?limit=50'],
    ['list of affiliates, search for one', 'admin', () => '/api/admin/affiliates?limit=50&search=name1'],
    ['list of cashouts, first page', 'admin', () => '/api/admin/cashouts?limit=50'],
    ['list of sales, first page', 'admin', () => '/api/admin/sales?limit=50'],
    ['admin overview', 'admin', () => '/api/admin/overview'],
    ['trends of 30 days', 'admin', () => '/api/admin/trends?range=30'],
    ['review list, first page', 'admin', () => '/api/admin/review', 20],
    ['what waits for an admin', 'admin', () => '/api/admin/attention', 20],
    ['event history, first page', 'admin', () => '/api/admin/events?limit=50'],
    ['event history, one affiliate', 'admin', ({ usual }) => `/api/admin/events?limit=50&affiliate=${usual}`],
  ]) {
    const times = new Map([here, small].map((site) => [site, []]));
    for (let round = 0; round < 4; round++)
      for (const [site, took] of times) took.push(...(await answers(site.url, path(site), site.tokens[who], asked / 4)));
    add(`${what} p95`, 'ms', quantile(times.get(here), 0.95), 'flat', quantile(times.get(small), 0.95));
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

/** Reactors skip the filled events: they would catch up with them during the measurement. */
async function passOver({ pool, vault, log }) {
  const { position } = await log.head();
  for (const reactor of reactors) await startAfter({ pool, vault }, log, reactor, position);
}

/** The affiliates: of the compared screens, the erased one, and the busiest. */
async function whose(pool) {
  const { rows } = await pool.query(
    `(select affiliate_id as id from dashboard.totals order by abs(net_sales - ${USUAL_SALES}), id limit 2)
     union all (select affiliate_id from dashboard.totals order by net_sales desc limit 1)`,
  );
  const [usual, leaves, busiest] = rows.map(({ id }) => id);
  return { usual, leaves, busiest };
}

/** The small programme's site while `work` runs. */
const withSmall = (work) =>
  withDatabase(async ({ owner, open, settings }) => {
    const at = await open(32, { answerMs: Infinity });
    await fill(at.log, SMALL.events, { affiliates: SMALL.affiliates });
    await replay({ pool: at.pool, vault: at.vault }, at.log, projections);
    await passOver(at);
    await owner.query('vacuum analyze');
    const site = await startSite({ ...settings, ADMIN_PASSWORD: ADMIN.password });
    try {
      return await work(await asking({ url: site.url, owner, settings, ...(await whose(at.pool)) }));
    } finally {
      await site.stop();
    }
  }, 'bench_small');

async function measureAt(size, { add, owner, open, settings, folder, before, small }) {
  // Filling does not wait for the disk; the measured work does.
  const bulk = await open(32, { session: { synchronous_commit: 'off' } });
  const began = performance.now();
  const filled = await fill(bulk.log, size - before, { seed: `s${size}` });
  add('filled', 'events/s', filled / ((performance.now() - began) / 1000), 'flat');
  await bulk.pool.end();
  await owner.query('vacuum analyze log.events');
  // A replay's statements take long.
  const at = await open(32, { answerMs: Infinity });
  const db = { pool: at.pool, vault: at.vault };
  const [dashboard, ...others] = projections;
  add('replay of the dashboard', 's', await timed(() => replay(db, at.log, [dashboard])), 'linear');
  add('replay of the others', 's', await timed(() => replay(db, at.log, others)), 'linear');
  await passOver(at);
  await owner.query('vacuum analyze');
  const here = { ...at, add, owner, settings, folder, ...(await whose(at.pool)) };
  await writing(here);
  const own = { ...settings, DATA_DIR: join(folder, `site${size}`) };
  const from = performance.now();
  const site = await startSite({ ...own, ADMIN_PASSWORD: ADMIN.password });
  try {
    add('start of the all-in-one process', 's', (performance.now() - from) / 1000, 'flat');
    await reading({ add, small, here: await asking({ ...here, url: site.url }) });
    add('erase one affiliate, by ops', 's', await timed(() => operate(own, 'erase', '--affiliate', here.leaves, '--yes')), 'flat');
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
  withSmall((small) =>
    withDatabase(async (database) => {
      const figures = new Figures();
      const folder = await mkdtemp(join(tmpdir(), 'framelift-bench-large-'));
      try {
        let before = 0;
        for (const size of asked) {
          const add = (...figure) => figures.add(size, ...figure);
          before = await measureAt(size, { ...database, add, folder, before, small });
          console.log(`\n${figures.table(asked)}\n`);
        }
        return figures.rows();
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }),
  );
