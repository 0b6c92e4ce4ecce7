import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the site's build next to its pages (web/tools/finish-build.mjs). */
export const HASHES = 'content-policy.json';

/** For responses other than pages, including uploaded files: the browser may do nothing with them. */
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

/** The policy of one page: own files, its built inline parts, and frames of the payment page and of video players. */
const pagePolicy = ({ scripts, styles, attributes }: PageHashes, frames: readonly string[]): string =>
  [
    `default-src 'none'`,
    `script-src ${sources(`'self'`, quoted(scripts))}`,
    `style-src ${sources(`'self'`, quoted(styles))}`,
    `style-src-attr ${attributes.length ? sources(`'unsafe-hashes'`, quoted(attributes)) : `'none'`}`,
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

/** The policies of the pages of a built site, which may show these frames. */
export class PagePolicies {
  private readonly pages: Record<string, PageHashes>;
  /** For the API's documents. */
  readonly docs: string;

  /** `folder`: the built site, if there is one; its build recorded the inline parts of each page. */
  constructor(
    private readonly frames: readonly string[],
    folder?: string,
  ) {
    this.pages = folder ? JSON.parse(readFileSync(join(folder, HASHES), 'utf8')) : {};
    this.docs = pagePolicy(docs, frames);
  }

  /** @throws if the build did not know the page. */
  policyFor(file: string): string {
    const hashes = this.pages[file];
    if (!hashes) throw new Error(`${file} is not in ${HASHES}: build the site again`);
    return pagePolicy(hashes, this.frames);
  }
}
