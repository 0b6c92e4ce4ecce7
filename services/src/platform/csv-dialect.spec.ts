import { describe, expect, it } from '@jest/globals';
import { decimalOf, plainAmount, separatorOf, textOfBytes } from './csv-dialect.ts';

describe('the dialect of a CSV file', () => {
  it.each([
    ['a;b,c;d\n', ';'],
    ['a,b,c\n1;2', ','],
    ['"a;b;c",d\n', ','],
    ['a\tb\n', '\t'],
    ['one\n', ','],
  ])('of %j has a separator', (text, separator) => expect(separatorOf(text, () => false).separator).toBe(separator));
  it('is what makes sense of the file, or what the file says', () => {
    expect(separatorOf('a,b;c\n', (separator) => separator === ';').separator).toBe(';');
    expect(separatorOf('\uFEFFsep=\t\r\na,b;c\n', () => true)).toEqual({ separator: '\t', text: 'a,b;c\n' });
  });
  it.each([
    [['60,00', '1.062,5', '7'], ','],
    [['60.00', '1,062.5'], '.'],
    [['60,00', '60.00'], '.'],
    [['1,234', '5'], '.'],
    [[], '.'],
  ] as const)('of %j has a decimal sign', (amounts, sign) => expect(decimalOf(amounts)).toBe(sign));
  it('makes amounts plain', () => {
    expect([plainAmount('1.062,50', ','), plainAmount('1,062.50', '.'), plainAmount('€ 1 062,5', ','), plainAmount('1,5', '.')]).toEqual([
      '1062.50',
      '1062.50',
      '1062.5',
      '1,5',
    ]);
  });
  it('is read from the bytes of any spreadsheet', () => {
    const text = 'Name;Größe €';
    const utf16 = (bigEndian: boolean) => {
      const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
      return bigEndian ? bytes.swap16() : bytes;
    };
    expect([utf16(false), utf16(true), Buffer.from(text)].map((bytes) => textOfBytes(bytes).replace('\uFEFF', ''))).toEqual([
      text,
      text,
      text,
    ]);
    expect(textOfBytes(Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x80]))).toBe('Größe €');
  });
});
