import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subset from 'subset-font';

type Options = NonNullable<Parameters<typeof subset>[2]> & { keepFeatures: string[] };

const whole = createRequire(import.meta.url).resolve('@fontsource-variable/mona-sans/files/mona-sans-latin-wght-normal.woff2');

/** Characters that tokens.css names for it (`unicode-range`). */
const ascii = Array.from({ length: 0x7f - 0x20 }, (_, i) => 0x20 + i);
const signs = [0xa0, 0xa9, 0xb7, 0xd7, 0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2026, 0x20ac, 0x2212];
const characters = String.fromCodePoint(...ascii, ...signs);

/**
 * The font with what an English page shows, in the weights that our styles use: half the bytes. Other characters come from the whole
 * one when a page has them. @returns the path of the file.
 */
export async function basicFont(): Promise<string> {
  // The published types do not know `keepFeatures` yet.
  const options: Options = { targetFormat: 'woff2', keepFeatures: ['kern', 'tnum'], variationAxes: { wght: { min: 400, max: 720 } } };
  const font = await subset(readFileSync(whole), characters, options);
  const folder = fileURLToPath(new URL('../node_modules/.cache/framelift', import.meta.url));
  const path = `${folder}/mona-sans-basic.woff2`;
  mkdirSync(folder, { recursive: true });
  // Another build may read it at this moment.
  writeFileSync(`${path}.${process.pid}`, font);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}
