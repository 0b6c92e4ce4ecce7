import { describe, expect, it } from '@jest/globals';
import { decimalOf, plainAmount, separatorOf, textOfBytes } from './csv-dialect.ts';

describe('the dialect of a CSV file', () => {
  it.each([
    ['a;b,c;d\n', ';'],
    ['a,b,c\n1;2', ','],
    ['"a;b;c",d\n', ','],
    ['a\tb\n', '\t'],
    ['one\n', ','],
  ])('finds the separator of %j', (text, separator) => expect(separatorOf(text, () => false).separator).toBe(separator));
  it('takes the separator that fits the file or that the file names', () => {
    expect(separatorOf('a,b;c\n', (separator) => separator === ';').separator).toBe(';');
    expect(separatorOf('\uFEFFsep=\t\r\na,b;c\n', () => true)).toEqual({ separator: '\t', text: 'a,b;c\n' });
  });
  it.each([
    [['60,00', '1.062,5', '7'], ','],
    [['60.00', '1,062.5'], '.'],
    [['60,00', '60.00'], '.'],
    [['1,234', '5'], '.'],
    [[], '.'],
  ] as const)('finds the decimal sign of %j', (amounts, sign) => expect(decimalOf(amounts)).toBe(sign));
  it('normalises amounts', () => {
    expect([plainAmount('1.062,50', ','), plainAmount('1,062.50', '.'), plainAmount('€ 1 062,5', ','), plainAmount('1,5', '.')]).toEqual([
      '1062.50',
      '1062.50',
      '1062.5',
      '1,5',
    ]);
  });
  it('reads the bytes of any spreadsheet program', () => {
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
