import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DAY_MS, type TermsView } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import { metaOf } from '../../services/src/engine/log/deciding/command.ts';
import { Registration } from '../../services/src/programme/sign-in/registration.ts';
import { openAdmin } from '../support/admin-screen.ts';
import { bought } from '../support/buying.ts';
import { checkAccessibility, type Appearance } from '../support/check-accessibility.ts';
import { expectPage, said } from '../support/patience.ts';
import { signedInAs } from '../support/sessions.ts';
import type { Client } from '../support/system.ts';
import { button, openSite, type Site } from '../support/web-site.ts';

const HOLD_DAYS = 14;
let site: Site;
let anna: Awaited<ReturnType<Site['app']['affiliate']>>;
let admin: Client;

beforeAll(async () => {
  site = await openSite({ silent: true, alone: true });
  anna = await site.app.affiliate('anna');
  admin = await site.app.admin();
  await bought(site.app, 'anna', 'first@mail.com');
});
afterEach(() => void (site.app.system.config.clockAheadMs = 0));
afterAll(() => site.stop());

const programme = (options?: Parameters<typeof openAdmin>[2]) => openAdmin(site, '/programme', options);
/** Anna's dashboard; she logs in first, as business time may have moved. */
const dashboard = async () => {
  const { token } = (await site.app.anybody.post('/api/affiliate/login', { username: 'anna', password: anna.password })).body;
  const page = await site.visit('/affiliate/dashboard', { reducedMotion: 'reduce', before: signedInAs(token) });
  page.setDefaultTimeout(15_000);
  return page;
};
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const openForm = (page: Page) => button(page, 'Change terms').click();
const tier = (page: Page, n: number) => page.getByRole('group', { name: `Tier ${n}`, exact: true });
const preview = async (page: Page) => {
  await button(page, 'Preview').click();
  await says(page, 'The last 12 months with these terms');
};
const setTerms = async (changes: Partial<TermsView>) => {
  const { terms, position } = (await admin.get('/api/admin/terms')).body;
  const headers = { 'Edit-Base': String(position) };
  expect((await admin.put('/api/admin/terms', { ...terms, ...changes }, headers)).status).toBe(200);
};
describe('the programme’s terms', () => {
  it('are previewed, set, and kept in the history', async () => {
    const page = await programme();
    await says(page, 'No changes yet.');
    await openForm(page);
    await expectPage.poll(() => page.evaluate('document.activeElement.value')).toBe('Bronze');
    await tier(page, 1).getByLabel('Rate (%)').fill('25');
    await page.getByLabel('Minimum cashout (€)').fill('5');
    await page.getByLabel('Holding period (days)').fill(String(HOLD_DAYS));
    await preview(page);
    await page.getByRole('row', { name: 'anna €6.00 €7.50 +€1.50' }).waitFor();
    await button(page, 'Apply changes').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apply changes' }).click();
    await said(page, 'Terms set successfully!');
    const changes = page.getByRole('listitem').filter({ hasText: 'Set by admin' }).getByRole('listitem');
    await expectPage
      .poll(() => changes.allInnerTexts())
      .toEqual(['Bronze: 20% → 25%', 'Minimum cashout: €50.00 → €5.00', `Holding period: None → ${HOLD_DAYS} days`]);
    expect(page.complaints).toEqual([]);
  });

  it('keep a commission on hold until its day, or until an admin releases it', async () => {
    await anna.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'anna@pay.example' } });
    await bought(site.app, 'anna', 'second@mail.com');
    const hers = await dashboard();
    const card = hers.locator('section').filter({ hasText: 'On Hold' });
    await card.getByText(/^Available on /).waitFor();

    const { sales } = (await admin.get('/api/admin/sales?limit=1')).body;
    const page = await openAdmin(site, `/sales?invoice=${sales[0].transactionId}`);
    await button(page, 'Release the hold').click();
    await page.getByLabel('Reason').fill('a partner of many years');
    await button(page, 'Release hold').click();
    await said(page, 'Hold released successfully!');
    await says(hers, 'Nothing on hold.');
    const { sale, timeline } = (await admin.get(`/api/admin/sales/${sales[0].transactionId}`)).body;
    expect(sale.availableAt).toBeNull();
    expect(timeline.at(-1).text).toMatch(/released from its hold\. Reason: a partner of many years$/);

    await bought(site.app, 'anna', 'third@mail.com');
    await card.getByText(/^Available on /).waitFor();
    expect([...hers.complaints, ...page.complaints]).toEqual([]);
    // Their sessions end as business time moves.
    for (const open of [hers, page]) await open.close();
    site.app.system.config.clockAheadMs = HOLD_DAYS * DAY_MS;
    const late = await dashboard();
    await says(late, 'Nothing on hold.');
    await late.getByRole('tab', { name: 'Cashouts' }).click();
    await button(late, 'Request Cashout').click();
    await late.getByLabel('Amount (€)').fill('21');
    await late.getByRole('dialog').getByRole('button', { name: 'Submit Request' }).click();
    await said(late, 'Cashout request submitted successfully!');
    expect(late.complaints).toEqual([]);
  });
});

