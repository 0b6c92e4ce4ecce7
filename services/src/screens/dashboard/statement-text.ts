import { ascentOf, FONT_NAMES, fontFile, type FontName, lettersOf } from '../../platform/letters.ts';
import { fontOf, paragraphOf, type Run, runsOf, TURNS } from '../../platform/runs.ts';

type Doc = PDFKit.PDFDocument;
interface Place {
  width: number;
  align?: 'left' | 'right';
}
/** Shapes the whole run at once, unlike a plain text, which pdfkit sets word by word. */
const AT_ONCE: PDFKit.Mixins.TextOptions = { features: [], lineBreak: false };

/** What pdfkit sets by itself: one font, from the left. Documents that were issued so keep their bytes. */
const isPlain = (text: string): boolean => !TURNS.test(text) && lettersOf(text).every((letter) => fontOf(letter) === 'plain');

export const registerFallbacks = (doc: Doc): void => {
  for (const name of FONT_NAMES.slice(1)) doc.registerFont(name, fontFile(name));
};

/** The plain font by its file, as the document opened it: pdfkit reads a font again each time it is set by another name. */
const setFont = (doc: Doc, name: FontName): Doc => doc.font(name === 'plain' ? fontFile(name) : name);

/** Shaping a run takes a millisecond, and the same words come again and again. By document and size, which the height of a line tells. */
const widths = new WeakMap<Doc, Map<string, number>>();
function widthOf(doc: Doc, { text, font }: Run): number {
  const known = widths.get(doc) ?? new Map<string, number>();
  widths.set(doc, known);
  const key = `${setFont(doc, font).currentLineHeight()} ${font} ${text}`;
  const width = known.get(key) ?? doc.widthOfString(text, AT_ONCE);
  known.set(key, width);
  return width;
}
const widthOfAll = (doc: Doc, runs: readonly Run[]): number => runs.reduce((sum, run) => sum + widthOf(doc, run), 0);

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Lines are parted between words, a word that is wider than a line between its letters. A line is as wide as its words, each measured once. */
function linesOf(doc: Doc, text: string, width: number): Run[][] {
  const paragraph = paragraphOf(text);
  const widthOfPart = (begin: number, end: number) => widthOfAll(doc, runsOf(paragraph, begin, end));
  const lines: Run[][] = [];
  let [begin, end, taken] = [0, 0, 0];
  const close = () => {
    lines.push(runsOf(paragraph, begin, begin + text.slice(begin, end).trimEnd().length));
    [begin, taken] = [end, 0];
  };
  for (const { segment, index } of words.segment(text))
    for (const piece of widthOfPart(index, index + segment.length) <= width ? [segment] : lettersOf(segment)) {
      const wide = widthOfPart(end, end + piece.length);
      if (end > begin && piece.trim() && taken + wide > width) close();
      end += piece.length;
      taken += wide;
      if (begin + piece.length === end && !piece.trim() && lines.length) [begin, taken] = [end, 0];
    }
  close();
  return lines;
}

const heightOfLine = (doc: Doc, line: readonly Run[]): { ascent: number; height: number } => {
  const fonts = [...new Set<FontName>(['plain', ...line.map(({ font }) => font)])];
  const sizes = fonts.map((font) => {
    const height = setFont(doc, font).currentLineHeight(true);
    return { ascent: height * ascentOf(font), height };
  });
  return { ascent: Math.max(...sizes.map(({ ascent }) => ascent)), height: Math.max(...sizes.map(({ height }) => height)) };
};

/** How high a text is that `write` would set, in points. */
export function heightOf(doc: Doc, text: string, { width }: Place): number {
  if (isPlain(text)) return doc.heightOfString(text, { width });
  const lines = text.split('\n').flatMap((paragraph) => linesOf(doc, paragraph, width));
  const height = lines.reduce((sum, line) => sum + heightOfLine(doc, line).height, 0);
  setFont(doc, 'plain');
  return height;
}

/** Sets a text that people wrote, in any script and direction; then the next line follows below it. */
export function write(doc: Doc, text: string, x: number, y: number, { width, align = 'left' }: Place): void {
  if (isPlain(text)) return void doc.text(text, x, y, { width, align });
  let top = y;
  for (const line of text.split('\n').flatMap((paragraph) => linesOf(doc, paragraph, width))) {
    const { ascent, height } = heightOfLine(doc, line);
    let left = align === 'right' ? x + width - widthOfAll(doc, line) : x;
    for (const run of line) {
      setFont(doc, run.font).text(run.text, left, top + ascent, { ...AT_ONCE, baseline: 'alphabetic' });
      left += widthOf(doc, run);
    }
    top += height;
  }
  setFont(doc, 'plain');
  doc.x = x;
  doc.y = top;
}
