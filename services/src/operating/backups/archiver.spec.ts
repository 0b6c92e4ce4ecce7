import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { type Bucket, openBucket } from '../../../../test/support/object-store.ts';
import { operatorOf, opsWith, type Printed, settingsOf } from '../../../../test/support/operator.ts';
import { type App, sharedApp, startApp } from '../../../../test/support/system.ts';
import { until } from '../../../../test/support/until.ts';
import { HOUR_MS, MINUTE_MS } from '@framelift/contracts';
import { Archive } from '../../engine/log/archiving/archive.ts';
import { tables } from '../ops/side-file.ts';
import { BackupWatch } from '../../observing/backup-watch.ts';
import { Metrics } from '../../observing/metrics.ts';
import { ADMINS, mail } from '../../reactors/mail/mail.reactor.ts';
import { Alarms } from '../alarms.ts';
import { CONFIG, SECRETS } from '../../platform/tokens.ts';
import { ArchiveMerger } from './archive-merger.ts';
import { Archiver } from './archiver.ts';
import { Backups } from './backups.ts';
import type { BackupStore } from './backup-store.ts';
import { openStore } from './open-store.ts';
import { besideKey, besideOf, pathOf, readSegment, type StoredSegment } from './segment.ts';

interface Safe {
  position: number;
  at: string;
}

const KEY = 'ab'.repeat(32);
const SECRET_SETTINGS = { BACKUP_KEY: KEY, CLAIM_KEY: '11'.repeat(32), JWT_SECRET: '22'.repeat(32), HEAD_SIGNING_KEY: '44'.repeat(32) };
const never = new AbortController().signal;
let folder: string;
let bucket: Bucket;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-archive-'));
  bucket = await openBucket(join(folder, 'objects'));
  await writeFile(join(folder, 'a file'), '');
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

it('every table beside the log notes what changes in it', async () => {
  const app = await sharedApp();
  const { rows } = await app.db.owner.query<{ name: string; n: number }>(
    `select tgrelid::regclass::text as name, count(*)::int as n from pg_trigger where tgfoid = 'log.note_beside'::regproc group by 1`,
  );
  expect(rows.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
    tables.map(({ name }) => ({ name, n: 3 })).toSorted((a, b) => a.name.localeCompare(b.name)),
  );
  await app.stop();
});

