import type { PageSection, SectionsField, SiteFields } from '@framelift/contracts/site-fields';
import { isSameContent } from '@framelift/contracts/site';

/** What changes between the sections of a page, a sentence each. */

/** A section as sentences name it: its kind, and its title if that says more. */
export function sectionName({ kinds }: SectionsField, { kind, content }: PageSection): string {
  const label = kinds[kind]?.label ?? kind;
  const title = content['title'];
  return typeof title === 'string' && title && title !== label ? `${label} “${title}”` : label;
}

/** For each section after the change the one before it: the same, or one of its kind with its title, or the next one of its kind. */
function earlierOnes(before: readonly PageSection[], after: readonly PageSection[]): (PageSection | undefined)[] {
  const found = after.map((): PageSection | undefined => undefined);
  const isSame = [
    (a: PageSection, b: PageSection) => isSameContent(a, b),
    (a: PageSection, b: PageSection) => a.kind === b.kind && a.content['title'] === b.content['title'],
    (a: PageSection, b: PageSection) => a.kind === b.kind,
  ];
  for (const same of isSame)
    for (const [i, section] of after.entries()) found[i] ??= before.find((one) => !found.includes(one) && same(one, section));
  return found;
}

export function sectionsChange(
  label: string,
  before: readonly PageSection[],
  after: readonly PageSection[],
  field: SectionsField,
  contentChanges: (fields: SiteFields, before: PageSection['content'], after: PageSection['content']) => string[],
): string[] {
  const earlier = earlierOnes(before, after);
  const changes = after.flatMap((section, i) => {
    const was = earlier[i];
    if (!was) return [`${label}: ${sectionName(field, section)} added`];
    const said = [
      ...(was.on === section.on ? [] : [section.on ? 'off → on' : 'on → off']),
      ...contentChanges(field.kinds[section.kind]?.of ?? {}, was.content, section.content),
    ];
    return said.map((change) => `${label}, ${sectionName(field, was)}: ${change}`);
  });
  const removed = before.filter((one) => !earlier.includes(one)).map((one) => `${label}: ${sectionName(field, one)} removed`);
  const places = earlier.flatMap((was) => (was ? [before.indexOf(was)] : []));
  const isMoved = places.some((place, i) => i > 0 && place < places[i - 1]!);
  return [...changes, ...removed, ...(isMoved ? [`${label}: order changed`] : [])];
}
