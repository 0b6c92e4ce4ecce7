import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, visitsStream } from '@framelift/contracts';
import { visitTracked } from '../../../../test/support/facts.ts';
import { append } from '../../../../test/support/history.ts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { until } from '../../../../test/support/until.ts';
import { Archive } from '../../engine/log/archiving/archive.ts';
import { BackupWatch } from '../../observing/backup-watch.ts';
import { ADMINS, mail } from '../../reactors/mail/mail.reactor.ts';
import { Alarms } from '../alarms.ts';
import { ArchiveMerger } from './archive-merger.ts';
import { Archiver } from './archiver.ts';
import { FolderStore } from './folder-store.ts';
import { pathOf, readSegment, type Segment, storeSegment } from './segment.ts';

/** In place of 10 s: the time that the store takes for a file. */
const SLOW_MS = 300;
const never = new AbortController().signal;
let folder: string;
let app: App;
let store: FolderStore;
let base: string;
let program: Client;
const { writeSegment } = FolderStore.prototype;
const ops = (...args: string[]) => operatorOf(app.system, app.db.ownerUrl)(...args, '--json');
const head = async () => (await app.system.log.head()).position;
const state = async () => (await app.api.get(Archive).state())!;
const run = () => app.api.get(Archiver).run(0, never);
const segments = async () => (await store.segments()).filter((segment) => segment.base === base);
const archived = async () => Math.max(0, ...(await segments()).map(({ last }) => last));
const feed = async (after: number) => (await program.send('GET', `/api/feed/events?after=${after}`)).body as { next: number };
const caughtUp = () =>
  until(async () => {
    await run();
    return (await state()).position === (await head());
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-faults-'));
  const there = join(folder, 'there');
  store = new FolderStore(there);
  app = await startApp({ BACKUP_TO: there, BACKUP_KEY: 'ab'.repeat(32), ARCHIVE_SECONDS: '3600' });
  await app.admin();
  program = await app.program(['read:events']);
  base = (await ops('backup', '--no-proof')).json.id;
  await until(async () => (await state())?.base === base);
});
afterAll(async () => {
  FolderStore.prototype.writeSegment = writeSegment;
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** So many appends of 500 events. */
const visits = async (appends: number) => {
  const { id } = await app.affiliate();
  for (let n = 0; n < appends; n++)
    await append(
      app.system,
      visitsStream(id),
      Array.from({ length: 500 }, () => visitTracked({})),
    );
};

describe('a store that takes long for each file', () => {
  it('delays what leaves, which is in it when it arrives, and nothing else; memory is bounded', async () => {
    let [written, ahead, pages, last] = [0, 0, 0, 0];
    const { read } = app.system.log;
    app.system.log.read = function (after, limit, options) {
      if (options?.upTo === last) pages++;
      return read.call(this, after, limit, options);
    };
    FolderStore.prototype.writeSegment = async function (segment, content) {
      [last, pages] = [segment.last, 0];
      await pause(SLOW_MS);
      // Not a byte of it was taken, so hardly a page may have been read.
      ahead = Math.max(ahead, pages);
      written++;
      return writeSegment.call(this, segment, content);
    };
    const began = performance.now();
    const start = (await state()).position;
    await visits(40);
    let [next, isOver] = [start, false];
    const leaving = (async () => {
      for (let after = next; !isOver; after = next) {
        ({ next } = await feed(after));
        expect(next).toBeLessThanOrEqual(Math.max(start, await archived()));
        await pause(20);
      }
    })();
    for (let n = 0; n < 40; n++) {
      await app.affiliate();
      void run();
    }
    const end = await head();
    await until(async () => (await feed(next)).next >= end, 60_000);
    isOver = true;
    await leaving;
    app.system.log.read = read;
    FolderStore.prototype.writeSegment = writeSegment;
    const seconds = (performance.now() - began) / 1_000;
    expect(written).toBeLessThanOrEqual(Math.ceil((seconds * 1_000) / SLOW_MS));
    expect(ahead).toBeLessThanOrEqual(4);
    await caughtUp();
    expect((await app.anybody.get('/health/ready')).body.degraded ?? []).toEqual([]);
    expect(await ops('backup', 'prove', base)).toMatchObject({ code: 0, json: { position: await head() } });
  }, 120_000);
});

it('a registration waits for no file', async () => {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  FolderStore.prototype.writeSegment = async function (segment, content) {
    asked.resolve();
    await answered.promise;
    return writeSegment.call(this, segment, content);
  };
  await app.affiliate();
  const running = run();
  await asked.promise;
  await app.affiliate();
  answered.resolve();
  await running;
  FolderStore.prototype.writeSegment = writeSegment;
  await caughtUp();
});

describe('a store that keeps other bytes than it was sent', () => {
  /** The same length, one bit different. */
  const lies = (isTrue: () => boolean = () => false) => {
    FolderStore.prototype.writeSegment = async function (segment, content) {
      const bytes = await writeSegment.call(this, segment, content);
      if (isTrue()) return bytes;
      const file = await open(join(folder, 'there', pathOf(segment)), 'r+');
      const byte = Buffer.alloc(1);
      await file.read(byte, 0, 1, bytes - 20);
      await file.write(Buffer.from([byte[0]! ^ 1]), 0, 1, bytes - 20);
      await file.close();
      return bytes;
    };
  };
  const failure = async () => (await (await app.admin()).get('/api/admin/backups')).body.archive.failure as string | null;
  const later = (minutes: number) => {
    (app.api.get(BackupWatch) as unknown as { now: () => number }).now = () => Date.now() + minutes * MINUTE_MS;
  };
  const mails = async () =>
    (await app.system.pool.query(`select from ${mail.schema}.intents where kind like 'archiveBehind:%' and receiver = $1`, [ADMINS]))
      .rowCount;

  it('archives nothing, so nothing leaves that it lacks; it is named, an alarm after a minute, and caught up later', async () => {
    const before = await state();
    lies();
    await app.affiliate();
    await until(async () => {
      await run();
      return (await failure()) !== null;
    });
    expect(await failure()).toMatch(new RegExp(`^The archive file log/${base}/${before.position + 1}-\\d+\\.zst\\.age is damaged`));
    expect((await state()).position).toBe(before.position);
    expect((await feed(before.position)).next).toBe(before.position);
    const seller = await app.affiliate();
    expect(await seller.send('GET', '/api/affiliate/ledger.csv')).toMatchObject({ status: 503, body: { code: 'archiveFailing' } });
    later(1.1);
    expect((await app.anybody.get('/health/ready')).body.degraded).toEqual(['archive']);
    for (let i = 0; i < 2; i++) await app.api.get(Alarms).archive(Date.now());
    expect(await mails()).toBe(1);

    // Now and then it keeps what it was sent.
    let n = 0;
    lies(() => ++n % 3 === 0);
    await caughtUp();
    expect([n >= 3, await failure()]).toEqual([true, null]);
    expect((await app.anybody.get('/health/ready')).body.degraded ?? []).toEqual([]);
    later(0);
    FolderStore.prototype.writeSegment = writeSegment;
    expect((await feed(before.position)).next).toBeGreaterThan(before.position);
    expect(await ops('backup', 'prove', base)).toMatchObject({ code: 0, json: { position: await head() } });
  }, 120_000);

  it('loses no small file to a merged one that it spoils', async () => {
    for (let i = 0; i < 3; i++) {
      await app.affiliate();
      await caughtUp();
    }
    const before = (await segments()).map(pathOf);
    lies();
    const merge = () => app.api.get(ArchiveMerger).run(Date.now() + 60 * MINUTE_MS, never);
    await expect(merge()).rejects.toThrow(/is damaged/);
    expect((await segments()).map(pathOf)).toEqual(before);
    FolderStore.prototype.writeSegment = writeSegment;
    expect(await ops('backup', 'prove', base)).toMatchObject({ code: 0, json: { position: await head() } });
    await merge();
    expect((await segments()).length).toBeLessThan(before.length);
    expect(await ops('backup', 'prove', base)).toMatchObject({ code: 0 });
  }, 120_000);
});

it('bytes that another process wrote of the same segment are as good', async () => {
  await app.affiliate();
  let first: Segment | undefined;
  FolderStore.prototype.writeSegment = async function (segment, content) {
    const bytes = await writeSegment.call(this, segment, content);
    if (first) return bytes;
    // Meanwhile another process, which took over, writes it too: each encryption has other bytes.
    first = segment;
    const key = Buffer.from('ab'.repeat(32), 'hex');
    let before = '';
    const again = (async function* () {
      let at = { position: segment.first - 1, hash: '' };
      for await (const line of readSegment(await store.readSegment(segment), key, segment)) {
        if ('before' in line) continue;
        if ('event' in line) at = { position: line.event.position, hash: line.event.hash };
        yield line.text;
      }
      return at;
    })();
    for await (const line of readSegment(await store.readSegment(segment), key, segment)) {
      if ('before' in line) before = line.before;
      break;
    }
    await storeSegment(store, segment, before, again, key);
    return bytes;
  };
  await caughtUp();
  FolderStore.prototype.writeSegment = writeSegment;
  expect(first).toBeDefined();
  expect(await ops('backup', 'prove', base)).toMatchObject({ code: 0, json: { position: await head() } });
}, 60_000);
