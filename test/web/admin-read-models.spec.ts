import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { projections } from '../../services/src/screens/screens.module.ts';
import { openAdmin } from '../support/admin-screen.ts';
import { checkAccessibility, describeLooks, phoneAndDesktop } from '../support/check-accessibility.ts';
import { expectPage } from '../support/patience.ts';
import { sold } from '../support/sales.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ silent: true, alone: true });
  for (let i = 0; i < 3; i++) await site.app.affiliate();
});
afterAll(() => site.stop());

const visit = (before?: (page: Page) => Promise<unknown>) => openAdmin(site, '/read-models', before && { before });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const runs = (page: Page) => page.getByRole('listitem').filter({ hasText: /^(Verification|Replay) of/ });

it('read models follow the log without reloading, and are verified and replayed by keyboard alone', async () => {
  const page = await visit();
  await page.getByText('Live', { exact: true }).waitFor();
  await site.app.affiliate();
  const { position } = await site.app.system.log.head();
  await page.getByText(`The log ends at position ${position}.`).waitFor();
  await expectPage.poll(() => page.getByRole('row').count()).toBe(1 + projections.length);
  await site.app.db.pool.query('update dashboard.totals set net_sales = net_sales + 1');
  await button(page, 'Verify dashboard').focus();
  await page.keyboard.press('Enter');
  await runs(page).filter({ hasText: 'Rows that differ from the replay: dashboard.totals' }).waitFor();
  await button(page, 'Replay dashboard').press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await runs(page).filter({ hasText: 'Rebuilt and swapped' }).waitFor();
  await page.getByRole('tab', { name: 'Actions' }).click();
  await page.getByText('Replay read models').waitFor();
  expect(page.complaints).toEqual([]);
});

describeLooks('accessibility', () => {
  const running = (page: Page) =>
    page.route('**/api/admin/read-models', async (route) => {
      const response = await route.fetch();
      const run = {
        task: 'replay',
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
        firstParkedAt: at,
        first: [stream(7), stream(9), stream(12), stream(40)],
      };
      const decision = {
        readModel: 'attribution',
        decision: 'skip',
        positions: 3,
        position: 5,
        by: 'ada',
        reason: 'Test sales of the store',
        decidedAt: at,
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
    'lost events': [
      (page) => page.getByText('The database lost events').waitFor(),
      (page) =>
        page.route('**/api/admin/losses', (route) =>
          route.fulfill({ json: { losses: [{ noticedAt: '2026-01-01T00:00:00.000Z', position: 5_012, headPosition: 4_980 }] } }),
        ),
    ],
    'a question': [(page) => button(page, 'Replay all').click()],
    'a failure': [
      (page) => page.getByRole('button', { name: 'Retry' }).waitFor(),
      (page) => page.route('**/api/admin/read-models', (route) => route.fulfill({ status: 500, json: { error: 'An error occurred' } })),
    ],
  };
  it('the steps of a row, on a phone and a desktop, light and dark', async () => {
    const { id } = await site.app.affiliate();
    for (let i = 0; i < 3; i++) await sold(site.app.system.log, id, 12_00);
    const page = await openAdmin(site, `/read-models?model=dashboard&table=totals&key=${encodeURIComponent(JSON.stringify([id]))}`);
    await page.getByText('4 events changed it').waitFor();
    await checkAccessibility(page, phoneAndDesktop);
  });

  it.each(Object.entries(states))('%s, on a phone and a desktop, light and dark', async (_, [reach, before]) => {
    const page = await visit(before);
    await reach(page);
    await checkAccessibility(page, phoneAndDesktop);
  });
});
