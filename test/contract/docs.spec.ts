import { describe, expect, it } from '@jest/globals';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

const SKIPPED = new Set(['node_modules', 'dist', 'build', 'golden', 'package-lock.json']);
const TEXTS = new Set(['.ts', '.tsx', '.mjs', '.md', '.sql', '.conf', '.yml', '.json', '.css', '.mts', '.sh', '.xml', '']);

/** Every text file of the repository, by its path from the root. */
const walk = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name) || (entry.name.startsWith('.') && entry.name !== '.ci')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : TEXTS.has(extname(entry.name)) ? [path] : [];
  });

const own = relative(root, import.meta.filename);
const texts = new Map(walk('.').map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const names = new Set([...texts.keys()].map((path) => basename(path)));
const documents = [...texts].filter(
  ([path]) => /^(README\.md$|CONTRIBUTING\.md$|docs\/|deploy\/|test\/)/.test(path) && path.endsWith('.md'),
);
const decisions = documents.filter(([path]) => /^docs\/decisions\/\d{4}-/.test(path));

/** The name that GitHub gives a heading. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

const headingsOf = (text: string): string[] => [...text.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading]) => slugOf(heading!));

/** Whether a reference from the root, `docs/rules.md#1-money`, leads somewhere. */
function leads(reference: string): boolean {
  const [path = '', heading] = reference.split('#');
  if (!existsSync(join(root, path))) return false;
  return heading === undefined || headingsOf(texts.get(path) ?? '').includes(heading);
}

/** Matches of a pattern that do not hold: `file: found`. */
const faults = (files: Iterable<[string, string]>, pattern: RegExp, holds: (found: string, file: string) => boolean): string[] =>
  [...files].flatMap(([file, text]) =>
    [...text.matchAll(pattern)]
      .map(([whole, group]) => group ?? whole)
      .filter((found) => !holds(found, file))
      .map((found) => `${file}: ${found}`),
  );

const isPath = (quoted: string): boolean => /^[\w.@{},*-]+(\/[\w.@{},*-]*)+$/.test(quoted);
const isCode = (quoted: string): boolean => /\.(ts|tsx|mjs|sql)$/.test(quoted);

/** Whether code in backticks exists: a file's name, a path from the root, or one from a floor on (`store/altcha.ts`). */
function isThere(quoted: string): boolean {
  if (/^[\w.-]+\.(ts|tsx|mjs)$/.test(quoted)) return names.has(quoted);
  if (!isPath(quoted)) return true;
  const from = ['', 'services/src'].find((folder) => existsSync(join(root, folder, quoted.split('/')[0]!)));
  return from === undefined ? !isCode(quoted) : globSync(join(from, quoted), { cwd: root }).length > 0;
}

describe('every text', () => {
  it('refers to existing documents and headings', () => {
    const references = /\b(?:docs|deploy)\/[\w./-]+\.md(?:#[\w-]+)?/g;
    expect([...texts.values()].filter((text) => text.match(references)).length).toBeGreaterThan(10);
    expect(faults(texts, references, leads)).toEqual([]);
  });

  it('cites no missing document', () => {
    const gone = ['DESIGN', 'SPEC', 'PROVIDERS', 'TOOLCHAIN', 'FEATURES', 'DECISIONS'].join('|');
    const citations = new RegExp(`\\b(?:${gone})(?:\\.md\\b|['’]s\\b|,? §|,? \\d|:)`, 'g');
    const files = [...texts].filter(([path]) => path !== own);
    expect(faults(files, citations, () => false)).toEqual([]);
  });

  it('links to existing files and headings', () => {
    const links = /\]\((?!\w+:)([^)\s]+)\)/g;
    const resolved = (link: string, file: string) => (link.startsWith('#') ? `${file}${link}` : join(dirname(file), link));
    expect(faults(documents, links, (link, file) => leads(resolved(link, file)))).toEqual([]);
  });

  it('names existing code', () => {
    expect(faults(documents, /(?<!`)`([^`\n]+)`(?!`)/g, isThere)).toEqual([]);
  });

  it('loads only built modules that have a source', () => {
    const loaded = /(?:services\/dist|dist \+ ')\/([\w/-]+)\.js/g;
    expect(faults(texts, loaded, (module) => names.has(`${basename(module)}.ts`) && texts.has(`services/src/${module}.ts`))).toEqual([]);
  });

  it('names each heading of a document once', () => {
    const twice = documents.flatMap(([file, text]) =>
      headingsOf(text)
        .filter((h, i, all) => all.indexOf(h) !== i)
        .map((h) => `${file}: ${h}`),
    );
    expect(twice).toEqual([]);
  });
});

describe('the index of test helpers', () => {
  it('lists each file once', () => {
    const index = texts.get('test/support/README.md')!;
    const listed = [...index.matchAll(/^\| `(.+?)`/gm)].map(([, name]) => name);
    const files = readdirSync(join(root, 'test/support')).filter((name) => name !== 'README.md');
    expect(listed.toSorted()).toEqual(files.toSorted());
  });
});

describe('decisions', () => {
  it('have at most 150 words', () => {
    expect(decisions.length).toBeGreaterThan(10);
    const long = decisions.map(([file, text]) => [file, text.trim().split(/\s+/).length] as const).filter(([, words]) => words > 150);
    expect(long).toEqual([]);
  });

  it('are numbered without gaps, and all listed', () => {
    const numbers = decisions.map(([file]) => Number(basename(file).slice(0, 4)));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, i) => i + 1));
    const list = texts.get('docs/decisions/README.md')!;
    expect(decisions.map(([file]) => basename(file)).filter((name) => !list.includes(`(${name})`))).toEqual([]);
  });
});
