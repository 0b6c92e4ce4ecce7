import { lockKey, locks } from '../../services/src/platform/locks.ts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { projections } from '../../services/src/screens/screens.module.ts';
import { openAdmin, signedInBefore } from '../support/admin-screen.ts';
import { checkAccessibility, describeLooks, type Appearance } from '../support/check-accessibility.ts';
import { sold } from '../support/sales.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ silent: true, alone: true });
  for (let i = 0; i < 3; i++) await site.app.affiliate();
});
afterAll(() => site.stop());

const visit = (before?: (page: Page) => Promise<unknown>) => openAdmin(site, '?tab=read-models', before && { before });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const runs = (page: Page) => page.getByRole('listitem').filter({ hasText: /^(Verification|Replay) of/ });

const appearances: Appearance[] = [
  [375, 'light'],
  [375, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
];

describe('read models', () => {
  it('stand with their version, checkpoint and lag, and follow the log without reloading', async () => {
    const page = await visit();
    await page.getByRole('row', { name: /^dashboard What an affiliate sees/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(1 + projections.length);
    await page.getByText('Live', { exact: true }).waitFor();
    await site.app.affiliate();
    const { position } = await site.app.system.log.head();
    await page.getByText(`The log’s head is at position ${position}.`).waitFor();
    await page.getByText('Up to date').nth(4).waitFor();
    expect(page.complaints).toEqual([]);
  });

  it('are verified and replayed from here, by keyboard alone, and the log keeps who did it', async () => {
    const page = await visit();
    await button(page, 'Verify all').focus();
    await page.keyboard.press('Enter');
    await runs(page).filter({ hasText: 'rows equal their replay' }).waitFor();
    await site.app.db.pool.query('update dashboard.totals set net_sales = net_sales + 1');
    await button(page, 'Verify dashboard').press('Enter');
    await runs(page).filter({ hasText: 'Rows that differ from the replay: dashboard.totals' }).waitFor();
    await button(page, 'Replay dashboard').press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await runs(page).filter({ hasText: 'Built anew and swapped' }).waitFor();
    await page.getByRole('tab', { name: 'Actions' }).click();
    await page.getByText('Replay read models').waitFor();
  });

  it('hold back what they cannot fold: retried together with a reason, by who gave their password', async () => {
    await site.app.db.owner.query('alter table dashboard.days add constraint no_more check (sales < 0) not valid');
    for (let i = 0; i < 2; i++) await sold(site.app.system.log, (await site.app.affiliate()).id, 12_00);
    const page = await openAdmin(site, '?tab=read-models', await signedInBefore(site));
    await button(page, 'Retry 2 streams of dashboard').click();
    await site.app.db.owner.query('alter table dashboard.days drop constraint no_more');
    await page.getByLabel('Why').fill('The constraint is gone');
    await button(page, 'Retry').click();
    await page.getByRole('textbox', { name: 'Password' }).fill('the admin password');
    await button(page, 'Confirm').click();
    await page.getByText('2 streams folded.').waitFor();
    await page.getByText('Retried 2 events in dashboard').waitFor();
    await page.getByText('The constraint is gone').waitFor();
    expect(await page.getByText('Parked events', { exact: true }).count()).toBe(0);
    expect(page.complaints.filter((text) => !text.includes('403'))).toEqual([]);
  });

  it('say how a row came to say what it says, from its event, and from its key', async () => {
    const { id } = await site.app.affiliate();
    await sold(site.app.system.log, id, 12_00);
    const { position } = (await site.app.system.log.readStream(`affiliate-${id}`)).at(-1)!;
    const page = await openAdmin(site, `?tab=events&event=${position}`);
    await page.getByRole('link', { name: `dashboard.totals ${id}` }).click();
    await page.getByText('As its events say').waitFor();
    const steps = page.getByRole('listitem').filter({ hasText: /Sale recorded|Affiliate registered/ });
    expect(await steps.count()).toBe(2);
    expect(await steps.first().innerText()).toMatch(/earned_cents\s+€0\.00\s+€12\.00/);
    await page.getByText('Row made').waitFor();
    await button(page, 'All read models').click();
    await page.getByLabel('Table').selectOption({ label: 'dashboard.totals' });
    await page.getByLabel('affiliate_id').fill('nobody');
    await button(page, 'Show its steps').click();
    await page.getByText('Not found').waitFor();
    expect(page.complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });

  it('stand under a banner while events are lost, on every tab, until an operator accepts it', async () => {
    await site.app.db.owner.query(`insert into log.losses (position, hash, head_position) values (5012, '', 4980)`);
    const page = await openAdmin(site);
    const banner = page.getByRole('alert').filter({ hasText: 'The database lost events' });
    await banner.filter({ hasText: '5,012 had been seen, the log ended at 4,980' }).waitFor();
    await page.getByRole('tab', { name: 'Actions' }).click();
    await banner.waitFor();
    await checkAccessibility(page, appearances);
    await site.app.db.owner.query(`update log.losses set accepted_at = now(), accepted_by = 'ada'`);
    await page.reload();
    await page.getByText('Replay read models').waitFor();
    expect(await banner.count()).toBe(0);
  });

  it('say why nothing can be started now', async () => {
    const client = await site.app.db.pool.connect();
    await client.query(`select pg_advisory_lock(${lockKey(locks.maintenance)})`);
    const page = await visit();
    await button(page, 'Verify accounts').click();
    await page.getByText('Another verification or replay is running. Please wait for it').waitFor();
    await client.query(`select pg_advisory_unlock(${lockKey(locks.maintenance)})`);
    client.release();
  });
});

describeLooks('accessibility', () => {
  const running = (page: Page) =>
    page.route('**/api/admin/read-models', async (route) => {
      const response = await route.fetch();
      const run = {
        work: 'replay',
        readModels: ['dashboard'],
        startedBy: 'admin',
        startedAt: '2026-01-01T00:00:00.000Z',
        endedAt: null,
        state: 'running',
        done: 30,
        total: 90,
        result: null,
      };
      await route.fulfill({ response, json: { ...(await response.json()), runs: [run] } });
    });
  const parked = (page: Page) =>
    page.route('**/api/admin/read-models/parked', async (route) => {
      const at = '2026-01-01T00:00:00.000Z';
      const stream = (position: number) => ({ position, streamId: `affiliate-${position}`, parkedAt: at, waiting: 2 });
      const group = {
        fingerprint: '0'.repeat(16),
        readModel: 'dashboard',
        type: 'SaleRecorded',
        error: 'new row for relation "days" violates check constraint "no_more"',
        streams: 600,
        waiting: 1_200,
        since: at,
        first: [stream(7), stream(9), stream(12), stream(40)],
      };
      const decision = {
        readModel: 'attribution',
        decision: 'skip',
        positions: 3,
        position: 5,
        by: 'ada',
        why: 'Test sales of the store',
        at,
      };
      await route.fulfill({
        json: { groups: [group, { ...group, fingerprint: '1', type: 'SaleReversed', streams: 1, waiting: 0 }], decisions: [decision] },
      });
    });
  const states: Record<string, [(page: Page) => Promise<unknown>, ((page: Page) => Promise<unknown>)?]> = {
    'the page': [(page) => page.getByRole('row', { name: /^dashboard/ }).waitFor()],
    'a run under way': [(page) => page.getByText('30 of 90 events').waitFor(), running],
    'parked events': [(page) => page.getByRole('button', { name: 'Retry 600 streams of dashboard' }).waitFor(), parked],
    'a decision': [(page) => page.getByRole('button', { name: 'Skip in 600 streams of dashboard' }).click(), parked],
    'a question': [(page) => button(page, 'Replay all').click()],
    'a failure': [
      (page) => page.getByRole('button', { name: 'Retry' }).waitFor(),
      (page) => page.route('**/api/admin/read-models', (route) => route.fulfill({ status: 500, json: { error: 'An error occurred' } })),
    ],
  };
  it('the steps of a row, on a phone and a desktop, light and dark', async () => {
    const { id } = await site.app.affiliate();
    for (let i = 0; i < 3; i++) await sold(site.app.system.log, id, 12_00);
    const page = await openAdmin(site, `?tab=read-models&model=dashboard&table=totals&key=${encodeURIComponent(JSON.stringify([id]))}`);
    await page.getByText('4 events touched it').waitFor();
    await checkAccessibility(page, appearances);
  });

  it.each(Object.entries(states))('%s, on a phone and a desktop, light and dark', async (_, [reach, before]) => {
    const page = await visit(before);
    await reach(page);
    await checkAccessibility(page, appearances);
  });
});
