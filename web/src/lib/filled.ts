/** A content with these values in place of their names in braces, such as `{minimum}`. */
export function filled<T>(content: T, values: Readonly<Record<string, string>>): T {
  if (typeof content === 'string') {
    const text = content.replaceAll(/\{(\w+)\}/g, (all, name: string) => (Object.hasOwn(values, name) ? values[name]! : all));
    return text.trimEnd() as T;
  }
  if (Array.isArray(content)) return content.map((item: unknown) => filled(item, values)) as T;
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, filled(value as unknown, values)])) as T;
}
