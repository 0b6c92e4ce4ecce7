import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileNameOf } from '../../services/src/operating/backups/backup-store.ts';
import { S3Store } from '../../services/src/operating/backups/s3-store.ts';
import { type Bucket, openBucket } from '../support/object-store.ts';

let folder: string;
let bucket: Bucket;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-objects-'));
  bucket = await openBucket(folder);
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const store = (place = { bucket: 'books', prefix: 'shop/' }, settings: Partial<{ endpoint: string; accessKey: string }> = {}) => {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = bucket.settings;
  return new S3Store(place, { endpoint, accessKey, secretKey, ...settings });
};
const id = '20260101T000000Z-5';

describe('an object store', () => {
  it('returns a backup of several parts as it was written, lists it, and removes it', async () => {
    const bytes = randomBytes(20_000_000);
    const chunks = Readable.from([bytes.subarray(0, 9_000_000), bytes.subarray(9_000_000)]);
    expect(await store().write(id, chunks)).toBe(bytes.length);
    expect(await store().list()).toEqual([{ id, takenAt: new Date('2026-01-01T00:00:00Z'), position: 5, bytes: bytes.length }]);
    expect(await bucket.names()).toEqual([`shop/${fileNameOf(id)}`]);
    expect((await buffer(await store().read(id))).equals(bytes)).toBe(true);
    expect(await store({ bucket: 'books', prefix: '' }).list()).toEqual([]);
    await store().remove(id);
    expect(await store().list()).toEqual([]);
  });

  it('holds nothing of a backup that broke off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(9_000_000);
        throw new Error('the disk broke');
      })(),
    );
    await expect(store().write(id, broken)).rejects.toThrow('the disk broke');
    expect(await store().list()).toEqual([]);
  });

  it('that refuses is named with advice', async () => {
    await expect(store().read(id)).rejects.toThrow('s3://books/shop/: there is no such backup');
    await expect(store({ bucket: 'nothing', prefix: '' }).list()).rejects.toThrow(
      's3://nothing/: there is no such bucket. Create it, or correct BACKUP_TO',
    );
    await expect(store(undefined, { accessKey: 'other' }).list()).rejects.toThrow('the store does not know the key. Correct S3_ACCESS_KEY');
    await expect(store(undefined, { endpoint: 'http://127.0.0.1:1' }).list()).rejects.toThrow(
      's3://books/shop/: nothing answers at S3_ENDPOINT. Correct it, or start the store',
    );
  });

  it('that keeps other bytes than were sent keeps no backup', async () => {
    const seen: string[] = [];
    const liar = createServer((request, response) => {
      seen.push(request.method!);
      request.resume().on('end', () => response.writeHead(200, { ETag: '"x"', 'Content-Length': request.method === 'HEAD' ? 7 : 0 }).end());
    });
    await new Promise<void>((listening) => liar.listen(0, '127.0.0.1', listening));
    const endpoint = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
    await expect(store(undefined, { endpoint }).write(id, Readable.from([Buffer.alloc(10)]))).rejects.toThrow(
      's3://books/shop/ kept 7 bytes of a backup of 10: it was removed there',
    );
    expect(seen).toEqual(['PUT', 'HEAD', 'DELETE']);
    liar.closeAllConnections();
    liar.close();
  });
});
