import { iconSizes } from '@framelift/contracts';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { OWN_FILES } from './content-policy.ts';

/** Sides (px) that telephones have asked for by name. */
const TOUCH_SIDES = [57, 60, 72, 76, 114, 120, 144, 152, 167, 180];
/** A telephone shows what is transparent as black. */
const WHITE = '#ffffff';

/** A PNG in the container that the name promises: one image, of up to 255 px. */
function icoOf(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** What is drawn: the seller's logo, or the drawn icon in the brand's accent. `key` changes with it. */
interface Source {
  key: string;
  picture: () => Promise<Buffer>;
}

/** Icons that browsers and chats ask for by name, without a page that names them. */
export function serveAskedIcons(fastify: FastifyInstance, source: () => Source): void {
  const kept = new Map<number, { key: string; png: Promise<Buffer> }>();
  const drawn = (side: number, background: string | { r: 0; g: 0; b: 0; alpha: 0 }): Promise<Buffer> => {
    const { key, picture } = source();
    const last = kept.get(side);
    if (last?.key === key) return last.png;
    const draw = async () =>
      sharp(await picture(), { density: 300 })
        .resize(side, side, { fit: 'contain', background })
        .flatten(typeof background === 'string' ? { background } : false)
        .png()
        .toBuffer();
    const png = draw();
    png.catch(() => kept.delete(side));
    kept.set(side, { key, png });
    return png;
  };
  const serve = (path: string, type: string, read: () => Promise<Buffer>) =>
    fastify.get(path, async (_request, reply) =>
      reply
        .type(type)
        .headers({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': OWN_FILES })
        .send(await read()),
    );
  const tab = iconSizes.tab;
  serve('/favicon.ico', 'image/x-icon', async () => icoOf(await drawn(tab, { r: 0, g: 0, b: 0, alpha: 0 }), tab));
  for (const [size, side] of [['', iconSizes.touch] as const, ...TOUCH_SIDES.map((one) => [`-${one}x${one}`, one] as const)])
    for (const finish of ['', '-precomposed']) serve(`/apple-touch-icon${size}${finish}.png`, 'image/png', () => drawn(side, WHITE));
}
