import { describe, expect, it } from '@jest/globals';
import { asText, isLine, isLines } from './text.ts';

describe('a text from outside', () => {
  it.each(['', 'Gold', '山田', 'شركة النور', 'नमस्ते', 'می‌خواهم', '👩‍🚀 ❤️', 'a  b', 'É', '…'])('is one line: %s', (text) => {
    expect([isLine(text), isLines(text)]).toEqual([true, true]);
  });

  it.each([
    ['a bell', 'a\x07b'],
    ['an escape', '\x1B[31m'],
    ['another direction', 'a\u202Eb'],
    ['an isolate', 'a\u2066b'],
    ['a mark of direction', 'a\u200Fb'],
    ['a zero-width space', 'a\u200Bb'],
    ['a soft hyphen', 'a\u00ADb'],
    ['a byte order mark', 'a\uFEFFb'],
    ['a tag', 'a\u{E0041}b'],
    ['a line separator', 'a\u2028b'],
    ['a next line', 'a\u0085b'],
    ['a private character', 'a\uE000b'],
    ['a non-character', 'a\uFFFEb'],
    ['nothing to see: a zero-width joiner', '\u200D'],
    ['nothing to see: a Hangul filler', '\u3164'],
    ['nothing to see: blank braille', '\u2800'],
    ['nothing to see: a variation selector', '\uFE0F'],
    ['spaces alone', ' \u00A0\u3000'],
  ])('is no line with %s', (_, text) => expect(isLine(text)).toBe(false));

  it.each(['\x07', '\u200D', '\u200B', '\u3164', '\u2800', '\uFE0F', ' \u00A0\u3000'])('is no free text either: %j', (text) =>
    expect(isLines(text)).toBe(false),
  );

  it('may have lines where it is not one line', () => {
    expect([isLines('a\nb\tc'), isLine('a\nb'), isLine('a\tb')]).toEqual([true, false, false]);
    expect([isLines('a\u2028b\u202Ec'), isLine('a\u2028b')]).toEqual([true, false]);
  });

  it('is kept composed, without spaces around it and with one kind of line break', () => {
    expect(asText(' \u00A0e\u0301\r\nb\rc\n ')).toBe('é\nb\nc');
  });
});
