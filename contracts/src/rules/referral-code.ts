/** As `rules.username` has it, whose module is too much for a page that only reads an address. */
const CODE = /^[A-Za-z0-9_-]{3,32}$/;
/** What typesetting puts where a hyphen was. */
const HYPHENS = /[\u2010-\u2013\u2212\uFE63\uFF0D]/g;
/** Where an address goes on after the code: with another parameter, or with a place on the page. */
const REST = /(?:[?&;][A-Za-z_][\w.-]*=|#[A-Za-z]).*$/s;
/** An address may have been encoded again on its way: `%2520`. */
const MAX_TIMES_ENCODED = 3;

/** Decodes a text; a broken one is returned unchanged. */
function decoded(text: string, times = MAX_TIMES_ENCODED): string {
  try {
    const result = decodeURIComponent(text);
    return result === text || times === 0 ? result : decoded(result, times - 1);
  } catch {
    return text;
  }
}

/**
 * What an address says for each time that it names a parameter. Addresses come as people paste them: with a second `?`, with `&amp;`
 * for `&`, with capital letters. What follows `#` reaches no server, so nobody reads it.
 */
export function parametersIn(address: string, name: string): string[] {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
  const named = new RegExp(`(?:^|[?&;])${name}(?:=|%3D)([^&?]*)`, 'gi');
  return [...query.matchAll(named)].map(([, value]) => decoded(value!));
}

/** Without the blanks, quotes, brackets and full stops that a pasted text has around it. */
export const unwrapped = (text: string): string => text.replaceAll(/^[\s\u200B"'“”„‘’«‹(@*`]+|[\s\u200B"'“”‘’»›).,;:!?&#/…*`]+$/g, '');

/** The code that a text is, without what is around it. A text that goes on is no code: its beginning may be somebody else's name. */
export function codeFrom(text: string): string | undefined {
  const code = unwrapped(decoded(text).replaceAll(/&amp;/gi, '&').replace(REST, '')).replaceAll(HYPHENS, '-');
  return CODE.test(code) ? code : undefined;
}

/** The code of an affiliate's link, for the server that counts the click and the browser that keeps it (docs/rules.md#5-attribution). */
export const codeIn = (address: string): string | undefined => {
  for (const text of parametersIn(address, 'ref')) {
    const code = codeFrom(text);
    if (code) return code;
  }
  return undefined;
};
