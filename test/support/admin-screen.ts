import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Site, Visitor } from './web-site.ts';

/** The admin dashboard as an admin sees it who is signed in, with everything loaded. `query`: what stands in the address. */
export async function openAdmin(
  site: Site,
  query = '',
  options: BrowserContextOptions & { before?: (page: Page) => Promise<unknown> } = {},
): Promise<Visitor> {
  const { token } = await site.app.admin();
  const { before, ...rest } = options;
  const page = await site.visit(`/admin/dashboard${query}`, {
    reducedMotion: 'reduce',
    ...rest,
    before: async (p) => {
      await p.addInitScript((t) => localStorage.setItem('affiliateToken', t), token);
      await before?.(p);
    },
  });
  page.setDefaultTimeout(15_000);
  // By its attribute: an open dialog hides it from roles.
  await page.locator('[role=tablist]').waitFor();
  return page;
}

/** Of an admin whose sign-in is older than what asks for the password again allows. */
export async function signedInBefore(site: Site): Promise<{ before: (page: Page) => Promise<unknown> }> {
  const [admin] = await site.app.system.log.streamsWith('AdminCreated');
  const token = site.app.tokenOf(admin!, { minutesAgo: 15 });
  return { before: (page) => page.addInitScript((t) => localStorage.setItem('affiliateToken', t), token) };
}
