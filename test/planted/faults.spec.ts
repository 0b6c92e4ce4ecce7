import { expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from './faults.ts';

const root = join(import.meta.dirname, '../..');
const places = (file: string, text: string) => readFileSync(join(root, file), 'utf8').split(text).length - 1;

it('each can be planted in the code as it is, and what must catch it is there', () => {
  expect(faults.filter(({ file, from }) => places(file, from) !== 1).map(({ what }) => what)).toEqual([]);
  expect(faults.map(({ by }) => by).filter((by) => typeof by === 'string' && !existsSync(join(root, by)))).toEqual([]);
});
