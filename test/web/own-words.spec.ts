import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fieldsOf, firstSite, premium, type SiteField, type SiteFields, SITE_SECTIONS } from '@framelift/contracts';
import type { Client } from '../support/system.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/web-site.ts';
import { doesWait } from '../../web/src/app/shows.ts';
import { pages } from '../../web/src/lib/pages.ts';

/** In place of each word of the seller. */
const MARK = '⁂';
let marks = 0;
const mark = () => `${MARK}${marks++}`;
const marked: Partial<Record<SiteField['kind'], (field: never, before: never) => unknown>> = {
  line: mark,
  text: mark,
  markdown: mark,
  lines: () => [mark()],
  // What it shows of the first shop is no text.
  switch: ({ label }: { label: string }) => label === 'Show this page',
  list: ({ of }: { of: SiteFields }, before: readonly object[]) => before.slice(0, 2).map((record) => contentOf(of, record)),
  email: () => `${MARK}@${MARK}.example`.replaceAll(MARK, '0'),
};
const contentOf = (fields: SiteFields, before: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(before).flatMap(([name, value]) => {
      const field = fields[name];
      return field ? [[name, marked[field.kind]?.(field as never, value as never) ?? value]] : [];
    }),
  );
const product = (first: object) => ({ ...first, title: mark(), features: [mark()] });

/** A line without marks, addresses, dates and numbers. */
const wordsOf = (line: string): string =>
  line
    .replaceAll(/https?:\S+|\S+@\S+|⁂\d+|\b[A-Z][a-z]{2} \d{1,2}, \d{4}\b|·/g, '')
    .replaceAll(/^[\s\d:]+|[\s\d:]+$/g, '')
    .trim();

/** Words of the interface, which every shop has. */
const chrome = `
width=device-width, initial-scale=1 | website | summary_large_image | noindex | Skip to content | home | Main | Log in | Open menu
Announcement | Support: | Discord | YouTube | GitHub | once | of 5 stars | of 5 stars, | Page 1 of 1 | Previous | Next | of | Benefits
progress to 100K | progress to 50K | progress to 1K | Free | More Details | about | One-time purchase | Customer reviews | Feature
Version | Error | Total downloads | No download available | All releases of the | Play video: | Watch the video: | Creator code (optional)
Did a creator send you here? Enter their code to support them. | policies | Back to Pricing | Search | Title, description or tag | Sort
None | Newest first | Oldest first | Tag | All tags | tweaks shown | Tags | Added | downloads | Download | Share
New tweaks also arrive in | an Atom feed | Legal | Read the | Read | Failed to load statistics. Using fallback data. | Retry | Unknown
Downloads | Tweaks | Active users | Customers | Total tweaks | Active affiliates | Total payouts | Success rate | Average monthly earnings
Bronze | Silver | Gold | Platinum | From your first sale | From 20 sales | From 40 sales | From 100 sales | Sales a month | sales | a month at
Username | Email | Password | Show characters | Confirm Password | By creating an account you agree to our | terms and policies
and to the rules of the | affiliate program | Create Account | Already have an account? | Login here | Back to Affiliate Program
Username or Email | Login | Forgot your password? | No account yet? | Register here | Go Back | Socials | Our places | Team | Since
Page Not Found | There is nothing at this address. | Changes | What it changes | Every setting, its new value and where you find it.
Setting | New value | Where | Guide | Step by step | Undo | How to undo it | frame in the queue | CPU | GPU
`
  .split(/[|\n]/)
  .map(wordsOf);

/** What people read of a page, and what programs read to them: texts, and attributes that are texts. */
const said = (html: string): string[] =>
  html
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '\n')
    .replaceAll(/<[^>]*>/g, (tag) =>
      ['\n', ...[...tag.matchAll(/\s(?:alt|title|aria-label|placeholder|content)="([^"]*)"/g)].map(([, text]) => `${text}\n`)].join(''),
    )
    .split('\n')
    .map(wordsOf)
    .filter((line) => /[a-z]{2}/i.test(line));
let site: Site;
let admin: Client;
const html = async (path: string) => (await fetch(site.url + path)).text();
beforeAll(async () => {
  site = await openSite({ alone: true, silent: true });
  admin = await site.app.admin();
  const free = firstSite.products.products.filter(({ kind }) => kind === 'free');
  const contents: Record<string, object> = { products: { products: [premium, ...free].map(product) } };
  for (const section of SITE_SECTIONS)
    if (section !== 'products') contents[section] = contentOf(fieldsOf(section)!, (firstSite as Record<string, object>)[section]!);
  const base = { 'Edit-Base': String(Number.MAX_SAFE_INTEGER) };
  for (const [section, content] of Object.entries(contents))
    expect([section, await admin.put(`/api/admin/site/${section}`, { content }, base)]).toMatchObject([section, { status: 200 }]);
  expect(await admin.send('POST', '/api/admin/site/publish', { sections: Object.keys(contents) }, base)).toMatchObject({ status: 200 });
  await until(async () => (await html('/nothing-here')).includes(MARK) && (await html('/about-us')).includes(MARK));
});
afterAll(() => site.stop());

describe('a shop whose seller wrote every field', () => {
  const paths = Object.values(pages).flatMap(({ path }) => (doesWait(path) ? [path] : []));
  it.each([...paths, '/nothing-here', `/tweaks/${firstSite.tweaks.tweaks[0]!.slug}`])('says on %s nothing else', async (path) => {
    expect([...new Set(said(await html(path)).filter((line) => !chrome.includes(line)))]).toEqual([]);
  });

  it.each(['/llms.txt', '/tweaks.atom', '/site.webmanifest', '/sitemap.xml'])('says in %s nothing of the first one', async (path) => {
    expect(await html(path)).not.toMatch(/framelift(?!\.|-)|windows|fps\b|fortnite(?!-)|optimi[sz](?!er)|frame rate|gaming|gamer/i);
  });
});
