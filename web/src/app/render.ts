// The server build's entry: the api renders pages with it.
import { readFileSync } from 'node:fs';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import early from 'virtual:early';
import * as build from 'virtual:react-router/server-build';
import { ADDRESS_STAND_IN } from '@framelift/contracts/rules';
import type { KnownAnswers } from '../lib/known.ts';
import { pages as infos } from '../lib/pages.ts';
import { known } from './entry.server.tsx';
import { doesWait, pageShows, productShows, receiptShows, SITE, tweakShows } from './shows.ts';

export { productShows, receiptShows, tweakShows };
export { receiptPicture, sharePictures } from './sharePictures.ts';

type PageName = keyof typeof infos;
export const pages = Object.fromEntries(
  (Object.keys(infos) as PageName[]).map((name) => [name, { ...infos[name], waits: doesWait(infos[name].path), shows: pageShows[name] }]),
) as { [N in PageName]: (typeof infos)[N] & { waits: boolean; shows: (typeof pageShows)[N] } };

const handle = createRequestHandler(build as unknown as ServerBuild, 'production');
/** The browser's files, beside the server's. */
const client = new URL('../client/', import.meta.url);
const styles = new Map<string, string>();

/** The text of a style sheet of the build. */
function styleOf(path: string): string {
  const kept = styles.get(path) ?? readFileSync(new URL(`.${path}`, client), 'utf8');
  styles.set(path, kept);
  return kept;
}

/**
 * What a phone far away paints first comes first. The styles travel in the page (entry.client.tsx). `waits`: scripts run when a person comes
 * (early.ts). `asks`: the browser must ask for something itself.
 */
function finish(html: string, waits: boolean, asks: boolean): string {
  const preloads: string[] = [];
  const styled = html.replace(
    /<link rel="stylesheet" href="(\/assets\/[^"#]+)#?"\/>/g,
    (_link, path: string) => `<style data-file="${path}">${styleOf(path)}</style>`,
  );
  // A dashboard's HTML has nothing to press.
  if (!/<(?:a|button|form)\b/.test(styled)) return styled.replace(early, '');
  if (!waits) return styled;
  return styled
    .replace(/<link rel="modulepreload" href="([^"]+)"\/>/g, (_link, path: string) => {
      preloads.push(path);
      return '';
    })
    .replace(
      /<script type="module" async="">/,
      () => `<script type="late" data-loads="${preloads.join(' ')}"${asks ? ' data-asks=""' : ''}>`,
    );
}

/** Content of the seller: only pages bring it, no browser asks for it. Without an answer it is the first content. */
const isContent = (call: string): boolean => call === SITE || call.startsWith(`${SITE}/`);

/** What the page of one thing shows, by the first word of its address. */
const ownShows: Readonly<Record<string, readonly string[]>> = { products: productShows, receipt: receiptShows, tweaks: tweakShows };

const isPage = (name: string): name is PageName => Object.hasOwn(pages, name);

/** The HTML of a page of `pages`, or of what is at `tweaks/<slug>`, `products/<slug>` or `receipt/<id>`. `origin`: the site's address. */
export async function renderPage(page: string, origin: string, answers: KnownAnswers): Promise<string> {
  const { path, waits, shows } = isPage(page)
    ? pages[page]
    : { path: `/${page}`, waits: !page.startsWith('receipt/'), shows: ownShows[page.split('/')[0]!]! };
  const context = new RouterContextProvider();
  context.set(known, answers);
  const response = await handle(new Request(origin + path), context);
  return finish(await response.text(), waits, !shows.every((call) => isContent(call) || call in answers)).replaceAll(
    ADDRESS_STAND_IN,
    origin,
  );
}