describe.each(['a folder', 'an object store'])('the archive in %s', (where) => {
  let place: Record<string, string>;
  let app: App;
  let store: BackupStore;
  let base: string;
  beforeAll(async () => {
    place = where === 'a folder' ? { BACKUP_TO: join(folder, 'there') } : { BACKUP_TO: 's3://books/shop', ...bucket.settings };
    app = await startApp({ ...place, BACKUP_KEY: KEY, ARCHIVE_SECONDS: '3600' });
    store = await openStore(app.api.get(CONFIG).backup);
    // A mail that waits to leave would have it written between two steps of a spec.
    app.system.log.barrier.upTo = async () => Number.MAX_SAFE_INTEGER;
    await app.admin();
  });
  afterAll(() => app.stop());

  const ops = (...args: string[]) => operatorOf(app.system, app.db.ownerUrl)(...args, '--json');
  const run = () => app.api.get(Archiver).run(0, never);
  const state = async () => (await app.api.get(Archive).state())!;
  const archived = async (): Promise<StoredSegment[]> => {
    await run();
    return store.segments();
  };
  async function contentOf(segment: StoredSegment) {
    const found = { before: '', positions: [] as number[], beside: {} as Record<string, string[]> };
    const key = besideKey(app.api.get(SECRETS).master);
    for await (const line of readSegment(await store.readSegment(segment), Buffer.from(KEY, 'hex'), segment)) {
      if ('before' in line) found.before = line.before;
      else if ('event' in line) found.positions.push(line.event.position);
      else {
        const { table, changed } = besideOf(key, line.beside, 'it');
        (found.beside[table] ??= []).push(...changed.map((change) => change.key));
      }
    }
    return found;
  }

  describe('while it is written', () => {
    it('begins at a complete backup, which it takes at once', async () => {
      const perform = jest.spyOn(app.api.get(Backups) as unknown as { perform(step: object): Promise<void> }, 'perform');
      perform.mockResolvedValueOnce();
      expect(await archived()).toEqual([]);
      expect(perform.mock.calls).toEqual([[{ command: ['backup'] }, expect.any(AbortSignal)]]);
      perform.mockRestore();
      base = (await ops('backup', '--no-proof')).json.id;
      const { position } = await app.system.log.head();
      expect(await state()).toMatchObject({ base, position, writing: null, hasChanges: false });
      expect(await archived()).toEqual([]);
    });

    it('holds the events since then, the hash before them, and what changed beside the log', async () => {
      const before = await app.system.log.head();
      const { id } = await app.affiliate();
      const [segment, ...others] = await archived();
      const { position } = await app.system.log.head();
      expect([segment, others]).toMatchObject([{ base, first: before.position + 1, last: position }, []]);
      const { before: hash, positions, beside } = await contentOf(segment!);
      expect(hash).toBe(before.hash.toString('hex'));
      expect(positions).toEqual(Array.from({ length: position - before.position }, (_, i) => segment!.first + i));
      expect(beside['vault.keys']).toContain(JSON.stringify({ subject: `affiliate:${id}` }));
      expect(beside['sign_in.credentials']).toEqual([JSON.stringify({ account_id: `affiliate-${id}` })]);
      expect(await state()).toMatchObject({ position, writing: null, hasChanges: false });
    });

    it('writes nothing while nothing is new', async () => {
      const before = await store.segments();
      expect(await archived()).toEqual(before);
      expect((await app.db.owner.query('select from log.beside')).rowCount).toBe(0);
    });

    it('writes what changes beside the log alone, and again with the next events', async () => {
      const before = await state();
      await app.db.owner.query(`insert into pictures.site (hash, image) values ('${'a'.repeat(64)}', 'one')`);
      const alone = (await archived()).at(-1)!;
      expect(alone).toMatchObject({ first: before.position + 1, last: before.position });
      await app.db.owner.query(`insert into pictures.site (hash, image) values ('${'b'.repeat(64)}', 'two')`);
      const key = (letter: string) => JSON.stringify({ hash: letter.repeat(64) });
      expect((await contentOf((await archived()).at(-1)!)).beside['pictures.site']!.toSorted()).toEqual([key('a'), key('b')]);
      await app.affiliate();
      const segments = await archived();
      expect(segments).toHaveLength(3);
      expect((await contentOf(segments.at(-1)!)).beside['pictures.site']).toHaveLength(2);
    });
  });

  describe('when a process dies', () => {
    it('between the file and its record, has one file of the same name, with what changed since', async () => {
      await app.affiliate();
      const archive = app.api.get(Archive);
      const record = archive.record.bind(archive);
      archive.record = () => Promise.reject(new Error('killed'));
      await expect(run()).resolves.toBeUndefined();
      archive.record = record;
      const written = await store.segments();
      expect((await state()).writing).toBe(written.at(-1)!.last);
      await app.affiliate();
      const after = await archived();
      expect(after.map(pathOf)).toEqual(written.map(pathOf));
      const [, second] = [await archived(), (await archived()).at(-1)!];
      expect(second).toMatchObject({ first: written.at(-1)!.last + 1, last: (await app.system.log.head()).position });
    });

    it('and another one writes at once, has every event once', async () => {
      await app.affiliate();
      const other = await startApp(
        { ...place, BACKUP_KEY: KEY, ARCHIVE_SECONDS: '3600', MASTER_KEY: app.db.masterKey.toString('hex') },
        app.db,
      );
      await Promise.all([run(), other.api.get(Archiver).run(0, never), run()]);
      await app.affiliate();
      await Promise.all([other.api.get(Archiver).run(0, never), run()]);
      const { position: head } = await app.system.log.head();
      // The turn that the other one takes as it starts may hold the lock.
      await until(async () => {
        await run();
        return (await state()).position === head;
      });
      await other.stop();
      const ranges = (await store.segments()).filter(({ first, last }) => last >= first);
      for (const [n, { first }] of ranges.entries()) if (n) expect(first).toBe(ranges[n - 1]!.last + 1);
      expect(ranges.at(-1)!.last).toBe(head);
    });
  });

  describe('while the store is away', () => {
    it('lets appends go on, holds no session, and then catches up', async () => {
      const archiver = app.api.get(Archiver) as unknown as { config: { backup: { s3?: object } }; store: unknown };
      const { config } = archiver;
      const away =
        where === 'a folder'
          ? { to: { folder: join(folder, 'a file', 'away') } }
          : { s3: { ...config.backup.s3, endpoint: 'http://127.0.0.1:1' } };
      archiver.config = { ...config, backup: { ...config.backup, ...away } };
      archiver.store = undefined;
      const { position } = await state();
      for (let i = 0; i < 3; i++) {
        await app.affiliate();
        await run();
      }
      expect(await state()).toMatchObject({ position });
      const open = `select from pg_stat_activity where datname = current_database() and state like 'idle in%'`;
      await until(async () => !(await app.db.owner.query(open)).rowCount);
      archiver.config = config;
      await run();
      await run();
      expect((await state()).position).toBe((await app.system.log.head()).position);
    });
  });

  describe('is known', () => {
    const metric = async () => /^framelift_archived_position (\d+)$/m.exec(await app.api.get(Metrics).text())?.[1];
    const known = async () => {
      const { safeUpTo } = (await (await app.admin()).get('/api/admin/backups')).body;
      return [safeUpTo, (await ops('backup', 'list')).json.safeUpTo, await metric()] as [Safe, Safe, string];
    };
    const later = (minutes: number) => {
      (app.api.get(BackupWatch) as unknown as { now: () => number }).now = () => Date.now() + minutes * MINUTE_MS;
    };
    const degraded = async () => (await app.anybody.get('/health/ready')).body.degraded ?? [];
    const mails = async () =>
      (await app.system.pool.query(`select from ${mail.schema}.intents where kind like 'archiveBehind:%' and receiver = $1`, [ADMINS]))
        .rowCount;

    it('up to which event everything is safe: until now, once nothing waits', async () => {
      await run();
      const { position } = await app.system.log.head();
      for (const safe of (await known()).slice(0, 2) as Safe[]) {
        expect(safe.position).toBe(position);
        expect(Math.abs(Date.parse(safe.at) - Date.now())).toBeLessThan(3_000);
      }
      expect((await known())[2]).toBe(`${position}`);
      expect((await ops('backup', 'list')).json.backups.map(({ id }: { id: string }) => id)).toEqual([base]);
    });

    it('that it is behind for more than a minute, by one mail', async () => {
      const { position } = await app.system.log.head();
      const [{ at }] = await known();
      await app.affiliate();
      expect((await known()).map((safe) => (typeof safe === 'string' ? Number(safe) : safe.position))).toEqual([
        position,
        position,
        position,
      ]);
      expect(Date.parse((await known())[0].at)).toBeLessThanOrEqual(Date.parse(at));
      expect(await degraded()).toEqual([]);
      await app.api.get(Alarms).archive(Date.now());
      expect(await mails()).toBe(0);
      later(1.1);
      expect(await degraded()).toEqual(['archive']);
      for (let i = 0; i < 2; i++) await app.api.get(Alarms).archive(Date.now());
      expect(await mails()).toBe(1);
      await run();
      expect(await degraded()).toEqual([]);
      later(0);
    });
  });

  describe('restored', () => {
    let to: TestDatabase | undefined;
    const restore = async (...id: string[]): Promise<Printed> => {
      to = await freshDatabase();
      const env = { ...settingsOf(to, await mkdtemp(join(folder, 'new-'))), ...place, ...SECRET_SETTINGS };
      return opsWith({ ...env, MASTER_KEY: app.db.masterKey.toString('hex') }, 'restore', ...id, '--json');
    };
    afterEach(async () => {
      await to?.close();
      to = undefined;
    });
    const rowsOf = async (db: TestDatabase, table: string) =>
      (await db.owner.query(`select row_to_json(t)::text as row from ${table} t order by 1`)).rows;

    it('goes on to its last event, and to what is beside the log: changed, new and deleted', async () => {
      const gone = await app.affiliate();
      await run();
      const admin = await app.admin();
      expect((await admin.send('DELETE', `/api/admin/affiliates/${gone.id}`)).status).toBe(200);
      await app.db.owner.query(`update pictures.site set image = 'three' where hash = '${'b'.repeat(64)}'`);
      await run();
      const { position, hash } = await app.system.log.head();
      expect(await restore()).toMatchObject({ code: 0, json: { ok: true, head: { position, hash: hash.toString('hex') } } });
      for (const table of ['vault.keys', 'sign_in.credentials', 'pictures.site', 'projecting.decisions', 'store.intents'])
        expect([table, await rowsOf(to!, table)]).toEqual([table, await rowsOf(app.db, table)]);
      expect(JSON.stringify(await rowsOf(to!, 'vault.keys'))).not.toContain(gone.id);
    });

    it('is the same after its small files of past hours were merged', async () => {
      const before = (await store.segments()).filter((segment) => segment.base === base);
      await app.api.get(ArchiveMerger).run(Date.now(), never);
      expect((await store.segments()).map(pathOf)).toEqual(before.map(pathOf));
      // Killed after it removed one file.
      const stores = Object.getPrototypeOf(store) as BackupStore;
      const { removeSegment } = stores;
      let removed = 0;
      stores.removeSegment = function (segment) {
        if (removed++) throw new Error('killed');
        return removeSegment.call(this, segment);
      };
      await expect(app.api.get(ArchiveMerger).run(Date.now() + HOUR_MS, never)).rejects.toThrow('killed');
      stores.removeSegment = removeSegment;
      expect(await restore()).toMatchObject({ code: 0, json: { head: { position: (await app.system.log.head()).position } } });
      await to!.close();
      await app.api.get(ArchiveMerger).run(Date.now() + HOUR_MS, never);
      const [merged, newest, ...others] = await store.segments();
      expect([merged, newest, others]).toMatchObject([
        { base, first: before[0]!.first, last: before.at(-2)!.last },
        { base, first: before.at(-1)!.first, last: before.at(-1)!.last },
        [],
      ]);
      const { position, hash } = await app.system.log.head();
      expect(await restore()).toMatchObject({ code: 0, json: { head: { position, hash: hash.toString('hex') } } });
      for (const table of ['vault.keys', 'sign_in.credentials', 'pictures.site'])
        expect([table, await rowsOf(to!, table)]).toEqual([table, await rowsOf(app.db, table)]);
      for (let i = 0; i < 3; i++) {
        await app.affiliate();
        await run();
      }
    });

    it('is proved with its base', async () => {
      expect(await ops('backup', 'prove', base)).toMatchObject({ code: 0, json: { position: (await app.system.log.head()).position } });
    });

    it('goes on from a later backup with what was archived while that was taken', async () => {
      // The backup has read the log, and is not complete.
      const { setBase } = Archive.prototype;
      Archive.prototype.setBase = async function (...args) {
        await app.affiliate();
        await run();
        await setBase.apply(this, args);
      };
      const later = (await ops('backup', '--no-proof')).json.id;
      Archive.prototype.setBase = setBase;
      expect((await store.segments()).at(-1)).toMatchObject({ base, last: (await app.system.log.head()).position });
      await app.affiliate();
      expect((await archived()).at(-1)).toMatchObject({ base: later });
      expect(await restore(later)).toMatchObject({ code: 0, json: { head: { position: (await app.system.log.head()).position } } });
    });

    it.each(['other bytes', 'the bytes of another file', 'no file'])('names a file that has %s', async (what) => {
      const segments = (await store.segments()).filter((segment) => segment.base === base && segment.last >= segment.first);
      const [before, segment] = segments.slice(-3) as [StoredSegment, StoredSegment];
      const bytes = await buffer(await store.readSegment(segment));
      const other = Buffer.from(bytes);
      other[other.length - 20]! ^= 1;
      const copy = await buffer(await store.readSegment(before));
      if (what === 'no file') await store.removeSegment(segment);
      else await store.writeSegment(segment, Readable.from([what === 'other bytes' ? other : copy]));
      const { code, json } = await restore(base);
      const proof = await ops('backup', 'prove', base);
      await store.writeSegment(segment, Readable.from([bytes]));
      const name = {
        'other bytes': `The archive file ${pathOf(segment)} is damaged`,
        'the bytes of another file': `The archive file ${pathOf(segment)} was renamed: it is ${pathOf(before)}`,
        'no file': `the archive lacks the events ${segment.first} to ${segment.last}`,
      }[what];
      expect([code, json.error, proof.json.error]).toEqual([1, expect.stringContaining(name!), expect.stringContaining(name!)]);
      expect((await to!.owner.query('select from log.events')).rowCount).toBe(0);
    });
  });
});
