import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLeftParts, throughPart, throughPartSync } from './part-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'framelift-parts-'));
const file = join(folder, 'file');
const names = () => readdirSync(folder).toSorted();
beforeEach(() => {
  for (const name of names()) rmSync(join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a part of a file', () => {
  it('is of one writer alone, and stays while others begin and end', async () => {
    const first = Promise.withResolvers<void>();
    const slow = throughPart(file, async (part) => {
      writeFileSync(part, 'slow');
      await first.promise;
      renameSync(part, file);
    });
    removeLeftParts(folder, () => true);
    throughPartSync(file, (part) => {
      writeFileSync(part, 'fast');
      renameSync(part, file);
    });
    expect(readFileSync(file, 'utf8')).toBe('fast');
    first.resolve();
    await slow;
    expect([readFileSync(file, 'utf8'), names()]).toEqual(['slow', ['file']]);
  });

  it('is removed when its writer fails', async () => {
    const fails = throughPart(file, async (part) => {
      writeFileSync(part, 'half');
      throw new Error('full');
    });
    await expect(fails).rejects.toThrow('full');
    expect(names()).toEqual([]);
  });

  it('is removed after its process was killed, and any other once nothing was written for a day', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    let own = '';
    throughPartSync(file, (part) => void (own = part.slice(folder.length + 1)));
    const of = (id: number) => own.replace(`.${process.pid}-`, `.${id}-`);
    const elsewhere = own.replace(/-[0-9a-f]{8}-/, '-00000000-');
    const all = [of(pid), of(process.ppid), elsewhere, 'file.part', `other.${pid}-${own.split('-').slice(1).join('-')}`];
    for (const name of all) writeFileSync(join(folder, name), 'half');
    removeLeftParts(folder, (name) => name === 'file');
    expect(names()).toEqual(all.filter((name) => name !== of(pid)).toSorted());
    const yesterday = Date.now() / 1_000 - 25 * 3_600;
    for (const name of names()) utimesSync(join(folder, name), yesterday, yesterday);
    removeLeftParts(folder, (name) => name === 'file');
    expect(names()).toEqual([all.at(-1)]);
  });
});
