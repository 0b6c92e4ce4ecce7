import { isSiteLink } from './site.ts';

/** Whether a long text may link there: to a page (isSiteLink) or a mail address. */
export const isTextLink = (link: string): boolean => isSiteLink(link) || /^mailto:[^\s@<>"?]{1,64}@[^\s@<>"?]{1,255}$/i.test(link);

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]+`/g;
const PICTURE = /!\[[^\]\n]*\]\([^)\n]*\)/g;
const LINK = /\[[^\]\n]+\]\(\s*<?([^\s)>]*)[^)\n]*\)/g;
const ANGLES = /<([a-z][a-z0-9+.-]*:[^\s<>]*)>/gi;
const TAG = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gi;

/** The parts of a long text with markup that pages show as they are written, in sentences for the form. */
export function shownAsWritten(text: string): string[] {
  const plain = text.replaceAll(CODE, '');
  const pictures = plain.match(PICTURE) ?? [];
  const words = plain.replaceAll(PICTURE, '');
  const links = [...words.matchAll(LINK), ...words.matchAll(ANGLES)].flatMap(([whole, to]) => (isTextLink(to!) ? [] : [whole]));
  const tags = words.match(TAG) ?? [];
  const say = (what: string, parts: readonly string[], why: string) => (parts.length ? [`${what}: ${parts[0]}. ${why}`] : []);
  return [
    ...say('Shown as text', links, 'A link begins with https://, mailto: or /.'),
    ...say('Not shown as a picture', pictures, 'Texts have no pictures.'),
    ...say('Shown as text', tags, 'Use Markdown, not HTML.'),
  ];
}
