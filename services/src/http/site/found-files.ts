import { NAME, type ShownTweak, soldInWords, tweakPath } from '@framelift/contracts';
import type { SoldProduct } from './own-pages.ts';

/** What programs read about the site. Texts say `{name}` for the brand. `origin`: the address of the site. */

/** A page as these files list it. */
export interface FoundPage {
  path: string;
  title: string;
  description: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character]!);
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const lines = (...all: (string | readonly string[])[]) => `${all.flat().join('\n')}\n`;

export type FoundTweak = Pick<ShownTweak, 'slug' | 'title' | 'description' | 'tags' | 'added'>;
const pageOf = (tweak: FoundTweak): FoundPage => ({ path: tweakPath(tweak), title: tweak.title, description: tweak.description });

/** `builtOn`: the day of the build, which is when every page may have changed. */
export const sitemap = (pages: readonly FoundPage[], tweaks: readonly FoundTweak[], origin: string, builtOn: string) =>
  lines(
    HEAD,
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    [...pages, ...tweaks.map(pageOf)].map(({ path }) => `  <url><loc>${xml(origin + path)}</loc><lastmod>${builtOn}</lastmod></url>`),
    '</urlset>',
  );

export const robots = (origin: string) => lines('User-agent: *', 'Allow: /', 'Disallow: /api/', '', `Sitemap: ${origin}/sitemap.xml`);

/** llmstxt.org: what the shop is (`tagline`), what it sells, and its pages. */
export const llms = (
  tagline: string,
  pages: readonly FoundPage[],
  tweaks: readonly FoundTweak[],
  sold: readonly SoldProduct[],
  origin: string,
) => {
  const listed = (some: readonly FoundPage[]) => some.map((page) => `- [${page.title}](${origin}${page.path}): ${page.description}`);
  return lines(
    `# ${NAME}`,
    '',
    `> ${[tagline, ...sold.map((product) => `${soldInWords(product)}.`)].filter(Boolean).join(' ')}`,
    '',
    '## Pages',
    '',
    listed(pages),
    tweaks.length ? ['', '## Free tweaks', '', ...listed(tweaks.map(pageOf))] : [],
  );
};

/** RFC 4287, newest first. An entry is identified by its page. */
export const tweakFeed = ({ path, title, description }: FoundPage, tweaks: readonly FoundTweak[], origin: string) => {
  const entries = tweaks
    .map((tweak) => ({ ...tweak, address: origin + tweakPath(tweak), at: `${tweak.added}T00:00:00Z` }))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  return lines(
    HEAD,
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <id>${xml(origin + path)}</id>`,
    `  <title>${xml(`${title} · ${NAME}`)}</title>`,
    `  <subtitle>${xml(description)}</subtitle>`,
    `  <updated>${entries[0]!.at}</updated>`,
    `  <author><name>${xml(NAME)}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="${xml(origin)}/tweaks.atom"/>`,
    `  <link rel="alternate" type="text/html" href="${xml(origin + path)}"/>`,
    entries.map((tweak) =>
      [
        '  <entry>',
        `    <id>${xml(tweak.address)}</id>`,
        `    <title>${xml(tweak.title)}</title>`,
        `    <published>${tweak.at}</published>`,
        `    <updated>${tweak.at}</updated>`,
        `    <link rel="alternate" type="text/html" href="${xml(tweak.address)}"/>`,
        ...tweak.tags.map((tag) => `    <category term="${xml(tag)}"/>`),
        `    <summary>${xml(tweak.description)}</summary>`,
        '  </entry>',
      ].join('\n'),
    ),
    '</feed>',
  );
};
