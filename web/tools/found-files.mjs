// What programs read about the site: functions of its pages and tweaks. `origin`: the address that the pages are built for.
import { premium } from '../../contracts/src/content/products.ts';
import { isoDayOf, tweaks } from '../../contracts/src/content/tweaks.ts';
import { soldInWords } from '../../contracts/src/rules/products.ts';
import { tweakPath } from '../../contracts/src/rules/paths.ts';
import { NAME } from '../../contracts/src/rules/brand.ts';

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text) => text.replaceAll(/[&<>"]/g, (character) => escapes[character]);
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const lines = (...all) => `${all.flat().join('\n')}\n`;

/** `builtOn`: the day of the build, which is when every page may have changed. */
export const sitemap = (pages, origin, builtOn) =>
  lines(
    HEAD,
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    pages.map(({ path }) => `  <url><loc>${xml(origin + path)}</loc><lastmod>${builtOn}</lastmod></url>`),
    '</urlset>',
  );

export const robots = (origin) => lines('User-agent: *', 'Allow: /', 'Disallow: /api/', '', `Sitemap: ${origin}/sitemap.xml`);

/** llmstxt.org: what the site sells, and its pages. */
export const llms = (pages, origin) => {
  const isTweak = new Set(tweaks.map(tweakPath));
  const listed = (some) => some.map((page) => `- [${page.title}](${origin}${page.path}): ${page.description}`);
  return lines(
    `# ${NAME}`,
    '',
    `> PC optimisation for Windows 10 and 11: a free utility, and ${soldInWords(premium)}.`,
    '',
    '## Pages',
    '',
    listed(pages.filter(({ path }) => !isTweak.has(path))),
    '',
    '## Free tweaks',
    '',
    listed(pages.filter(({ path }) => isTweak.has(path))),
  );
};

/** RFC 4287, newest first. An entry is identified by its page. */
export const tweakFeed = ({ path, title, description }, origin) => {
  const entries = tweaks
    .map((tweak) => ({ ...tweak, address: origin + tweakPath(tweak), at: `${isoDayOf(tweak.dateAdded)}T00:00:00Z` }))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  return lines(
    HEAD,
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <id>${xml(origin + path)}</id>`,
    `  <title>${xml(`${title} · ${NAME}`)}</title>`,
    `  <subtitle>${xml(description)}</subtitle>`,
    `  <updated>${entries[0].at}</updated>`,
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
