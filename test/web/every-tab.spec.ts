import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openAdmin } from '../support/admin-screen.ts';
import { type Appearance, checkAccessibility, lookInPassing } from '../support/check-accessibility.ts';
import { sold } from '../support/sales.ts';
import { signedInAs } from '../support/sessions.ts';
import { goTo, openSite, type Site, type Visitor } from '../support/web-site.ts';

const LOOK: Appearance[] = [[1280, 'dark']];
let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

/** Opens each tab in turn; axe looks at the first one, in the proof at all. @returns their names. */
async function lookAtTabs(page: Visitor): Promise<string[]> {
  const tabs = page.getByRole('tab');
  // The second line is how much waits there.
  const names = (await tabs.allInnerTexts()).map((text) => text.split('\n')[0]!);
  for (const [i, name] of names.entries()) {
    await page.getByRole('tab', { name, exact: true }).click();
    await page.waitForFunction(`!/^Loading/m.test(document.querySelector('[role=tabpanel]').innerText)`);
    await (i ? lookInPassing : checkAccessibility)(page, LOOK);
  }
  expect(page.complaints).toEqual([]);
  return names;
}

it('opens every tab of the affiliate dashboard, and the account', async () => {
  const { id, token } = await site.app.affiliate();
  await sold(site.app.system.log, id, 60_00);
  const page = await site.visit('/affiliate/dashboard', { reducedMotion: 'reduce', before: signedInAs(token) });
  await page.getByRole('tablist').waitFor();
  expect((await lookAtTabs(page)).length).toBeGreaterThan(5);
  await goTo(page, `${site.url}/account`);
  await page.getByText('Two-factor sign-in').first().waitFor();
  await checkAccessibility(page, [[375, 'light']]);
  expect(page.complaints).toEqual([]);
});

it('opens every tab of the admin dashboard', async () => {
  const page = await openAdmin(site);
  expect((await lookAtTabs(page)).length).toBeGreaterThan(11);
});
