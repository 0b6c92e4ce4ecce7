import { emptyRecord, type LinesField, type ListField, type SiteFields } from '@framelift/contracts/site-fields';

/** What can be done with an item of a list: the list as it is then. */

type Items = readonly unknown[];
type Entry = Readonly<Record<string, unknown>>;

export function movedItem(items: Items, at: number, by: 1 | -1): Items {
  const next = [...items];
  const [item] = next.splice(at, 1);
  next.splice(at + by, 0, item);
  return next;
}
export const withoutItem = (items: Items, at: number): Items => items.filter((_, i) => i !== at);

/** A new item after one, with words that say what to write. Visitors see none of it before it is published. */
export const withNewItem = (field: ListField | LinesField, items: Items, at: number): Items =>
  items.toSpliced(at + 1, 0, field.kind === 'lines' ? numbered('New line', items) : newRecord(field, items as readonly Entry[], at));

/** A text that none of the others is. */
function numbered(text: string, others: Items): string {
  let name = text;
  for (let n = 2; others.includes(name); n += 1) name = `${text} ${n}`;
  return name;
}

const today = () => new Date().toISOString().slice(0, 10);
const isRequired = (field: SiteFields[string]) => !('isOptional' in field);

/** Texts name their field. Icons, pictures and numbers are those of its neighbour. */
function newRecord({ of, one, titledBy }: ListField, others: readonly Entry[], at: number): Entry {
  const title = numbered(
    `New ${one}`,
    others.map((other) => other[titledBy]),
  );
  const empty = emptyRecord(of);
  const valueOf = (name: string, field: SiteFields[string]): unknown => {
    if (name === titledBy) return title;
    if (field.kind === 'slug') return title.toLowerCase().replaceAll(' ', '-');
    if (field.kind === 'day') return today();
    if (field.kind === 'lines') return [field.label];
    if (field.kind === 'list') return field.min ? [newRecord(field, [], 0)] : [];
    if (field.kind === 'line' || field.kind === 'text' || field.kind === 'markdown') return isRequired(field) ? field.label : '';
    return isRequired(field) ? (others[at]?.[name] ?? empty[name]) : empty[name];
  };
  return Object.fromEntries(Object.entries(of).map(([name, field]) => [name, valueOf(name, field)]));
}
