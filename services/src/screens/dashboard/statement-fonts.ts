import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Brand, firstBrand } from '@framelift/contracts';
import { fontFile, siteFont } from '../../platform/letters.ts';
import { registerFallbacks } from './statement-text.ts';

export const FONTS = {
  regular: siteFont('regular'),
  bold: siteFont('bold'),
  plain: fontFile('plain'),
  mono: createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
} as const;

/** A document says how its fonts are called, and the site's are called after the first brand. For another they get a name of as many letters. */
function renamed(file: string): Buffer {
  const inUtf16 = (text: string) => text.replaceAll(/./g, '\0$&');
  const [from, to] = ['Framelift', 'Statement'];
  const font = readFileSync(file, 'latin1').replaceAll(from, to).replaceAll(inUtf16(from), inUtf16(to));
  return Buffer.from(font, 'latin1');
}
let others: readonly (readonly [name: string, font: Buffer])[] | undefined;

/** The fonts of documents from the second layout on. */
export function registerFonts(doc: PDFKit.PDFDocument, { name }: Brand): void {
  for (const [font, file] of Object.entries(FONTS)) doc.registerFont(font, file);
  if (name !== firstBrand.name) {
    others ??= (['regular', 'bold'] as const).map((weight) => [weight, renamed(FONTS[weight])]);
    for (const [font, file] of others) doc.registerFont(font, file);
  }
  registerFallbacks(doc);
}
