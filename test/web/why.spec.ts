import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import { openAdmin } from '../support/admin-screen.ts';
import { saleRecorded } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { ref } from '../support/invoices.ts';
import { refunded, sold } from '../support/sales.ts';
import { signedInAs } from '../support/sessions.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

const asks = (page: Page, name: RegExp) => page.getByRole('button', { name });
const panel = (page: Page, name: string) => page.getByRole('dialog', { name });

/** An affiliate with three sales of which one was refunded. */
async function seller() {
  const affiliate = await site.app.affiliate();
  const { log } = site.app.system;
  await sold(log, affiliate.id, 60_00);
  await sold(log, affiliate.id, 20_00);
  await refunded(log, affiliate.id, 26_40, await sold(log, affiliate.id, 26_40));
  return affiliate;
}

/** As if all that the log has was recorded a month ago. */
async function monthAgo(id: string) {
  const { owner, pool } = site.app.db;
  await owner.query('alter table log.events disable trigger all');
  await owner.query(`update log.events set recorded_at = recorded_at - interval '30 days' where recorded_at > now() - interval '20 days'`);
  await owner.query('alter table log.events enable trigger all');
  await pool.query(`update dashboard.parts set at = at - interval '30 days' where affiliate_id = $1`, [id]);
}

async function dashboardOf(token: string, options: Parameters<Site['visit']>[1] = {}, query = '') {
  const page = await site.visit(`/affiliate/dashboard${query}`, { ...options, before: signedInAs(token) });
  page.setDefaultTimeout(30_000);
  await page.getByText('Your Affiliate Link').waitFor();
  return page;
}

describe('why is my balance this', () => {
  it('is answered from Home in one click, by mouse or keyboard, at its own address', async () => {
    const { token } = await seller();
    const page = await dashboardOf(token);
    await asks(page, /^Balance, €80.00, show why$/).click();
    const why = panel(page, 'Balance');
    await why.getByText('3 sales €106.40, 1 refund −€26.40').waitFor();
    expect(new URL(page.url()).search).toBe('?why=balance');
    expect(await why.getByRole('listitem').count()).toBe(4);
    // Other numbers stay within reach, and take its place.
    await asks(page, /^Sales, 2, show why$/).click();
    await panel(page, 'Sales').getByText('3 sales, 1 refund −1').waitFor();
    await page.keyboard.press('Escape');
    await panel(page, 'Sales').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await asks(page, /^Total earned/).focus();
    await page.keyboard.press('Enter');
    await panel(page, 'Total earned').waitFor();
    await page.keyboard.press('Escape');
    await panel(page, 'Total earned').waitFor({ state: 'detached' });
    expect(page.complaints).toEqual([]);
  });

  it('a link opens it; a part leads to its sale, and back', async () => {
    const { token } = await seller();
    const page = await dashboardOf(token, {}, '?why=balance');
    await panel(page, 'Balance')
      .getByRole('button', { name: /^Commission of 20%/ })
      .last()
      .click();
    await page
      .getByRole('dialog', { name: /^Total earned · sellauth-/ })
      .getByText('1 sale €60.00')
      .waitFor();
    await page.goBack();
    await panel(page, 'Balance').getByText('3 sales €106.40', { exact: false }).waitFor();
  });

  it('its slider shows the number and the events of an earlier day, and what changed since', async () => {
    const { token, id } = await seller();
    await monthAgo(id);
    const page = await dashboardOf(token, {}, '?why=earned');
    const why = panel(page, 'Total earned');
    await why.getByText('€80.00').first().waitFor();
    await append(site.app.system, affiliateStream(id), [saleRecorded({ ...ref('later'), commissionCents: 5_00 })], {
      at: new Date().toISOString(),
    });
    await why.getByText('€85.00').first().waitFor();
    const slider = why.getByRole('slider', { name: /^As of/ });
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await why.getByText('+€5.00 since', { exact: false }).waitFor();
    await why
      .getByText('2 sales', { exact: false })
      .or(why.getByText('3 sales €106.40', { exact: false }))
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get('at')).toMatch(/T23:59:59.999Z$/);
    await page.keyboard.press('ArrowRight');
    await why.getByText('€85.00').first().waitFor();
    expect(new URL(page.url()).search).toBe('?why=earned');
  });

  it('loads older events as they are asked for', async () => {
    const { token, id } = await seller();
    const facts = Array.from({ length: 60 }, (_, i) => saleRecorded({ ...ref(`old${i}`), commissionCents: 1_00 }));
    await append(site.app.system, affiliateStream(id), facts, { at: new Date().toISOString() });
    const page = await dashboardOf(token, {}, '?why=balance');
    const why = panel(page, 'Balance');
    await why.getByText('63 sales €166.40', { exact: false }).waitFor();
    expect(await why.getByRole('listitem').count()).toBe(50);
    await why.getByRole('button', { name: 'Show older events' }).click();
    await until(async () => (await why.getByRole('listitem').count()) === 64);
  });
});

describe('an admin', () => {
  it('asks the programme’s numbers, and those of an affiliate', async () => {
    const { id } = await seller();
    const page = await openAdmin(site);
    await asks(page, /^Revenue, .*, show why$/).click();
    await panel(page, 'Revenue').getByText(/sales/).first().waitFor();
    await page.goto(`${site.url}/admin/dashboard/affiliates/${id}`);
    await asks(page, /^Balance, €80.00, show why$/).click();
    await panel(page, 'Balance').getByText('3 sales €106.40', { exact: false }).waitFor();
    expect(new URL(page.url()).search).toBe(`?why=balance&of=${id}`);
  });
});
