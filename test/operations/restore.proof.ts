import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import sharp from 'sharp';
import { sha256 } from '../../services/src/platform/pictures.ts';
import { projections } from '../../services/src/screens/screens.module.ts';
import { affiliateStream, firstBrand, idOf, picturePath, siteStream } from '../../contracts/src/index.ts';
import { atProof } from '../support/counts.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { ran, type Printed, settingsOf } from '../support/operator.ts';
import { siteChanged } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { startApp } from '../support/system.ts';
import type { Made } from '../../services/src/operating/demo/demo.ts';
import { FRAUDS } from '../../services/src/operating/demo/frauds.ts';
import { foundWords } from '../../services/src/operating/demo/signals-found.ts';
import { StatementMaker } from '../../services/src/screens/dashboard/month-statement.ts';
import { monthCsv } from '../../services/src/screens/dashboard/statement.csv.ts';

let folder: string;
let file: string;
let [from, to] = [] as unknown as [TestDatabase, TestDatabase];
let year: Made;
let logo: Buffer;
let [here, there] = [{}, {}] as [Record<string, string>, Record<string, string>];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-restore-'));
  file = join(folder, 'log.ndjson');
  [from, to] = [await freshDatabase(), await freshDatabase()];
  for (const name of ['here', 'there']) await mkdir(join(folder, name));
  here = settingsOf(from, join(folder, 'here'));
  there = { ...settingsOf(to, join(folder, 'there')), MASTER_KEY: here['MASTER_KEY']! };
});
afterAll(async () => {
  for (const db of [from, to]) await db.close();
  await rm(folder, { recursive: true, force: true });
});

const ops = (env: Record<string, string>, ...argv: string[]): Promise<Printed> => ran('ops.js', env, ...argv);

