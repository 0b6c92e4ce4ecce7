import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { randomBytes } from 'node:crypto';
import { ageIdentity, checkReadable, packed, unpack } from './backup-archive.ts';

const key = Buffer.from('ab'.repeat(32), 'hex');
const NAME = 'The backup a';
const damaged = `${NAME} is damaged: it was changed or cut off after it was written`;
let folder: string;
let whole: Buffer;
const text = randomBytes(300_000).toString('hex');
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-archive-'));
  await mkdir(join(folder, 'out'));
  await writeFile(join(folder, 'a.txt'), text);
  await writeFile(join(folder, 'b.txt'), 'b');
  whole = await buffer(await packed(folder, ['a.txt', 'b.txt'], key));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const unpacking = (bytes: Buffer, under = key) => unpack(Readable.from([bytes]), under, join(folder, 'out'), NAME);
const flipped = (part: number): Buffer => {
  const bytes = Buffer.from(whole);
  bytes[Math.floor((bytes.length - 1) * part)]! ^= 1;
  return bytes;
};

describe('the archive of a backup', () => {
  it('returns its files, and holds them compressed and encrypted', async () => {
    await unpacking(whole);
    expect((await readdir(join(folder, 'out'))).toSorted()).toEqual(['a.txt', 'b.txt']);
    expect(await readFile(join(folder, 'out', 'a.txt'), 'utf8')).toBe(text);
    expect(whole.length).toBeLessThan(text.length * 0.6);
    expect(whole.toString('latin1')).not.toContain('a.txt');
    await checkReadable(Readable.from([whole]), key, NAME);
  });

  it.each([0, 0.01, 0.3, 0.7, 1])('is damaged when a bit of it changes, at %d of its length', async (part) => {
    await expect(unpacking(flipped(part))).rejects.toThrow(NAME);
    await expect(checkReadable(Readable.from([flipped(part)]), key, NAME)).rejects.toThrow(NAME);
  });

  it.each([0, 100, 100_000])('is damaged when its end is missing, after %d bytes', async (bytes) => {
    await expect(unpacking(whole.subarray(0, bytes))).rejects.toThrow(damaged);
    await expect(checkReadable(Readable.from([whole.subarray(0, bytes)]), key, NAME)).rejects.toThrow(damaged);
  });

  it('opens with its own key only', () =>
    expect(unpacking(whole, Buffer.alloc(32, 1))).rejects.toThrow(`${NAME} was written under another BACKUP_KEY: set the one of its time`));

  it('has a key that the program age reads', () => expect(ageIdentity(key)).toMatch(/^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/));

  it('fails at the reader when a file is missing', async () => {
    const content = await packed(folder, ['a.txt', 'missing.txt'], key);
    await expect(buffer(content)).rejects.toThrow();
  });
});
