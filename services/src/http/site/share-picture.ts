import { coloursOf } from '@framelift/contracts';
import { type Font, openSync } from 'fontkit';
import sharp from 'sharp';
import { fontNamed, siteFont } from '../../platform/letters.ts';
import { paragraphOf, runsOf } from '../../platform/runs.ts';

/** The picture that a shared page shows, as web/tools/social-images.mjs draws the first brand's in a browser. Letters are shapes: no font need be installed. */

/** Raised when the drawing changes. */
export const DRAWING = 1;

export interface Shared {
  title: string;
  small: string;
  name: string;
  /** `#rrggbb` */
  accent: string;
  /** PNG, in place of the drawn mark. */
  logo?: Buffer | undefined;
}

const [WIDTH, HEIGHT, LEFT, TOP] = [1_200, 630, 80, 72];
const TITLE_WIDTH = 860;
const TITLE_HEIGHT = 330;
/** The largest in which a title has room. */
const TITLE_SIZES = [92, 80, 70, 60, 50, 40, 30];
const GROUND = '#0a0c0b';

interface Face {
  weight: 'regular' | 'bold';
  size: number;
  /** Between two letters of the site's font, as a part of the size. Other scripts join theirs. */
  spacing: number;
}

const faces = new Map<string, Font>();
const faceOf = (weight: Face['weight']): Font => {
  const face = faces.get(weight) ?? (openSync(siteFont(weight)) as Font);
  faces.set(weight, face);
  return face;
};
const hasAll = (font: Font, text: string): boolean => [...text].every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0)!));

/** A line as shapes from the left, in any script and direction. */
function lineOf(text: string, { weight, size, spacing }: Face): { shapes: string; width: number } {
  let [shapes, x] = ['', 0];
  const own = faceOf(weight);
  for (const run of runsOf(paragraphOf(text), 0, text.length)) {
    const isOwn = hasAll(own, run.text);
    const font = isOwn ? own : fontNamed(run.font);
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(run.text);
    for (const [i, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[i]!;
      const d = glyph.path.toSVG();
      if (d) shapes += `<path transform="translate(${x + xOffset * scale} ${-yOffset * scale}) scale(${scale} ${-scale})" d="${d}"/>`;
      x += xAdvance * scale + (isOwn ? spacing * size : 0);
    }
  }
  return { shapes, width: x };
}

const words = new Intl.Segmenter('en', { granularity: 'word' });
/** Parted between words, as many as a line has room for. */
function partedAt(text: string, face: Face, width: number): string[] {
  const lines = [''];
  for (const { segment, isWordLike } of words.segment(text)) {
    const longer = lines.at(-1)! + segment;
    // A comma stays behind its word.
    const isOver = lines.at(-1)!.trim() !== '' && isWordLike === true && lineOf(longer.trim(), face).width > width;
    if (isOver) lines.push(segment);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => line.trim());
}

/** Lines of about the same length, in the largest size in which they have room. */
function titleOf(text: string): { lines: string[]; face: Face } {
  const faceIn = (size: number): Face => ({ weight: 'bold', size, spacing: -0.045 });
  const fits = (size: number) => {
    const lines = partedAt(text, faceIn(size), TITLE_WIDTH);
    return lines.length * size <= TITLE_HEIGHT && lines.every((line) => lineOf(line, faceIn(size)).width <= TITLE_WIDTH);
  };
  const size = TITLE_SIZES.find(fits) ?? TITLE_SIZES.at(-1)!;
  const face = faceIn(size);
  const count = partedAt(text, face, TITLE_WIDTH).length;
  let width = TITLE_WIDTH;
  while (width > 200 && partedAt(text, face, width - 20).length === count) width -= 20;
  return { lines: partedAt(text, face, width), face };
}

const placed = (x: number, y: number, fill: string, shapes: string): string =>
  `<g transform="translate(${x} ${y})" fill="${fill}">${shapes}</g>`;
/** A text that is made smaller rather than leaving the picture. */
const line = (text: string, x: number, y: number, fill: string, face: Face): string => {
  const { shapes, width } = lineOf(text, face);
  const scale = Math.min(1, (WIDTH - LEFT - x) / width);
  return placed(x, y, fill, scale < 1 ? `<g transform="scale(${scale})">${shapes}</g>` : shapes);
};

/** Frame times that become calm. */
const bars = Array.from({ length: 60 }, (_, i) => {
  const calm = i / 60;
  const noise = Math.abs(Math.sin(i * 12.9898) * 43_758.5453) % 1;
  const height = 30 + 230 * calm + (1 - calm * 0.8) * 150 * (noise - 0.3);
  return `<rect x="${i * 20 + 4}" y="${HEIGHT - height}" width="11" height="${height}"/>`;
}).join('');
const MARK =
  '<rect x="1" y="14" width="4.5" height="9" rx="1.2"/><rect x="7" y="9" width="4.5" height="14" rx="1.2"/><rect x="13" y="11.5" width="4.5" height="11.5" rx="1.2"/><rect x="19" y="1" width="4.5" height="22" rx="1.2"/>';

export function drawing({ title, small, name, accent, logo }: Shared): string {
  const { text, soft } = coloursOf(accent);
  const colour = text[1];
  const { lines, face } = titleOf(title);
  const middle = HEIGHT / 2 + 4;
  const first = middle - ((lines.length - 1) * face.size) / 2 + face.size * 0.35;
  const shown = logo
    ? `<image x="${LEFT}" y="${TOP}" width="48" height="48" href="data:image/png;base64,${logo.toString('base64')}"/>`
    : `<g transform="translate(${LEFT} ${TOP}) scale(2)" fill="${colour}">${MARK}</g>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>`,
    `<radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="translate(240 0) scale(900 420)">`,
    `<stop offset="0" stop-color="${soft[1]}"/><stop offset=".75" stop-color="${GROUND}"/></radialGradient>`,
    '<linearGradient id="rise"><stop offset=".3" stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient>',
    `<mask id="fade" maskUnits="userSpaceOnUse" x="0" y="0" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#rise)"/></mask></defs>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${GROUND}"/><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#glow)"/>`,
    `<g fill="${colour}" opacity=".38" mask="url(#fade)">${bars}</g>`,
    shown,
    line(name, LEFT + 66, TOP + 38, '#eef2ea', { weight: 'bold', size: 40, spacing: -0.03 }),
    ...lines.map((one, i) => placed(LEFT, first + i * face.size * 0.98, '#eef2ea', lineOf(one, face).shapes)),
    line(small, LEFT, HEIGHT - TOP - 10, '#c6cfc2', { weight: 'regular', size: 34, spacing: 0 }),
    '</svg>',
  ].join('');
}

export const sharePicture = (shared: Shared): Promise<Buffer> =>
  sharp(Buffer.from(drawing(shared)))
    .jpeg({ quality: 84 })
    .toBuffer();
