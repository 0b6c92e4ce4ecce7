import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { cleanSvg } from './svg.ts';

const FORMATS = ['png', 'jpeg', 'webp'] as const;
type PictureFormat = (typeof FORMATS)[number];
const isFormat = (format: string): format is PictureFormat => FORMATS.includes(format as PictureFormat);
/** Only the beginning: to match millions of characters may take more stack than there is. */
const DATA_URL = /^data:image\/[a-z+.-]{1,40};base64,(?=[A-Za-z0-9+/])/;

export interface Encoded {
  bytes: Buffer;
  sha256: string;
  mime: `image/${PictureFormat}`;
}

/** Pixels per inch that an SVG is drawn with by itself, and at most. */
const DENSITY = 72;
const DENSITY_MAX = 100_000;

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The file of a data URL. Undefined: it is none, or larger than `limit` bytes. */
export function fileOf(dataUrl: string, limit: number): Buffer | undefined {
  if (dataUrl.length > (limit * 4) / 3 + 100) return undefined;
  const [head] = DATA_URL.exec(dataUrl) ?? [];
  if (!head) return undefined;
  const file = Buffer.from(dataUrl.slice(head.length), 'base64');
  // What is no Base64 is skipped, so less comes out.
  return file.length > limit || file.length < Math.floor(((dataUrl.length - head.length) * 3) / 4) - 2 ? undefined : file;
}

/**
 * Reads a picture: a PNG, JPEG or WebP of one frame by its content, turned upright and encoded again so that only pixels are kept. `toFormat`:
 * the format it is given, if not its own. Undefined: it is none.
 */
export async function readPicture(file: Buffer, pixels: number, toFormat?: (image: Sharp) => Sharp): Promise<Encoded | undefined> {
  try {
    const image = sharp(file, { limitInputPixels: pixels, failOn: 'error' });
    const { format, pages = 1 } = await image.metadata();
    if (!isFormat(format) || pages > 1) return undefined;
    const upright = image.rotate();
    const { data, info } = await (toFormat?.(upright) ?? upright.toFormat(format)).toBuffer({ resolveWithObject: true });
    return { bytes: data, sha256: sha256(data), mime: `image/${info.format as PictureFormat}` };
  } catch {
    return undefined;
  }
}

/** Whether a file has several frames. */
export const isAnimated = (file: Buffer): Promise<boolean> =>
  sharp(file, { pages: -1 })
    .metadata()
    .then(
      ({ pages = 1 }) => pages > 1,
      () => false,
    );

/** The kind of a kept picture, by its first bytes: a clean SVG has nothing before its root. */
export const kindOf = (bytes: Buffer): 'webp' | 'svg' => (bytes.toString('latin1', 0, 4) === '<svg' ? 'svg' : 'webp');

/** A kept picture, sharp at a side of so many pixels. */
async function opened(picture: Buffer, edge: number): Promise<Sharp> {
  if (kindOf(picture) === 'webp') return sharp(picture);
  const { width, height } = await sharp(picture).metadata();
  return sharp(picture, { density: Math.min(DENSITY_MAX, Math.max(1, (DENSITY * edge) / Math.max(width, height))) });
}

/** A kept picture as PNG, for what reads no WebP, with the same pixels. It always has an alpha channel: a document then holds pixels, not our PNG. */
export async function asPng(picture: Buffer, edge: number): Promise<Buffer> {
  const image = await opened(picture, edge);
  return image.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }).ensureAlpha().png().toBuffer();
}

/** A kept picture in a square; `ground`: what shines through it, and is beside it. */
export async function inSquare(picture: Buffer, side: number, ground?: string): Promise<Buffer> {
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 };
  const square = (await opened(picture, side)).ensureAlpha().resize({ width: side, height: side, fit: 'contain', background });
  return (ground ? square.flatten({ background: ground }) : square).png().toBuffer();
}

/** Whether bytes are a picture of this hash as we encode it: a WebP that decodes, of one frame, with nothing behind it; or a clean SVG. */
export async function isKeptPicture(bytes: Buffer, hash: string): Promise<boolean> {
  if (sha256(bytes) !== hash) return false;
  if (kindOf(bytes) === 'svg') return cleanSvg(bytes) === bytes.toString();
  if (bytes.length < 12 || bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  try {
    const image = sharp(bytes, { failOn: 'error' });
    const { format, pages = 1, exif, xmp } = await image.metadata();
    await image.stats();
    return format === 'webp' && pages === 1 && !exif && !xmp;
  } catch {
    return false;
  }
}
