import { describe, expect, it } from '@jest/globals';
import { fontWith, lettersOf, unprintable } from './letters.ts';

describe('the letters of documents', () => {
  it.each([
    ['Zoë Żółtowska, Nguyễn Hữu Thọ, Ωμέγα, Жук, ქართ, Հայ', ['plain']],
    ['王小明 有限公司 臺灣 山田 ひらがな', ['han', 'plain']],
    ['김민수 서울', ['hangul', 'plain']],
    ['ऋषि कुमार', ['devanagari', 'plain']],
    ['กรุงเทพ', ['thai']],
    ['شركة النور ١٢ می‌خواهم חברת אור', ['plain']],
  ])('finds fonts for %s', (text, fonts) => {
    expect(unprintable(text)).toEqual([]);
    expect([...new Set(lettersOf(text).map(fontWith))].toSorted()).toEqual(fonts);
  });
  it.each([
    ['Zoë 🔥🔥 x', ['🔥']],
    ['👨‍👩‍👧 বাংলা', ['👨‍👩‍👧', 'বা', 'ং', 'লা']],
    ['\ud800', ['\ud800']],
  ])('lists letters of %j without a font once each', (text, letters) => expect(unprintable(text).join('')).toBe(letters.join('')));
});
