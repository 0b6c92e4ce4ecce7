import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { firstSite } from '@framelift/contracts';
import { newestFirst } from '@framelift/contracts/content/reviews';
import type { Client } from '../support/system.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await openSite();
  admin = await site.app.admin();
});
afterAll(() => site.stop());

const base = { 'Edit-Base': String(Number.MAX_SAFE_INTEGER) };
const publish = async (contents: Record<string, object>) => {
  for (const [section, content] of Object.entries(contents))
    expect(await admin.put(`/api/admin/site/${section}`, { content }, base)).toMatchObject({ status: 200 });
  expect((await admin.send('POST', '/api/admin/site/publish', { sections: Object.keys(contents) }, base)).status).toBe(200);
};
const html = async (path: string) => (await fetch(site.url + path)).text();
const published = async (section: string) => {
  const { sections } = (await admin.get('/api/admin/site')).body as { sections: { section: string; published: Record<string, unknown> }[] };
  return sections.find((one) => one.section === section)!.published;
};
/** The beginning of the newest review. */
const said = newestFirst(firstSite.reviews.reviews)[0]!.content.slice(0, 24);
/** What nobody but the first shop can say. */
const invented: [path: string, text: string][] = [
  ['/', '400+ reviews'],
  ['/', 'Over 300 customers'],
  ['/', '20k tweaks'],
  ['/', 'GeForce RTX 3060'],
  ['/premium/', 'aggregateRating'],
  ['/premium/', '10,000+ tweaks'],
  ['/premium/', said],
  ['/pricing/', said],
  ['/about-us/', firstSite.team.team[0]!.name],
  ['/about-us/', firstSite['pages.about-us'].story[0]!.slice(0, 24)],
  ['/tos/', 'PC optimisation for Windows'],
  ['/tos/', 'Not affiliated with Microsoft'],
];

it('shows the first shop its examples until somebody publishes a brand, and then to nobody', async () => {
  for (const [path, text] of invented) expect([path, text, (await html(path)).includes(text)]).toEqual([path, text, true]);
  expect(await published('reviews')).toMatchObject({ example: true });
  await publish({ brand: { ...firstSite.brand, name: 'Kelvin', tagline: 'Quiet fans, by rule.', disclaimer: '' } });
  for (const [path, text] of invented) await until(async () => !(await html(path)).includes(text));
  await until(async () => (await html('/tos/')).includes('Quiet fans, by rule.'));
  expect(await published('reviews')).toEqual({ reviews: [], example: true });
});

it('shows what the seller keeps or replaces', async () => {
  const { example: _, ...kept } = firstSite.reviews as { example?: boolean };
  const [member] = firstSite.team.team;
  await publish({
    reviews: kept,
    team: { team: [{ ...member, name: 'Nadia' }] },
    'pages.about-us': { ...firstSite['pages.about-us'], story: ['Two of us, in a garage.'] },
  });
  await until(async () => (await html('/pricing/')).includes(said));
  await until(async () => (await html('/about-us/')).includes('Nadia'));
  // The mark of the first content came back with it.
  await until(async () => (await html('/about-us/')).includes('Two of us, in a garage.'));
  expect(await published('reviews')).toEqual(kept);
  expect((await html('/premium/')).includes('aggregateRating')).toBe(false);
});
