import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Site, Visitor } from './web-site.ts';

/** The admin dashboard of a logged-in admin, with everything loaded. `place`: what follows in the address. */
export async function openAdmin(
  site: Site,
  place = '',
  options: BrowserContextOptions & { before?: (page: Page) => Promise<unknown> } = {},
): Promise<Visitor> {
  const { token } = await site.app.admin();
  const { before, ...rest } = options;
  const page = await site.visit(`/admin/dashboard${place}`, {
    reducedMotion: 'reduce',
    ...rest,
    before: async (p) => {
      await p.addInitScript((t) => localStorage.setItem('affiliateToken', t), token);
      await before?.(p);
    },
  });
  page.setDefaultTimeout(30_000);
  // By attribute: an open dialog hides it from roles.
  await page.locator('#place').waitFor();
  return page;
}

/** Of an admin whose login is too old for actions that need a recent password. */
export async function signedInBefore(site: Site): Promise<{ before: (page: Page) => Promise<unknown> }> {
  const [admin] = await site.app.system.log.streamsWith('AdminCreated');
  const token = site.app.tokenOf(admin!, { minutesAgo: 15 });
  return { before: (page) => page.addInitScript((t) => localStorage.setItem('affiliateToken', t), token) };
}
