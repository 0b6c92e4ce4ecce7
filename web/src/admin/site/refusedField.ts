import type { PageSection, SiteField, SiteFields } from '@framelift/contracts/site-fields';
import type { Values } from './fieldValues.ts';

/** `2, Logos, 1: Name has …`: the item, and what is said about it. */
const OF_ITEM = /^, (\d+)(?:: |, )(.*)$/s;

/** Where the field is that a refusal names, such as `questions.2.answer` for `Questions, 3: Answer has …`; undefined: it names none. */
export function refusedField(fields: SiteFields, content: Values, refusal: string): string | undefined {
  const named = Object.entries(fields).filter(([, { label }]) => refusal.startsWith(label));
  // Another label may begin with this one.
  for (const [name, field] of named.toSorted(([, a], [, b]) => b.label.length - a.label.length)) {
    const rest = refusal.slice(field.label.length);
    const [, place, said = ''] = OF_ITEM.exec(rest) ?? [];
    if (place === undefined) {
      if (/^[ :]/.test(rest)) return name;
      continue;
    }
    const at = Number(place) - 1;
    const record = (content[name] as readonly Values[] | undefined)?.[at];
    const [of, inner, within] = partsOf(field, record);
    const found = of && inner && refusedField(of, inner, said);
    return found ? `${name}.${at}.${within}${found}` : name;
  }
  return undefined;
}

/** The fields of a record, its values, and where they are in it. */
function partsOf(field: SiteField, record: Values | undefined): [SiteFields | undefined, Values | undefined, string] {
  if (field.kind === 'list') return [field.of, record, ''];
  if (field.kind !== 'sections' || !record) return [undefined, undefined, ''];
  const { kind, content } = record as unknown as PageSection;
  return [Object.hasOwn(field.kinds, kind) ? field.kinds[kind]!.of : undefined, { ...content }, 'content.'];
}
