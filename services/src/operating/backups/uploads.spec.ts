import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { refusals, type UploadView } from '@framelift/contracts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { packed } from './backup-archive.ts';
import { FolderStore } from './folder-store.ts';

const KEY = 'ab'.repeat(32);
const PART = 1_200;
let folder: string;
let file: Buffer;
let name: string;
let app: App;
let boss: Client;

/** One system takes the backup; another one that knows its key gets the file. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-uploads-'));
  const old = await startApp({ BACKUP_TO: join(folder, 'old'), BACKUP_KEY: KEY });
  await old.admin();
  expect((await operatorOf(old.system, old.db.ownerUrl)('backup', '--no-proof')).code).toBe(0);
  await old.stop();
  [name] = (await readdir(join(folder, 'old'))) as [string];
  file = await readFile(join(folder, 'old', name));
  app = await startApp({ BACKUP_TO: join(folder, 'new'), BACKUP_KEY: KEY });
  boss = await app.admin();
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const send = (offset: number, fields: object = {}, content = file) =>
  boss.post<UploadView & { error?: string }>('/api/admin/backups/upload', {
    name,
    size: content.length,
    offset,
    part: content.subarray(offset, offset + PART).toString('base64'),
    ...fields,
  });
const listed = async () => (await boss.get('/api/admin/backups')).body.backups.map(({ id }: { id: string }) => id);

it('refuses what is no part of a backup, and lists nothing of it', async () => {
  const answers = [
    await send(0, { name: 'site.json' }),
    await send(0, { name: `../${name}` }),
    await send(0, { part: '####' }),
    await send(0, { size: PART - 1 }),
    await send(PART),
    await send(0, { size: 2 ** 50 }),
  ];
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [400, refusals.backupFileInvalid],
    [400, refusals.backupFileInvalid],
    [400, refusals.backupUploadBroken],
    [409, refusals.backupUploadBroken],
    [409, refusals.backupUploadBroken],
    [409, refusals.backupTooLarge],
  ]);
  expect(await listed()).toEqual([]);
});

it('refuses a file of another key at its first part', async () => {
  await writeFile(join(folder, 'data'), randomBytes(3 * PART));
  const content = await buffer(await packed(folder, ['data'], Buffer.alloc(32, 7)));
  expect(await send(0, {}, content)).toMatchObject({
    status: 400,
    body: { error: `${name} was written under another BACKUP_KEY: set the one of its time` },
  });
  expect(await send(PART, {}, content)).toMatchObject({ status: 409 });
});

it('refuses a file that was changed, and keeps nothing of it', async () => {
  const changed = Buffer.from(file);
  changed[changed.length - 20]! ^= 1;
  for (let offset = 0; offset < changed.length; offset += PART) {
    const { status, body } = await send(offset, {}, changed);
    const isLast = offset + PART >= changed.length;
    expect([offset, status, body.error]).toEqual([
      offset,
      isLast ? 400 : 200,
      isLast ? `${name} is damaged: it was changed or cut off after it was written` : undefined,
    ]);
  }
  expect(await listed()).toEqual([]);
});

it('lists a backup once all of it is here, byte by byte as it was, and begins again where an upload was given up', async () => {
  expect((await send(0)).body).toEqual({ received: PART, id: null });
  const received: number[] = [];
  for (let offset = 0; offset < file.length; offset = received.at(-1)!) {
    expect(await listed()).toEqual([]);
    const { status, body } = await send(offset);
    expect(status).toBe(200);
    received.push(body.received);
  }
  const [, id] = /^backup-(.*)\.tar/.exec(name)!;
  expect([received.at(-1), await listed()]).toEqual([file.length, [id]]);
  expect((await readFile(join(folder, 'new', name))).equals(file)).toBe(true);
  expect(await send(0)).toMatchObject({ status: 409, body: { code: 'backupHere' } });
});

it('takes a part that is sent twice at once a single time', async () => {
  const other = name.replace(/-\d+\.tar/, '-7.tar');
  for (let offset = 0; offset < file.length; offset += PART) {
    const isEdge = offset === 0 || offset + PART >= file.length;
    const times = await Promise.all(Array.from({ length: isEdge ? 2 : 1 }, () => send(offset, { name: other })));
    expect(times.map(({ status }) => status).toSorted()).toEqual(isEdge ? [200, 409] : [200]);
  }
  expect((await readFile(join(folder, 'new', other))).equals(file)).toBe(true);
});

it('ends while a backup is written, and so does the backup', async () => {
  const store = new FolderStore(join(folder, 'both'));
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slowly = Readable.from(
    (async function* () {
      yield Buffer.from('one');
      begun.resolve();
      await gate.promise;
      yield Buffer.from('two');
    })(),
  );
  const slow = store.write('20260101T000000Z-1', slowly);
  await begun.promise;
  expect(await store.write('20260101T000000Z-2', Readable.from([Buffer.from('uploaded')]))).toBe(8);
  gate.resolve();
  expect(await slow).toBe(6);
  expect((await store.list()).map(({ id, bytes }) => [id, bytes])).toEqual([
    ['20260101T000000Z-2', 8],
    ['20260101T000000Z-1', 6],
  ]);
});
