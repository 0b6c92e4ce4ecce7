import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Phrases that a native speaker reads twice, and what docs/glossary.md#how-we-write has in their place. */
const banned: Record<string, RegExp> = {
  'is, has, is next to': /\bstands?\b/i,
  'is notified, receives, sees': /\b(?:is|are|was|were|be|being) told\b/i,
  'its own, separate': /\bof (?:its|their|your|my|our|his|ones?) own\b/i,
  'again, new': /\banew\b/i,
  'a person who, anyone who': /\bwhoever\b/i,
  permanently: /\bfor ever\b/i,
  'fix, repair, correct': /\bmend(?:s|ed|ing)?\b/i,
};

/** Shipped and generated files, and the list of these phrases. */
const left =
  /^(services\/sql\/|test\/golden\/|package-lock\.json|docs\/proof\.md|docs\/glossary\.md|services\/fonts\/LICENSE)|\.(jsonl|png|jpg|webp|woff2|ico|pdf|svg)$/;
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !left.test(file) && file !== relative(root, import.meta.filename));

/** Printed in issued statements, whose bytes stay. */
const ISSUED = "'Keep it: whoever has the log";

const found = (text: string) => Object.entries(banned).filter(([, phrase]) => phrase.test(text));

it('texts, comments, titles and documents have none of the banned phrases', () => {
  const lines = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return found(text).length
      ? text
          .split('\n')
          .flatMap((line, i) =>
            (line.includes(ISSUED) ? [] : found(line)).map(
              ([better]) => `${file}:${i + 1}: ${line.trim().slice(0, 120)} (write: ${better})`,
            ),
          )
      : [];
  });
  expect(lines).toEqual([]);
});

it.each([
  ['It stands in the log', 'is, has, is next to'],
  ['Nobody is told', 'is notified, receives, sees'],
  ['a stream of its own', 'its own, separate'],
  ['built anew', 'again, new'],
  ['Whoever asks', 'a person who, anyone who'],
  ['kept for ever', 'permanently'],
  ['mended by a replay', 'fix, repair, correct'],
])('%s is found', (text, better) => expect(found(text).map(([name]) => name)).toEqual([better]));
it('other words are not', () => expect(found('They understand the standard; the amendment says so.')).toEqual([]));

/** Comments that are the second half of a sentence: they name nothing. Above the engine, each says what it is about. */
const FRAGMENT =
  /^\s*(?:\/\*\*|\/\/) (?:Of|Those|Whose|That one|Than|As (?:it|they|visitors|the hash)|By (?!default)[a-z]+(?=[.,:]))(?!\w)/;
const above = /^services\/src\/(?!engine\/|platform\/)/;

it('comments on the floors above the engine are no fragments', () => {
  const fragments = files
    .filter((file) => above.test(file) && file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, i) => (FRAGMENT.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
    );
  expect(fragments).toEqual([]);
});
it.each([
  '/** Of an account by its stream; null once it was erased. */',
  '  // Those of a head.',
  '/** Whose shop it is. */',
  '/** By number. */',
])('%s is a fragment', (line) => expect(FRAGMENT.test(line)).toBe(true));
it.each(['/** Finds an invoice by number. */', '// If there is none, it ends.', '/** Often asked. */'])('%s is none', (line) =>
  expect(FRAGMENT.test(line)).toBe(false),
);