/** Every row of every read model, as one hash per table. */
async function rowsOf(pool: Pool): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const { schema, tables } of projections)
    for (const name of Object.keys(tables)) {
      const { rows } = await pool.query(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${schema}.${name} t`,
      );
      hashes[`${schema}.${name}`] = rows[0].hash;
    }
  return hashes;
}

const countOf = async (pool: Pool, table: string): Promise<number> =>
  (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

describe('the demo', () => {
  it('refuses any store except the sandbox', async () =>
    expect(
      await ran('demo.js', { ...here, STORE_API_URL: 'https://store.example', STORE_API_KEY: 'k', STORE_WEBHOOK_SECRET: 's' }),
    ).toMatchObject({ code: 2, err: expect.stringContaining('sandbox') }));

  it('writes a year in which everything happens, complete and balanced', async () => {
    const { code, json } = await ran(
      'demo.js',
      here,
      '--affiliates',
      '60',
      '--sales',
      '300',
      '--seed',
      '3',
      '--frauds',
      '1',
      '--until',
      '2026-01-01T00:00:00Z',
      '--json',
    );
    expect(code).toBe(0);
    year = json;
    expect(json.affiliates).toBe(60);
    // Plus the frauds.
    expect([json.events.AffiliateRegistered > 60, json.events.SaleRecorded > 300]).toEqual([true, true]);
    for (const type of [
      'VisitTracked',
      'CheckoutStarted',
      'SaleNotCredited',
      'SaleReversed',
      'TierReached',
      'CashoutRequested',
      'CashoutProcessed',
      'NotificationsRead',
      'AffiliateEdited',
      'AffiliateDeleted',
      'TiersRecalculated',
    ])
      expect([type, json.events[type] > 0]).toEqual([type, true]);
    const { rows } = await from.pool.query('select min(recorded_at) as first, max(recorded_at) as last from log.events');
    expect([rows[0].first.toISOString().slice(0, 10), rows[0].last.toISOString().slice(0, 7)]).toEqual(['2025-01-01', '2025-12']);
    expect(await ops(here, 'audit', '--json')).toMatchObject({ code: 0, json: { ok: true } });
    expect(await ops(here, 'status', '--json')).toMatchObject({ code: 0, json: { booksImbalanceCents: 0 } });
  });

  it('contains all twelve kinds of fraud, all found; fewer than 2 % of honest affiliates are suspected', () => {
    const { signals } = year;
    console.log(foundWords(signals).join('\n'));
    expect([signals.missed, Object.keys(signals.found)]).toEqual([[], FRAUDS]);
    expect(FRAUDS).toHaveLength(12);
    expect(signals.suspected.length / signals.honest).toBeLessThan(0.02);
  });

  it('refuses a log that is not empty', async () =>
    expect(await ran('demo.js', here)).toMatchObject({ code: 2, err: expect.stringContaining('empty') }));
});

describe('export', () => {
  it('writes the whole log and continues a truncated file', async () => {
    await from.owner.query(
      `insert into sign_in.totp (account_id, secret, turned_on_at) values ('admin-x', '{"sealed":"x","of":"admin:x"}', now())`,
    );
    await from.owner.query(`insert into sign_in.recovery_codes (account_id, hash) values ('admin-x', 'h1'), ('admin-x', 'h2')`);
    logo = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
    await from.owner.query('insert into pictures.site (hash, image) values ($1, $2)', [sha256(logo), logo]);
    expect(await ops(here, 'export', file, '--json')).toMatchObject({ code: 0, json: { ok: true, resumedAfter: 0 } });
    const whole = await readFile(file);
    await truncate(file, Math.floor(whole.length / 2));
    const { json } = await ops(here, 'export', file, '--json');
    expect(json.resumedAfter).toBeGreaterThan(100);
    expect(whole.equals(await readFile(file))).toBe(true);
  });

  it('leaves nothing readable in its side file', async () => {
    const side = (await readFile(`${file}.side`)).toString('latin1');
    expect(side).not.toMatch(/argon2|affiliate:|\.example/);
    expect((await readFile(file, 'utf8')).match(/@(mail|post|inbox|web|letters)\.example/g)).toBeNull();
  });
});

describe('the verifier of one file', () => {
  const check = (...args: string[]) => ran('deploy/framelift-verify.mjs', {}, ...args);
  let lines: string[];
  beforeAll(async () => void (lines = (await readFile(file, 'utf8')).split('\n')));

  it('finds nothing wrong in an unchanged export, and a saved head in it', async () => {
    const saved = join(folder, 'head.json');
    await writeFile(saved, (await ops(here, 'audit', '--json')).out);
    expect(await check(file, '--since', saved)).toMatchObject({ code: 0, out: expect.stringContaining('nothing is wrong') });
  });

  const changed = (n: number, change: (event: Record<string, any>) => object) =>
    lines.with(n, JSON.stringify(change(JSON.parse(lines[n]!))));
  const damages: [string, () => string[], number][] = [
    ['changed', () => changed(50, (e) => ({ ...e, data: e['data'].replace(/\d/, '9') + ' ' })), 50],
    ['removed', () => lines.toSpliced(60, 1), 60],
    ['added', () => lines.toSpliced(70, 0, lines[69]!), 69],
    ['swapped', () => lines.with(80, lines[81]!).with(81, lines[80]!), 80],
    ['relinked', () => changed(90, (e) => ({ ...e, hash: 'ab'.repeat(32) })), 90],
    ['cut off', () => [...lines.slice(0, 100), lines.at(-2)!, ''], 100],
  ];
  it.each(damages.slice(0, atProof(6, 2, 'kinds of damage to an export')))(
    'names the position of a %s event',
    async (_, damage, position) => {
      const damaged = join(folder, 'damaged.ndjson');
      await writeFile(damaged, damage().join('\n'));
      const { code, out } = await check(damaged);
      expect(code).toBe(1);
      expect(Number(/Position (\d+):/.exec(out)?.[1] ?? 100)).toBeGreaterThanOrEqual(position);
      if (position < 100) expect(Number(/Position (\d+):/.exec(out)![1])).toBeLessThanOrEqual(position + 1);
      await copyFile(`${file}.side`, `${damaged}.side`);
      expect((await ops(there, 'import', damaged)).code).toBe(1);
      await to.owner.query('truncate log.events');
    },
  );

  it('reports wrong use without a file', async () => expect((await check()).code).toBe(2));
});

describe('a restore into an empty system', () => {
  it('is refused under other keys', async () => {
    expect(await ops({ ...there, MASTER_KEY: 'cd'.repeat(32) }, 'import', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('MASTER_KEY'),
    });
    expect(await ops({ ...there, CLAIM_KEY: 'cd'.repeat(32) }, 'import', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('CLAIM_KEY'),
    });
  });

  it('restores the same hashes, rows and state, and audit and verify agree', async () => {
    expect(await ops(there, 'import', file, '--json')).toMatchObject({ code: 0, json: { ok: true } });
    const hashes =
      'select position, hash, partition, command_id, fingerprint, recorded_at, data::text, metadata::text from log.events order by position';
    expect((await to.pool.query(hashes)).rows).toEqual((await from.pool.query(hashes)).rows);
    expect(await rowsOf(to.pool)).toEqual(await rowsOf(from.pool));
    for (const table of [
      'vault.keys',
      'sign_in.credentials',
      'sign_in.totp',
      'sign_in.recovery_codes',
      'affiliate.proofs',
      'pictures.site',
      'sandbox_store.invoices',
      'sandbox_store.coupons',
    ])
      expect([table, await countOf(to.pool, table)]).toEqual([table, await countOf(from.pool, table)]);
    expect((await ops(there, 'audit')).code).toBe(0);
    expect(await ops(there, 'verify', '--all', '--json')).toMatchObject({ code: 0, json: { ok: true } });
  });

  it('can be repeated without effect', async () => {
    expect(await ops(there, 'import', file, '--json')).toMatchObject({ code: 0, json: { imported: 0 } });
  });

  it('keeps people erased after the export erased', async () => {
    const { rows } = await from.pool.query(
      `select account_id from accounts.accounts where kind = 'affiliate' and username is not null limit 1`,
    );
    const id = rows[0].account_id as string;
    await writeFile(join(folder, 'there', 'erasures'), `affiliate:${id}\n`);
    await to.owner.query(`truncate log.events, vault.keys, sign_in.credentials, affiliate.proofs`);
    expect(await ops(there, 'import', file, '--json')).toMatchObject({ code: 0, json: { erasures: 1 } });
    const kept = await to.pool.query('select username, email from accounts.accounts where account_id = $1', [id]);
    expect(kept.rows).toEqual([{ username: null, email: null }]);
    expect((await to.pool.query('select from sign_in.credentials where account_id = $1', [affiliateStream(id)])).rowCount).toBe(0);
    expect((await ops(there, 'verify', '--all')).code).toBe(0);
  });

  it('serves the pictures of its site', async () => {
    const app = await startApp({ MASTER_KEY: here['MASTER_KEY']! }, to);
    const answer = await fetch(app.url + picturePath(sha256(logo)));
    expect([answer.status, logo.equals(Buffer.from(await answer.arrayBuffer()))]).toEqual([200, true]);
    await app.stop();
  });
});

// Last: its jobs continue the year.
describe('a system on the year', () => {
  it('makes statements that add up, each beginning where the previous one ended', async () => {
    const app = await startApp({}, from);
    const maker = app.api.get(StatementMaker);
    const deleted = new Set((await app.system.log.streamsWith('AffiliateDeleted')).map(idOf));
    const ids = (await app.system.log.streamsWith('AffiliateRegistered')).map(idOf).filter((id) => !deleted.has(id));
    let [statements, movements] = [0, 0];
    for (const id of ids) {
      let before = 0;
      for (const month of (await maker.months(id, Date.now())).toReversed()) {
        const s = await maker.ofMonth(id, month, Date.now());
        expect([id, month, s.openingCents]).toEqual([id, month, before]);
        expect(s.openingCents + s.movements.reduce((sum, { cents }) => sum + cents, 0)).toBe(s.closingCents);
        expect(s.movements.at(-1)?.balanceCents ?? s.openingCents).toBe(s.closingCents);
        before = s.closingCents;
        movements += s.movements.length;
        statements++;
      }
    }
    // Another brand changes no month that is over.
    const lastYear = async () => (await maker.months(ids[0]!, Date.now())).map((month) => maker.ofMonth(ids[0]!, month, Date.now()));
    const issued = await Promise.all((await lastYear()).map(async (s) => monthCsv(await s)));
    await append(app.system, siteStream, [siteChanged({ section: 'brand', content: { ...firstBrand, name: 'Zephyr' } })]);
    expect(await Promise.all((await lastYear()).map(async (s) => monthCsv(await s)))).toEqual(issued);
    expect(issued.every((text) => text.includes('"Framelift"'))).toBe(true);
    await app.stop();
    expect([ids.length > 60, statements > 300, movements > 250]).toEqual([true, true, true]);
  });
});
