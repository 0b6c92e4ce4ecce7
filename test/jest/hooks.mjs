// How a worker of Jest loads a module: TypeScript through swc, kept in .cache/swc; `@jest/globals` as the functions of the spec file
// that runs now. A file is compiled once for all workers and all runs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(import.meta.dirname, '../..');
const cache = join(root, '.cache/swc');
const compiler = createRequire(import.meta.url)('@swc/core');
mkdirSync(cache, { recursive: true });

const GLOBALS = 'jest:globals';
const NAMES = ['jest', 'expect', 'describe', 'it', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'];
/** Modules stay loaded for the next spec file, which has other functions: each call and property looks them up. */
const globalsSource = `const now = () => globalThis[Symbol.for('${GLOBALS}')];
const of = (name) => new Proxy(function () {}, { apply: (_, self, given) => now()[name](...given), get: (_, key) => now()[name][key] });
${NAMES.map((name) => `export const ${name} = of('${name}');`).join('\n')}`;

/** Options of swc, for a file with or without JSX. */
export const swcOptions = (tsx) => ({
  module: { type: 'es6' },
  sourceMaps: true,
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx, decorators: !tsx },
    transform: tsx ? { react: { runtime: 'automatic' } } : { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
});
const version = `${compiler.version}${JSON.stringify([swcOptions(false), swcOptions(true)])}`;

/** The place of a loaded module's source map, for Jest's stacks. */
const maps = (globalThis[Symbol.for('jest:source-maps')] = new Map());

function compiled(url) {
  const path = fileURLToPath(url);
  const source = readFileSync(path, 'utf8');
  const kept = join(cache, createHash('sha256').update(version).update(path).update(source).digest('hex').slice(0, 40));
  maps.set(url, `${kept}.map`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const made = compiler.transformSync(source, { ...swcOptions(path.endsWith('.tsx')), filename: path, swcrc: false, configFile: false });
  // Another worker may compile the same file; the code is written last, as a sign that all is there.
  for (const [name, text] of [
    [`${kept}.map`, made.map],
    [kept, made.code],
  ]) {
    writeFileSync(`${name}.${process.pid}`, text);
    renameSync(`${name}.${process.pid}`, name);
  }
  return made.code;
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
    const ours = specifier.startsWith('@framelift/');
    return next(specifier, ours ? { ...context, conditions: [...context.conditions, 'source'] } : context);
  },
  load(url, context, next) {
    if (url === GLOBALS) return { format: 'module', source: globalsSource, shortCircuit: true };
    const { protocol, pathname } = new URL(url);
    // Specs draw nothing.
    if (pathname.endsWith('.css') && !pathname.endsWith('.module.css')) return { format: 'module', source: '', shortCircuit: true };
    if (protocol !== 'file:' || pathname.includes('/node_modules/')) return next(url, context);
    if (/\.tsx?$/.test(pathname)) return { format: 'module', source: compiled(url), shortCircuit: true };
    // Specs see only the class names of a style.
    if (pathname.endsWith('.module.css'))
      return { format: 'module', source: 'export default new Proxy({}, { get: (_, name) => name });', shortCircuit: true };
    return next(url, context);
  },
});
