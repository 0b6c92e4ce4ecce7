import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TermsView } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import { openAdmin } from '../support/admin-screen.ts';
import { bought } from '../support/buying.ts';
import { checkAccessibility, describeLooks, type Appearance } from '../support/check-accessibility.ts';
import { signedInAs } from '../support/sessions.ts';
import type { Client } from '../support/system.ts';
import { button, openSite, type Site } from '../support/web-site.ts';

let site: Site;
let anna: Awaited<ReturnType<Site['app']['affiliate']>>;
let admin: Client;

beforeAll(async () => {
  site = await openSite({ silent: true, alone: true });
  anna = await site.app.affiliate('anna');
  admin = await site.app.admin();
  await bought(site.app, 'anna', 'first@mail.com');
}, 60_000);
afterAll(() => site.stop());

const programme = (options?: Parameters<typeof openAdmin>[2]) => openAdmin(site, '?tab=programme', options);
const dashboard = async (tab = 'Overview') => {
  const page = await site.visit('/affiliate/dashboard', { reducedMotion: 'reduce', before: signedInAs(anna.token) });
  page.setDefaultTimeout(15_000);
  await page.getByRole('tab', { name: tab }).click();
  return page;
};
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const openForm = (page: Page) => button(page, 'Change the terms').click();
const tier = (page: Page, n: number) => page.getByRole('group', { name: `Tier ${n}`, exact: true });
const preview = async (page: Page) => {
  await button(page, 'Preview').click();
  await says(page, 'The last 12 months under these terms');
};
const setTerms = async (changes: Partial<TermsView>) => {
  const { terms, position } = (await admin.get('/api/admin/terms')).body;
  const headers = { 'Edit-Base': String(position) };
  expect((await admin.put('/api/admin/terms', { ...terms, ...changes }, headers)).status).toBe(200);
};
/** Anna earns €7.50 a sale under them. */
const others = {
  tiers: [
    { tier: 'bronze', name: 'Starter', rate: 25, threshold: 0 },
    { tier: 'star', name: 'Star', rate: 55, threshold: 300 },
  ],
  minimumCashout: 80,
  windowDays: 45,
};

describe('the programme’s terms', () => {
  it('are looked at in a preview, set, and kept in the history; a form that is behind is refused and loses nothing', async () => {
    const other = await programme();
    await openForm(other);
    await other.getByLabel('Minimum cashout (€)').fill('80');

    const page = await programme();
    await says(page, 'Nobody has changed them yet.');
    await openForm(page);
    expect(await page.evaluate('document.activeElement.value')).toBe('Bronze');
    await tier(page, 1).getByLabel('Name').fill('Starter');
    await tier(page, 1).getByLabel('Rate (%)').fill('25');
    await preview(page);
    await page.getByRole('row', { name: 'anna €6.00 €7.50 +€1.50' }).waitFor();
    await says(page, 'Nothing that was earned before is computed again');

    // What is typed after a preview has none.
    await page.getByLabel('Holding period (days)').fill('1');
    await button(page, 'Set these terms').waitFor({ state: 'detached' });
    await page.getByLabel('Holding period (days)').fill('0');
    await preview(page);
    await button(page, 'Set these terms').click();
    await says(page, 'Terms set successfully!');
    await says(page, 'Set by admin');
    const changes = page.getByRole('listitem').filter({ hasText: 'Set by admin' }).getByRole('listitem');
    expect(await changes.allInnerTexts()).toEqual(['Bronze is now called Starter', 'Starter: 20% → 25%']);
    expect(page.complaints).toEqual([]);

    await says(other, 'Others were set while this form was open');
    await preview(other);
    await button(other, 'Set these terms').click();
    await says(other, 'Someone changed the terms meanwhile. Please reload and try again');
    expect(await other.getByLabel('Minimum cashout (€)').inputValue()).toBe('80');
    await button(other, 'Start again from the terms in force').click();
    expect(await tier(other, 1).getByLabel('Name').inputValue()).toBe('Starter');
    expect(await other.getByLabel('Minimum cashout (€)').inputValue()).toBe('50');
  }, 60_000);
});

describe('other terms', () => {
  beforeAll(() => setTerms(others));

  it('show on the landing page and on the affiliate’s dashboard', async () => {
    const landing = await site.visit('/affiliate');
    for (const text of ['Starter', 'From 300 sales', 'Start at 25% and climb to 55%.', 'Minimum payout €80.', '45 days of credit'])
      await landing.getByText(text).first().waitFor();
    expect(await landing.getByText('Platinum').count()).toBe(0);
    const page = await dashboard();
    await says(page, 'Purchases within 45 days of a visit');
    await says(page, 'Starter');
    await says(page, '299 more sale(s) needed for next tier');
    expect(landing.complaints).toEqual([]);
  });

  it('are the first ones on the landing page while it does not know them', async () => {
    const page = await site.visit('/affiliate', { before: (p) => p.route('**/api/public/terms', (route) => route.abort()) });
    await says(page, 'Platinum');
    await says(page, 'Minimum payout €50.');
  });

  it('are not asked for while something is wrong with them', async () => {
    const page = await programme();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await openForm(page);
    await button(page, 'Add a tier').click();
    await tier(page, 3).getByLabel('Name').fill('starter');
    await tier(page, 3).getByLabel('From net sales').fill('500');
    await tier(page, 3).getByLabel('Rate (%)').fill('60');
    await button(page, 'Preview').click();
    await says(page, 'Each tier needs a name of its own');
    await tier(page, 3).getByLabel('Name').fill('Comet');
    await tier(page, 3).getByLabel('From net sales').fill('100');
    for (const type of ['PayPal', 'Solana']) await page.getByLabel(type).uncheck();
    await button(page, 'Preview').click();
    await says(page, 'Please offer at least one payment type');
    expect(asked).not.toContain('POST /api/admin/terms/preview');
    await page.getByLabel('PayPal').check();
    await tier(page, 1).getByLabel('Rate (%)').fill('20');
    await preview(page);
    await says(page, 'Nobody would have earned more or less.');
    // Tiers are sorted by where they begin.
    expect(await tier(page, 2).getByLabel('Name').inputValue()).toBe('Comet');
    await button(page, 'Remove tier 2').click();
    await button(page, 'Set these terms').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').count()).toBe(2);
  });

  it('show how far a preview is that takes long', async () => {
    let answer: () => void = () => {};
    const answered = new Promise<void>((done) => (answer = done));
    const page = await programme({
      before: (p) =>
        p.route('**/api/admin/terms/preview', async (route) => {
          if (route.request().method() === 'GET') return route.fulfill({ json: { done: 40 } });
          await answered;
          return route.continue();
        }),
    });
    await openForm(page);
    await button(page, 'Preview').click();
    const bar = page.getByRole('progressbar', { name: 'Progress of the preview' });
    await bar.and(page.locator('[value="40"]')).waitFor();
    answer();
    await says(page, 'The last 12 months under these terms');
    expect(await bar.count()).toBe(0);
  });
});

