import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { keepFile } from './kept-file.ts';
import { throughPartSync } from './part-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'framelift-kept-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('is either complete or unchanged, and readable only by its owner', () => {
  const file = join(folder, 'deep', 'secrets.json');
  keepFile(file, 'first');
  // A crash before the rename leaves this file next to it.
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  let part = '';
  throughPartSync(file, (own) => void (part = own.replace(`.${process.pid}-`, `.${pid}-`)));
  writeFileSync(part, 'half');
  expect(readFileSync(file, 'utf8')).toBe('first');
  keepFile(file, 'second');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777, readdirSync(join(folder, 'deep'))]).toEqual([
    'second',
    0o600,
    ['secrets.json'],
  ]);
});

it('is changed by one process at a time: what each adds stays', async () => {
  const file = join(folder, 'shared.json');
  const program = `import { changeFile } from ${JSON.stringify(join(import.meta.dirname, 'kept-file.ts'))};
    for (let n = 0; n < 5; n++)
      changeFile(${JSON.stringify(file)}, (text) => JSON.stringify({ ...JSON.parse(text ?? '{}'), [process.argv[1] + n]: n }));`;
  const added = (name: string) =>
    new Promise<void>((done, failed) =>
      execFile(process.execPath, ['--input-type=module', '-e', program, name], (error) => (error ? failed(error) : done())),
    );
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(names.map(added));
  const all = names.flatMap((name) => Array.from({ length: 5 }, (_, n) => name + n));
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8'))).toSorted()).toEqual(all);
  // Of a process that was killed.
  mkdirSync(`${file}.lock`);
  const longAgo = Date.now() / 1_000 - 60;
  utimesSync(`${file}.lock`, longAgo, longAgo);
  await added('e');
  expect(readdirSync(folder).filter((name) => name.startsWith('shared'))).toEqual(['shared.json']);
});
