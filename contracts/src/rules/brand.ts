/** The name of the shop in its texts, so that another name needs no other text. */
export const NAME = '{name}';

/** A content with the brand's name in all of its texts. A text is shown as it comes from here. */
export function named<T>(content: T, name: string): T {
  if (typeof content === 'string') return content.replaceAll(NAME, () => name) as T;
  if (Array.isArray(content)) return content.map((item: unknown) => named(item, name)) as T;
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, named(value as unknown, name)])) as T;
}

/** The name as a word of headers and names of files, which take Latin letters only. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '') || 'Shop';
/** How the names of saved files begin. */
export const fileName = (name: string): string => plainName(name).toLowerCase();
