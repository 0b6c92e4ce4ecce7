import bidiFactory, { type EmbeddingLevels } from 'bidi-js';
import { type FontName, fontWith, lettersOf } from './letters.ts';

/** A part of a line that is set in one go: one font, one direction. */
export interface Run {
  text: string;
  font: FontName;
}
export interface Paragraph {
  text: string;
  levels: EmbeddingLevels;
  /** The font of each unit of the text. */
  fonts: readonly FontName[];
}

// Its types say that the function is a field of the module; in Node it is the module.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
/** Letters that run from right to left, and signs that turn the direction. */
export const TURNS = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** What the font's engine turns round by itself; it takes these digits for letters, which run the other way. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;
export const fontOf = (letter: string): FontName => fontWith(letter) ?? 'plain';

export const paragraphOf = (text: string): Paragraph => ({
  text,
  levels: bidi.getEmbeddingLevels(text),
  fonts: lettersOf(text).flatMap((letter) => Array.from({ length: letter.length }, () => fontOf(letter))),
});

/** In order of the page, from the left. */
export function runsOf({ text, levels, fonts }: Paragraph, begin: number, end: number): Run[] {
  if (begin === end) return [];
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels, begin, end - 1);
  const isAlike = (a: number, b: number) =>
    fonts[a] === fonts[b] && levels.levels[a] === levels.levels[b] && DIGITS.test(text[a]!) === DIGITS.test(text[b]!);
  const groups: number[][] = [];
  for (const at of bidi.getReorderedIndices(text, levels, begin, end - 1).slice(begin, end)) {
    const before = groups.at(-1)?.at(-1);
    const joins = before !== undefined && isAlike(before, at);
    if (joins) groups.at(-1)!.push(at);
    else groups.push([at]);
  }
  return groups.map((indices) => {
    const run = indices
      .toSorted((a, b) => a - b)
      .map((at) => mirrored.get(at) ?? text[at]!)
      .join('');
    const isTurned = levels.levels[indices[0]!]! % 2 === 1;
    const isTurnedByEngine = RIGHT_TO_LEFT.test(run) || DIGITS.test(run);
    return { text: isTurned === isTurnedByEngine ? run : lettersOf(run).toReversed().join(''), font: fonts[indices[0]!]! };
  });
}
