import { createHash } from 'node:crypto';

/** For answers that are no pages, uploaded files included: the browser may do nothing with them. */
export const NOTHING = `default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox`;
/** Scripts of ours that run as workers fetch parts of themselves. */
export const OWN_FILES = `default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const entities: Record<string, string> = { amp: '&', quot: '"', '#x27': `'`, '#39': `'`, lt: '<', gt: '>' };
const unescaped = (attribute: string): string => attribute.replace(/&(\w+|#x27|#39);/g, (all, name: string) => entities[name] ?? all);

/** Scripts that stand in the page itself and run; data of search engines does not. */
const scriptsIn = (html: string): string[] =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes]) => !/\bsrc\s*=/.test(attributes!) && !/type\s*=\s*"application\/(ld\+)?json"/.test(attributes!))
    .map(([, , text]) => text!);
const stylesIn = (html: string): string[] => [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, text]) => text!);
const styleAttributesIn = (html: string): string[] => [...html.matchAll(/<[^>]*?\sstyle="([^"]*)"/gi)].map(([, text]) => unescaped(text!));

const sources = (...all: (string | readonly string[])[]): string => [...new Set(all.flat())].join(' ');

/** The policy of one page: own files, the inline parts it was built with, and frames of the payment page and of video players. */
export function pagePolicy(html: string, frames: readonly string[]): string {
  const attributes = styleAttributesIn(html).map(source);
  return [
    `default-src 'none'`,
    `script-src ${sources(`'self'`, scriptsIn(html).map(source))}`,
    `style-src ${sources(`'self'`, stylesIn(html).map(source))}`,
    `style-src-attr ${attributes.length ? sources(`'unsafe-hashes'`, attributes) : `'none'`}`,
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
}

/** The policies of pages that may show these frames. */
export class PagePolicies {
  constructor(private readonly frames: readonly string[]) {}

  policyFor(html: string): string {
    return pagePolicy(html, this.frames);
  }
}
