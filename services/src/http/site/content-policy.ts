import { createHash } from 'node:crypto';
import { entryOf } from '../../platform/entry.ts';

/** The policy of responses other than pages, including uploaded files: the browser may do nothing with them. */
export const NOTHING = `default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox`;
/** Our worker scripts fetch parts of themselves. */
export const OWN_FILES = `default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** Inline parts of a page that are allowed: `sha256-…` of each script, style and style attribute. */
export interface PageHashes {
  scripts: readonly string[];
  styles: readonly string[];
  attributes: readonly string[];
}

/** The API's documents as @nestjs/swagger writes them. */
const docs: PageHashes = {
  scripts: [],
  styles: ['sha256-/jDKvbQ8cdux+c5epDIqkjHbXDaIY8RucT1PmAe8FG4=', 'sha256-eaPyLWVdqMc60xuz5bTp2yBRgVpQSoUggte1+40ONPU='],
  attributes: ['sha256-ezdv1bOGcoOD7FKudKN0Y2Mb763O6qVtM8LT2mtanIU='],
};

const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`);
const sources = (...all: (string | readonly string[])[]): string => [...new Set(all.flat())].join(' ');

const stylePolicy = ({ styles, attributes }: Omit<PageHashes, 'scripts'>): string[] => [
  `style-src ${sources(`'self'`, quoted(styles))}`,
  `style-src-attr ${attributes.length ? sources(`'unsafe-hashes'`, quoted(attributes)) : `'none'`}`,
];

/** Own files, the page’s inline parts, and frames of the payment page and of video players. */
const pagePolicy = ({ scripts, styles, attributes }: PageHashes, frames: readonly string[]): string =>
  [
    `default-src 'none'`,
    `script-src ${sources(`'self'`, quoted(scripts))}`,
    ...stylePolicy({ styles, attributes }),
    `img-src 'self' data: blob:`,
    `font-src 'self' data:`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `frame-src ${sources(frames)}`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');

const entities: Record<string, string> = { amp: '&', quot: '"', '#x27': "'", '#39': "'", lt: '<', gt: '>' };
const unescaped = (attribute: string): string =>
  attribute.replace(/&(\w+|#x27|#39);/g, (all, name: string) => entryOf(entities, name) ?? all);
const hashesOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`)),
];

/** Inline parts of a page: scripts that run now or later (unlike data), styles, style attributes. */
export const inlineIn = (html: string): PageHashes => ({
  scripts: hashesOf(
    [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
      .filter(([, attributes]) => !/\bsrc\s*=|type\s*=\s*"application\/(ld\+)?json"/.test(attributes!))
      .map(([, , text]) => text!),
  ),
  styles: hashesOf([...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, text]) => text!)),
  attributes: hashesOf([...html.matchAll(/<[^>]*?\sstyle="([^"]*)"/gi)].map(([, text]) => unescaped(text!))),
});

/** The policy of a page with this HTML, which may show these frames. */
export const policyOf = (html: string, frames: readonly string[]): string => pagePolicy(inlineIn(html), frames);
/**
 * Of a page that is only looked at, in a frame of the site. Without its origin it could not load the font. The form beside it shows other
 * styles in it, such as an accent that is not saved; without scripts, and with pictures of this site only, they can do no harm.
 */
const lookedAt = [
  `default-src 'none'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `font-src 'self' data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
];
export const PREVIEW_POLICY: string = [...lookedAt, 'sandbox allow-same-origin'].join('; ');
/**
 * Of the same page in the page editor. WebKit calls no listener of the editor in a sandbox without scripts (bugs.webkit.org 218086), and one
 * with scripts and its origin is none. `default-src` allows no script of the page, and the editor lets no link lead anywhere.
 */
export const EDITED_POLICY: string = lookedAt.join('; ');
/** The policy of the API's documents. */
export const docsPolicy: string = pagePolicy(docs, ["'none'"]);
