import { lockKey, locks } from '../../services/src/platform/locks.ts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { projections } from '../../services/src/screens/screens.module.ts';
import { openAdmin } from '../support/admin-screen.ts';
import { checkAccessibility, type Appearance } from '../support/check-accessibility.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ silent: true });
  for (let i = 0; i < 3; i++) await site.app.affiliate();
});
afterAll(() => site.stop());

const visit = (before?: (page: Page) => Promise<unknown>) => openAdmin(site, '?tab=read-models', before && { before });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const runs = (page: Page) => page.getByRole('listitem').filter({ hasText: /^(Verification|Replay) of/ });

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

describe('accessibility', () => {
  const appearances: Appearance[] = [
    [375, 'light'],
    [375, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ];
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
  const states: Record<string, [(page: Page) => Promise<unknown>, ((page: Page) => Promise<unknown>)?]> = {
    'the page': [(page) => page.getByRole('row', { name: /^dashboard/ }).waitFor()],
    'a run under way': [(page) => page.getByText('30 of 90 events').waitFor(), running],
    'a question': [(page) => button(page, 'Replay all').click()],
    'a failure': [
      (page) => page.getByRole('button', { name: 'Retry' }).waitFor(),
      (page) => page.route('**/api/admin/read-models', (route) => route.fulfill({ status: 500, json: { error: 'An error occurred' } })),
    ],
  };
  it.each(Object.entries(states))('%s, on a phone and a desktop, light and dark', async (_, [reach, before]) => {
    const page = await visit(before);
    await reach(page);
    await checkAccessibility(page, appearances);
  });
});
