import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

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

interface Limits {
  bytes: number;
  pixels: number;
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Reads a picture of a data URL: a PNG, JPEG or WebP of one frame by its content, encoded again so that only pixels are kept. `toFormat`:
 * the format it is given, if not its own. Undefined: it is none.
 */
export async function readPicture(dataUrl: string, limits: Limits, toFormat?: (image: Sharp) => Sharp): Promise<Encoded | undefined> {
  if (dataUrl.length > (limits.bytes * 4) / 3 + 100) return undefined;
  const [head] = DATA_URL.exec(dataUrl) ?? [];
  if (!head) return undefined;
  const file = Buffer.from(dataUrl.slice(head.length), 'base64');
  // What is no Base64 is skipped, so less comes out.
  if (file.length > limits.bytes || file.length < Math.floor(((dataUrl.length - head.length) * 3) / 4) - 2) return undefined;
  try {
    const image = sharp(file, { limitInputPixels: limits.pixels, failOn: 'error' });
    const { format, pages = 1 } = await image.metadata();
    if (!isFormat(format) || pages > 1) return undefined;
    const upright = image.rotate();
    const { data, info } = await (toFormat?.(upright) ?? upright.toFormat(format)).toBuffer({ resolveWithObject: true });
    return { bytes: data, sha256: sha256(data), mime: `image/${info.format as PictureFormat}` };
  } catch {
    return undefined;
  }
}

/** A kept picture as PNG, for what reads no WebP, with the same pixels. It always has an alpha channel: a document then holds pixels, not our PNG. */
export const asPng = (picture: Buffer, edge: number): Promise<Buffer> =>
  sharp(picture).resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }).ensureAlpha().png().toBuffer();

/** A kept picture in a square; `ground`: what shines through it, and is beside it. */
export function inSquare(picture: Buffer, side: number, ground?: string): Promise<Buffer> {
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 };
  const square = sharp(picture).ensureAlpha().resize({ width: side, height: side, fit: 'contain', background });
  return (ground ? square.flatten({ background: ground }) : square).png().toBuffer();
}

/** Whether bytes are a WebP of this hash that decodes, of one frame, with nothing behind it. */
export async function isKeptPicture(bytes: Buffer, hash: string): Promise<boolean> {
  if (sha256(bytes) !== hash || bytes.length < 12 || bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  try {
    const image = sharp(bytes, { failOn: 'error' });
    const { format, pages = 1, exif, xmp } = await image.metadata();
    await image.stats();
    return format === 'webp' && pages === 1 && !exif && !xmp;
  } catch {
    return false;
  }
}
