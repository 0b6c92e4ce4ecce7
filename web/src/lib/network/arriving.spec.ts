import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../../', import.meta.url));
/** Without this code it refreshes more. */
const WITHOUT = ['session/api/useLive.ts'];

it('all code that loads later is asked for in one way, so the page is loaded again where it is gone', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: sources }).filter((file) => !file.includes('.spec.') && !WITHOUT.includes(file));
  const loading = files.flatMap((file) => {
    const code = readFileSync(sources + file, 'utf8').replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, '');
    return /\bimport\(/.test(code) ? [[file, /\b(lazily|arriving)\((async )?\(\) =>/.test(code)]] : [];
  });
  expect(loading.length).toBeGreaterThan(8);
  expect(loading.filter(([, waits]) => !waits)).toEqual([]);
});
