import { describe, expect, it } from '@jest/globals';
import { type TileName, tileNamed, tilePath, widthIn } from './tiles.ts';

describe('names of tiles', () => {
  it.each<[string, TileName]>([
    ['0/x001/x234/067', { level: 0, n: 1_234_067, width: 256 }],
    ['0/000', { level: 0, n: 0, width: 256 }],
    ['1/001.p/17', { level: 1, n: 1, width: 17 }],
    ['entries/x001/000.p/255', { level: 'entries', n: 1_000, width: 255 }],
  ])('%s', (path, tile) => {
    expect(tileNamed(path)).toEqual(tile);
    expect(tilePath(tile)).toBe(path);
  });

  it.each([
    '0/1',
    '0/0001',
    '00/000',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    '0/x000/001',
    '0/001/001',
    'a/000',
    '0/000/',
    '',
    '-1/000',
  ])('knows no other way to write one: %s', (path) => expect(tileNamed(path)).toBeUndefined());

  // The specification's examples: a tree of 70,000 leaves, and one of 256.
  it('says how wide a tile is in a tree', () => {
    const widths = (size: number, level: number) => {
      const found: number[] = [];
      for (let n = 0; widthIn(size, { level, n }); n++) found.push(widthIn(size, { level, n }));
      return found;
    };
    const full = (count: number) => Array.from({ length: count }, () => 256);
    expect([0, 1, 2, 3].map((level) => widths(70_000, level))).toEqual([[...full(273), 112], [256, 17], [1], []]);
    expect([0, 1, 2].map((level) => widths(256, level))).toEqual([[256], [1], []]);
    expect(widthIn(70_000, { level: 'entries', n: 273 })).toBe(112);
  });
});
