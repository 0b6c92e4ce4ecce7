// Which project of Jest a spec belongs to, by its imports, direct and through test/.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');
const ROOTS = ['contracts/src', 'services/src', 'web/src', 'test'];

/** The first that fits is the project; a spec that needs none is a unit. Whole simulated programmes are too slow for a unit. */
const NEEDS = {
  screens: /^test\/support\/screen\b/,
  kafka: /^test\/(kafka|support\/kafka)\b/,
  web: /^test\/support\/browser\b/,
  system:
    /^(test\/support\/(database|stack|child-process|operator|nginx|simulated-programme)\b|node:(child_process|http|net)$|services\/src\/platform\/embedded-postgres)/,
};

const IMPORT = /^(?:import|export) (?!type\b)[^'"]*?from\s+['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm;
const read = new Map();
/** A file's imports: paths from the root, or names of packages. */
export const importsOf = (file) => {
  if (!read.has(file)) {
    const found = [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, from, dynamic]) => from ?? dynamic);
    read.set(
      file,
      found.map((to) => (to.startsWith('.') ? relative(root, resolve(root, dirname(file), to)) : to)),
    );
  }
  return read.get(file);
};

/** The file and its imports, followed only through test/. */
function reached(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (file.startsWith('test/') || /\.(spec|proof)\.tsx?$/.test(file)) for (const to of importsOf(file)) reached(to, seen);
  return seen;
}

export const projectOf = (spec) => {
  const all = [...reached(spec)];
  return Object.keys(NEEDS).find((name) => all.some((file) => NEEDS[name].test(file))) ?? 'unit';
};

export const NAMES = ['unit', 'screens', 'system', 'web', 'kafka'];
/** These start nothing before their specs. */
export const NEEDS_NO_SYSTEM = ['unit', 'screens'];

/** The projects of Jest. */
export function projects(shared) {
  const specs = Map.groupBy(
    globSync(
      ROOTS.flatMap((folder) => (process.env.PROOF ? ['spec', 'proof'] : ['spec']).map((kind) => `${folder}/**/*.${kind}.{ts,tsx}`)),
      { cwd: root },
    ),
    projectOf,
  );
  const stack = { globalSetup: '<rootDir>/test/support/stack-start.mjs', globalTeardown: '<rootDir>/test/support/stack-stop.mjs' };
  return NAMES.map((displayName) => ({
    ...shared,
    ...(NEEDS_NO_SYSTEM.includes(displayName) ? {} : stack),
    // A browser on a busy machine may miss a moment. A second attempt is counted, and named at the end of the run.
    ...(displayName === 'web' ? { testEnvironmentOptions: { retries: 1 } } : {}),
    ...(displayName === 'screens' ? { testEnvironment: '<rootDir>/test/jest/page-environment.mjs' } : {}),
    rootDir: root,
    displayName,
    roots: ROOTS.map((folder) => `<rootDir>/${folder}`),
    // None at all would mean every file.
    testMatch: (specs.get(displayName) ?? ['none']).map((file) => `<rootDir>/${file}`),
  }));
}
