import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subset from 'subset-font';

type Options = NonNullable<Parameters<typeof subset>[2]> & { keepFeatures: string[] };

const whole = createRequire(import.meta.url).resolve('@fontsource-variable/mona-sans/files/mona-sans-latin-wght-normal.woff2');

/** The characters that tokens.css says the font is for. */
function characters(): string {
  const css = readFileSync(fileURLToPath(new URL('./src/ui/tokens.css', import.meta.url)), 'utf8');
  const [, ranges] = /unicode-range:\s*([^;]+);/.exec(css)!;
  return [...ranges!.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)]
    .flatMap(([, from, to = from]) => {
      const first = parseInt(from!, 16);
      return Array.from({ length: parseInt(to!, 16) - first + 1 }, (_, i) => String.fromCodePoint(first + i));
    })
    .join('');
}

/**
 * The font with what an English page shows, in the weights that our styles use: half the bytes. Other characters come from the whole
 * one when a page has them. @returns the path of the file.
 */
export async function basicFont(): Promise<string> {
  // The published types do not know `keepFeatures` yet.
  const options: Options = { targetFormat: 'woff2', keepFeatures: ['kern', 'tnum'], variationAxes: { wght: { min: 400, max: 720 } } };
  const font = await subset(readFileSync(whole), characters(), options);
  const folder = fileURLToPath(new URL('../node_modules/.cache/framelift', import.meta.url));
  const path = `${folder}/mona-sans-basic.woff2`;
  mkdirSync(folder, { recursive: true });
  // Another build may read it at this moment.
  writeFileSync(`${path}.${process.pid}`, font);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}
