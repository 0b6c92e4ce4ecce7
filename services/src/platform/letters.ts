import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';

const require = createRequire(import.meta.url);

/** Fonts of documents by name. The first one that has a letter is used: most of the world's scripts, then those of East and South Asia. */
const files = {
  plain: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  // Its package exports only its entry, which is next to the folder of fonts.
  han: join(dirname(require.resolve('@embedpdf/fonts-sc')), '../fonts/NotoSansHans-Regular.otf'),
  hangul: '@openfonts/noto-sans-kr_korean/files/noto-sans-kr-korean-400.woff',
  devanagari: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  thai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
} as const;
export type FontName = keyof typeof files;
export const FONT_NAMES = Object.keys(files) as FontName[];
export const fontFile = (name: FontName): string => require.resolve(files[name]);

/** The site's font, which has the letters of Europe. */
export const siteFont = (weight: 'regular' | 'bold'): string =>
  fileURLToPath(new URL(`../../fonts/framelift-sans-${weight}.ttf`, import.meta.url));

const opened = new Map<FontName, Font>();
/** Read when a letter is first looked up in it. */
export const fontNamed = (name: FontName): Font => {
  const font = opened.get(name) ?? (openSync(fontFile(name)) as Font);
  opened.set(name, font);
  return font;
};

/** The share of a line's height that is above the baseline. */
export function ascentOf(name: FontName): number {
  const { ascent, descent, lineGap } = fontNamed(name);
  return ascent / (ascent - descent + lineGap);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Splits text into letters with their marks (graphemes). */
export const lettersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Characters that only control how letters join. A font need not have them. */
const JOINERS = /^[\p{Variation_Selector}\p{Join_Control}\s]$/u;
const known = new Map<string, FontName | undefined>();
/** The font that has all of a letter; undefined: none has. */
export function fontWith(letter: string): FontName | undefined {
  if (!known.has(letter)) {
    if (known.size > 50_000) known.clear();
    const signs = [...letter].filter((sign) => !JOINERS.test(sign)).map((sign) => sign.codePointAt(0)!);
    known.set(
      letter,
      FONT_NAMES.find((name) => signs.every((sign) => fontNamed(name).hasGlyphForCodePoint(sign))),
    );
  }
  return known.get(letter);
}

/** The letters of a text that no document can show, each once. */
export const unprintable = (text: string): string[] => [...new Set(lettersOf(text))].filter((letter) => !fontWith(letter));