describe('an affiliate’s own terms', () => {
  beforeAll(() => setTerms(others));

  it('are set and cleared by an admin, and shown to the affiliate', async () => {
    const edit = async (minimum: string, days: string) => {
      const page = await openAdmin(site, '?tab=affiliates');
      await button(page, 'Edit anna').click();
      expect(await page.getByLabel('Minimum Cashout (€)').getAttribute('placeholder')).toBe('80');
      await page.getByLabel('Minimum Cashout (€)').fill(minimum);
      await page.getByLabel('Holding Period (days)').fill(days);
      await page.getByLabel('Reason').fill('as agreed');
      await button(page, 'Save Changes').click();
      await says(page, 'Affiliate updated successfully!');
    };
    const own = async (facts: string[]) => {
      const page = await dashboard('Settings');
      const card = page.locator('section').filter({ hasText: 'Your Terms' });
      for (const fact of facts) await card.getByText(fact, { exact: true }).waitFor();
    };
    await edit('5', '7');
    await own(['25%', '€5.00', '7 days', '45 days', 'Version 1']);
    const page = await openAdmin(site, '?tab=affiliates');
    await button(page, 'Edit anna').click();
    await says(page, 'Agreed to version 1 of the texts.');
    expect(await page.getByLabel('Minimum Cashout (€)').inputValue()).toBe('5');
    await edit('', '');
    await own(['€80.00', 'None']);
  }, 60_000);
});

describe('commission on hold', () => {
  beforeAll(async () => {
    await setTerms({ ...others, holdDays: 14, minimumCashout: 2 });
    await anna.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'anna@pay.example' } });
  });

  it('is shown with its release, and explained where more is asked for than is available', async () => {
    const before = await dashboard();
    await says(before, 'Nothing is on hold.');
    await bought(site.app, 'anna', 'second@mail.com');
    const page = await dashboard();
    const card = page.locator('section').filter({ hasText: 'On Hold' });
    await card.getByText(/^Available on /).waitFor();
    expect(await card.getByText('€7.50').count()).toBe(2);
    await page.getByRole('tab', { name: 'Sales' }).click();
    await page.getByRole('row', { name: /€7\.50\s*Available on / }).waitFor();
    expect(await page.getByText(/Available on /).count()).toBe(1);
    await page.getByRole('tab', { name: 'Ledger' }).click();
    await page.getByRole('row', { name: / · Available on / }).waitFor();
    await page.getByRole('tab', { name: 'Cashouts' }).click();
    await button(page, 'Request Cashout').click();
    await page.getByLabel('Amount (€)').fill('10');
    await says(page, 'Insufficient balance');
    await says(page, /^€7\.50 more is on hold; the next €7\.50 is available on /);
    await page.getByLabel('Amount (€)').fill('20');
    await page.getByText('is on hold').waitFor({ state: 'detached' });
  }, 60_000);

  it('is released by an admin with a reason', async () => {
    const { sales } = (await admin.get('/api/admin/sales?limit=1')).body;
    const invoice: string = sales[0].transactionId;
    const page = await openAdmin(site, `?tab=sales&invoice=${invoice}`);
    await says(page, 'On hold until');
    await button(page, 'Release the hold').click();
    await page.getByLabel('Reason').fill('a partner of many years');
    await button(page, 'Release hold').click();
    await says(page, 'Hold released successfully!');
    const { sale, timeline } = (await admin.get(`/api/admin/sales/${invoice}`)).body;
    expect(sale).not.toHaveProperty('availableAt');
    expect(timeline.at(-1).text).toMatch(/released from its hold\. Reason: a partner of many years$/);
  });
});

describeLooks('accessibility', () => {
  const everywhere: Appearance[] = [375, 1280].flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const]);
  const fails = (page: Page) =>
    page.route('**/api/admin/terms', (route) => route.fulfill({ status: 500, json: { error: 'An error occurred' } }));
  const states: Record<string, { reach: (page: Page) => Promise<unknown>; before?: (page: Page) => Promise<unknown> }> = {
    'the terms and their history': { reach: (page) => says(page, 'The first terms') },
    'terms that failed': { before: fails, reach: (page) => says(page, 'An error occurred') },
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
