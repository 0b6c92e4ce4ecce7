import type { PageSection, SectionsField, SiteField, SiteFields } from '@framelift/contracts/site-fields';
import { isSameContent } from '@framelift/contracts/site';
import { formatMoment } from '../../lib/format.ts';
import type { Values } from './fieldValues.ts';
import { sectionsChange } from './sectionWords.ts';

/** What changes between two contents, a sentence each. */

/** The most characters of a text that a change quotes. */
const QUOTED = 90;
const SAME = 2;

const quoted = (text: string): string => (text ? `“${text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text}”` : 'none');

/** Two texts without what they have in common at both ends, but for some words. */
function differing(before: string, after: string): [string, string] {
  const [a, b] = [before.split(' '), after.split(' ')];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [from, to] = [Math.max(0, start - SAME), Math.max(0, end - SAME)];
  const cut = (words: string[]) => `${from ? '…' : ''}${words.slice(from, words.length - to).join(' ')}${to ? '…' : ''}`;
  return [cut(a), cut(b)];
}

const textChange = (label: string, before: string, after: string): string[] => {
  const [was, is] = before.length + after.length > QUOTED ? differing(before, after) : [before, after];
  return [`${label}: ${quoted(was)} → ${quoted(is)}`];
};
const valueChange = (write: (value: unknown) => string) => (label: string, before: unknown, after: unknown) => [
  `${label}: ${write(before)} → ${write(after)}`,
];
const added = (label: string, texts: readonly string[]) => texts.map((text) => `${label}: ${quoted(text)} added`);
const removed = (label: string, texts: readonly string[]) => texts.map((text) => `${label}: ${quoted(text)} removed`);

function linesChange(label: string, before: readonly string[], after: readonly string[]): string[] {
  const changes = [
    ...added(
      label,
      after.filter((line) => !before.includes(line)),
    ),
    ...removed(
      label,
      before.filter((line) => !after.includes(line)),
    ),
  ];
  return changes.length ? changes : [`${label}: order changed`];
}

/** Records are the same by their name, and those left over by their place. */
function recordsChange(
  label: string,
  before: readonly Values[],
  after: readonly Values[],
  { of, titledBy }: { of: SiteFields; titledBy: string },
): string[] {
  const title = (record: Values) => String(record[titledBy]);
  const isIn = (all: readonly Values[], record: Values) => all.some((one) => title(one) === title(record));
  const renamed = before.filter((record) => !isIn(after, record));
  const earlier = (record: Values, at: number) =>
    before.find((one) => title(one) === title(record)) ?? (renamed.includes(before[at]!) ? before[at] : undefined);
  const matched = new Set<Values>();
  const changes = after.flatMap((record, at) => {
    const was = earlier(record, at);
    if (!was || matched.has(was)) return added(label, [title(record)]);
    matched.add(was);
    return fieldChanges(of, was, record).map((change) => `${label}, ${quoted(title(was))}: ${change}`);
  });
  const gone = removed(label, before.filter((record) => !matched.has(record)).map(title));
  const all = [...changes, ...gone];
  return all.length ? all : [`${label}: order changed`];
}

const moment = (time: unknown) => (time ? formatMoment(time as string) : 'none');
const plain = valueChange((value) => (value === null || value === '' ? 'none' : String(value)));

const words: Record<SiteField['kind'], (label: string, before: never, after: never, field: never) => string[]> = {
  line: textChange,
  text: textChange,
  markdown: textChange,
  link: plain,
  video: plain,
  picture: plain,
  email: plain,
  colour: plain,
  slug: plain,
  day: plain,
  time: valueChange(moment),
  number: plain,
  switch: valueChange((value) => (value ? 'yes' : 'no')),
  choice: plain,
  lines: linesChange,
  list: recordsChange,
  sections: (label, before: readonly PageSection[], after: readonly PageSection[], field: SectionsField) =>
    sectionsChange(label, before, after, field, fieldChanges),
};

export const fieldChanges = (fields: SiteFields, before: Readonly<Values>, after: Readonly<Values>): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    isSameContent(before[name], after[name])
      ? []
      : words[field.kind](field.label, before[name] as never, after[name] as never, field as never),
  );
