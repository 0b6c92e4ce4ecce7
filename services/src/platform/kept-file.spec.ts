import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
