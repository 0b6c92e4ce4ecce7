import type { SiteField } from '@framelift/contracts/site-fields';

type Named = readonly [name: string, field: SiteField];
/** `title`: what the labels of a group begin with; undefined: they have nothing in common. */
export interface FieldGroup {
  title: string | undefined;
  fields: Named[];
}

const begins = (field: SiteField, title: string | undefined) => field.label === title || field.label.startsWith(`${title}: `);

/** Fields that follow each other and are about the same part of a page: `Benefits: title`, `Benefits: lead` and `Benefits`. */
export function fieldGroups(fields: readonly Named[]): FieldGroup[] {
  const groups: FieldGroup[] = [];
  for (const one of fields) {
    const [, field] = one;
    const last = groups.at(-1);
    const title = / ?: /.test(field.label) ? field.label.split(': ')[0] : undefined;
    if (last && (last.title === undefined ? title === undefined : begins(field, last.title))) last.fields.push(one);
    else groups.push({ title, fields: [one] });
  }
  // One field needs no heading beside its label.
  return groups.map((group) => (group.fields.length > 1 ? group : { ...group, title: undefined }));
}
