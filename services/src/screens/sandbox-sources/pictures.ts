import sharp from 'sharp';
import { numberOf } from './examples.ts';

const MAX_PIXELS = 1024;
const CELLS = 5;

const drawn = (width: number, height: number, shapes: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`,
  );

/** A pattern that a name decides, the same on both sides. It holds no letters, as a server may have no font. */
export function avatar(name: string, startedAt: number): Promise<Buffer> {
  const size = Math.min(MAX_PIXELS, Math.max(16, startedAt || MAX_PIXELS));
  const hue = numberOf(name, 0, 359);
  const cell = 60;
  const side = cell * (CELLS + 2);
  const filled = Array.from({ length: CELLS * Math.ceil(CELLS / 2) }, (_, i) => [Math.floor(i / CELLS), i % CELLS] as const).filter(
    ([x, y]) => numberOf(`${name} ${x} ${y}`, 0, 99) < 55,
  );
  const square = (x: number, y: number) => `<rect x="${(x + 1) * cell}" y="${(y + 1) * cell}" width="${cell}" height="${cell}"/>`;
  const squares = filled.flatMap(([x, y]) => [square(x, y), ...(x < CELLS - 1 - x ? [square(CELLS - 1 - x, y)] : [])]);
  const shapes = `<rect width="${side}" height="${side}" fill="hsl(${hue} 42% 22%)"/><g fill="hsl(${hue} 72% 68%)">${squares.join('')}</g>`;
  return sharp(drawn(side, side, shapes))
    .resize(size, size)
    .png()
    .toBuffer();
}

const WIDTH = 1280;
const HEIGHT = 720;

/** Frame times before and after, drawn from the video's id: a jagged line above an even one. */
export function thumbnail(id: string): Promise<Buffer> {
  const hue = numberOf(id, 0, 359);
  const line = (name: string, base: number, swing: number) =>
    Array.from({ length: 41 }, (_, i) => `${i * 32},${base + numberOf(`${id} ${name} ${i}`, -swing, swing)}`).join(' ');
  const bars = Array.from({ length: 20 }, (_, i) => {
    const height = numberOf(`${id} bar ${i}`, 60, 260);
    return `<rect x="${i * 64 + 12}" y="${HEIGHT - height}" width="40" height="${height}" rx="6"/>`;
  });
  const shapes = `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue} 45% 20%)"/>
<stop offset="1" stop-color="#0a0c0b"/></linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>
<g fill="hsl(${hue} 60% 55%)" opacity="0.22">${bars.join('')}</g>
<polyline points="${line('before', 230, 90)}" fill="none" stroke="#9aa49a" stroke-width="5" stroke-linejoin="round" opacity="0.6"/>
<polyline points="${line('after', 400, 12)}" fill="none" stroke="#bdf430" stroke-width="9" stroke-linejoin="round"/>`;
  return sharp(drawn(WIDTH, HEIGHT, shapes))
    .jpeg()
    .toBuffer();
}