describe('the limit for two admins', () => {
  it('shows the requested change: another admin agrees, or any admin refuses', async () => {
    await setTerms({ fourEyes: 100 });
    await setTerms({ fourEyes: null });
    const page = await programme();
    await says(page, /^admin asked for this on .* Second approval from: €100\.00 → Not needed\./);
    await button(page, 'Agree').click();
    await says(page, 'You requested this change. Another admin must approve it');
    const names = { username: 'second', email: 'second@staff.example', password: 'correct horse battery' };
    await site.app.api.get(Registration).admin(metaOf({ kind: 'system', id: 'spec' }, Date.now(), randomUUID()), names);
    const { token } = (await site.app.anybody.post('/api/affiliate/login', { username: 'second', password: names.password })).body;
    const other = await site.visit('/admin/dashboard/programme', { reducedMotion: 'reduce', before: signedInAs(token) });
    other.setDefaultTimeout(15_000);
    await button(other, 'Agree').click();
    await said(other, 'Terms set successfully!');
    expect((await admin.get('/api/admin/terms')).body).toMatchObject({ terms: { fourEyes: null }, pendingFourEyes: null });
    // The first admin's screen has updated.
    await button(page, 'Agree').waitFor({ state: 'detached' });
    await setTerms({ fourEyes: 100 });
    await setTerms({ fourEyes: 200 });
    await button(page, 'Refuse').click();
    await said(page, 'Change refused. The terms stay as they are.');
    expect((await admin.get('/api/admin/terms')).body).toMatchObject({ terms: { fourEyes: 100 }, pendingFourEyes: null });
    // The one refusal above.
    expect(page.complaints).toEqual([expect.stringContaining('403')]);
  });
});

describe('accessibility', () => {
  const everywhere: Appearance[] = [375, 1280].flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const]);
  const fails = (page: Page) =>
    page.route('**/api/admin/terms', (route) => route.fulfill({ status: 500, json: { error: 'An error occurred' } }));
  const states: Record<string, { reach: (page: Page) => Promise<unknown>; before?: (page: Page) => Promise<unknown> }> = {
    'the terms and their history': { reach: (page) => says(page, 'The first terms') },
    'terms that failed': { before: fails, reach: (page) => says(page, 'An error occurred') },
    'a change that takes two admins': {
      before: async () => [await setTerms({ fourEyes: 100 }), await setTerms({ fourEyes: null })],
      reach: (page) => says(page, 'A change that needs two admins'),
    },
    'a preview': {
      reach: async (page) => {
        await openForm(page);
        await tier(page, 1).getByLabel('Rate (%)').fill('35');
        await preview(page);
      },
    },
    'terms that cannot be': {
      reach: async (page) => {
        await openForm(page);
        await tier(page, 1).getByLabel('From net sales').fill('1');
        await button(page, 'Preview').click();
        await says(page, 'The first tier begins at 0 sales');
      },
    },
  };
  it.each(Object.entries(states))('%s, on a phone and a desktop, light and dark', async (_, { reach, before }) => {
    const page = await programme({ before });
    await reach(page);
    await checkAccessibility(page, everywhere);
  });

  it('an affiliate’s hold and terms, on a phone and a desktop, light and dark', async () => {
    const page = await dashboard();
    await says(page, 'On Hold');
    await checkAccessibility(page, everywhere);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await says(page, 'Your Terms');
    await checkAccessibility(page, everywhere);
  });
});
