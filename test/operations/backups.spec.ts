import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affiliateStream } from '../../contracts/src/index.ts';
import { locks, tryLock } from '../../services/src/platform/locks.ts';
import { throughPart } from '../../services/src/platform/part-file.ts';
import { fileNameOf } from '../../services/src/operating/backups/backup-store.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { saleReversed } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { ref } from '../support/invoices.ts';
import { opsWith, type Printed, ran, settingsOf } from '../support/operator.ts';
import { openBucket, type Bucket } from '../support/object-store.ts';

let folder: string;
let [from, to] = [] as unknown as [TestDatabase, TestDatabase];
let bucket: Bucket;
let [here, there] = [{}, {}] as [Record<string, string>, Record<string, string>];
const ops = (env: Record<string, string>, ...argv: string[]): Promise<Printed> => opsWith(env, ...argv, '--json');
const stored = () => join(folder, 'here', 'backups');
const idsOf = async (): Promise<string[]> => (await ops(here, 'backup', 'list')).json.backups.map((b: { id: string }) => b.id);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-backups-'));
  [from, to, bucket] = await Promise.all([freshDatabase(), freshDatabase(), openBucket(join(folder, 'objects'))]);
  for (const name of ['here', 'there']) await mkdir(join(folder, name));
  here = { ...settingsOf(from, join(folder, 'here')), BACKUP_KEY: 'ab'.repeat(32) };
  there = { ...settingsOf(to, join(folder, 'there')), MASTER_KEY: here['MASTER_KEY']!, BACKUP_KEY: here['BACKUP_KEY']! };
  const amount = ['--affiliates', '8', '--sales', '30', '--seed', '2', '--until', '2026-01-01T00:00:00Z'];
  expect((await ran('demo.js', here, ...amount, '--json')).code).toBe(0);
  await from.owner.query(`insert into pictures.site (hash, image) values ('${'a'.repeat(64)}', 'a picture of the site')`);
});
afterAll(async () => {
  await bucket.close();
  for (const db of [from, to]) await db.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  let id: string;
  it('is restored on trial, and only then proved', async () => {
    const taken = await ops(here, 'backup', '--no-proof');
    expect(taken).toMatchObject({ code: 0, json: { ok: true, proof: null, removed: [] } });
    id = taken.json.id;
    expect((await ops(here, 'backup', 'list')).json.backups).toMatchObject([{ id, provedAt: null, error: null }]);
    const { rows } = await from.pool.query('select position from log.head');
    const proof = await ops(here, 'backup', 'prove');
    expect(proof).toMatchObject({ code: 0, json: { id, position: Number(rows[0].position) } });
    expect(proof.json.rows).toBeGreaterThan(100);
    const { rows: paid } = await from.pool.query(
      `select coalesce(sum((data ->> 'commissionCents')::int), 0)::int as cents from log.events where type = 'SaleRecorded'`,
    );
    expect(proof.json.books.earnedCents).toBe(paid[0].cents);
    expect((await ops(here, 'backup', 'list')).json.backups).toMatchObject([{ id, provedAt: expect.any(String), error: null }]);
  });

  it('leaves neither files nor a database behind, and nothing that anybody can read', async () => {
    expect(await readdir(stored())).toEqual([fileNameOf(id)]);
    expect((await readdir(join(folder, 'here'))).filter((name) => name.startsWith('backup-work'))).toEqual([]);
    const { rows } = await from.owner.query(`select datname from pg_database where datname like current_database() || '%'`);
    expect(rows).toHaveLength(1);
    const file = join(stored(), fileNameOf(id));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file)).toString('latin1')).not.toMatch(/AffiliateRegistered|argon2|streamId/);
  });

  it('says under which key it was written', async () => {
    const other = await ops({ ...here, BACKUP_KEY: 'cd'.repeat(32) }, 'backup', 'prove');
    expect([other.code, other.json.error]).toEqual([1, `The backup ${id} was written under another BACKUP_KEY: set the one of its time`]);
  });

  it('restores an empty system to the same log, and refuses one that is ahead', async () => {
    const file = join(stored(), fileNameOf(id));
    expect(await ops(there, 'restore', file)).toMatchObject({ code: 0, json: { ok: true } });
    for (const kept of ['select position, hash from log.events order by position', 'select hash, image from pictures.site']) {
      const { rows } = await from.pool.query(kept);
      expect([kept, rows.length > 0, (await to.pool.query(kept)).rows]).toEqual([kept, true, rows]);
    }
    expect((await ops(there, 'verify', '--all')).code).toBe(0);
    const back = await ops({ ...there, BACKUP_TO: stored() }, 'restore', id);
    expect(back).toMatchObject({ code: 0, json: { imported: 0 } });
    const none = await ops({ ...there, BACKUP_TO: stored() }, 'restore', '20200101T000000Z-1');
    expect(none.json.error).toBe('There is no backup 20200101T000000Z-1, and no file of this name');
  });

  it('is taken by one process at a time', async () => {
    const release = await tryLock(from.pool, locks.backup);
    const second = await ops(here, 'backup');
    await release!();
    expect([second.code, second.json.error]).toEqual([1, 'Another process is taking or proving a backup: try again when it has finished']);
    expect(await idsOf()).toEqual([id]);
  });

  it('is not listed while it is half written', async () => {
    const half = join(stored(), fileNameOf('20260101T000000Z-5'));
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    // As its process leaves it when it is killed.
    await throughPart(half, async (part) => writeFile(part.replace(`.${process.pid}-`, `.${pid}-`), 'half'));
    expect(await idsOf()).toEqual([id]);
    expect((await ops({ ...here, BACKUP_KEEP: '2' }, 'backup', '--no-proof')).code).toBe(0);
    expect((await readdir(stored())).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('a damaged backup', () => {
  const flip = async (id: string) => {
    const file = join(stored(), fileNameOf(id));
    const bytes = await readFile(file);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    await writeFile(file, bytes);
  };

  it('is named by the next trial restore, also one that is not the newest', async () => {
    const [newest, older] = await idsOf();
    await flip(newest!);
    const own = await ops(here, 'backup', 'prove');
    expect([own.code, own.json.error]).toEqual([1, `The backup ${newest} is damaged: it was changed or cut off after it was written`]);
    const { backups } = (await ops(here, 'backup', 'list')).json;
    expect(backups[0]).toMatchObject({ id: newest, provedAt: null, error: own.json.error });
    await flip(newest!);
    await flip(older!);
    const other = await ops(here, 'backup', 'prove');
    expect([other.code, other.json.error]).toEqual([1, `The backup ${older} is damaged: it was changed or cut off after it was written`]);
  });

  it('is of another history when this log does not continue it', async () => {
    const [id] = await idsOf();
    await to.owner.query('truncate log.events');
    const { json } = await ops({ ...there, BACKUP_TO: stored() }, 'backup', 'prove', id!);
    expect(json.error).toMatch(/is of another history: at position \d+ this log has no event/);
  });
});

it('is not proved where the log that it holds is wrong, and does not replace a log that is ahead', async () => {
  const [before] = await idsOf();
  const position = await append(from, affiliateStream('nobody'), [saleReversed({ ...ref('never sold') })]);
  const { id } = (await ops(here, 'backup', '--no-proof')).json;
  const { code, json } = await ops(here, 'backup', 'prove');
  expect([code, json.error]).toEqual([1, expect.stringMatching(new RegExp(`^The backup ${id} was restored, and at ${position}: `))]);
  const ahead = `This system holds ${position} events, and the backup ${position - 1}: restore into an empty one, or use --replace`;
  expect(await ops(here, 'restore', before!)).toMatchObject({ code: 1, json: { error: ahead } });
});

describe('an object store', () => {
  it('keeps and returns backups', async () => {
    const s3 = { ...here, BACKUP_TO: 's3://books/shop/', ...bucket.settings };
    const taken = await ops(s3, 'backup', '--no-proof');
    expect(taken).toMatchObject({ code: 0, json: { ok: true } });
    expect((await ops(s3, 'backup', 'list')).json.backups).toMatchObject([{ id: taken.json.id }]);
    expect(await bucket.names()).toEqual([`shop/${fileNameOf(taken.json.id)}`]);
  });
});
