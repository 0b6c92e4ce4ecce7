import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectPage } from '../support/patience.ts';
import { otherEntry } from '../support/published-entries.ts';
import { sold } from '../support/sales.ts';
import { signedInAs } from '../support/sessions.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

/** The proof of an affiliate with three sales. */
async function proofOf(more: { before?: (page: Page) => Promise<unknown> } = {}) {
  const affiliate = await site.app.affiliate();
  for (let i = 0; i < 3; i++) await sold(site.app.system.log, affiliate.id, 20_00);
  const before = async (page: Page) => {
    await signedInAs(affiliate.token)(page);
    await more.before?.(page);
  };
  const page = await site.visit('/affiliate/dashboard/ledger?tab=proof', { before });
  await page.getByText('Key of the log').waitFor();
  return { affiliate, page };
}
const check = (page: Page) => page.getByRole('button', { name: 'Check now' }).click();
/** The result of the check, once it says this. */
const result = async (page: Page, text: string | RegExp) => {
  const said = page.locator('[aria-live]', { has: page.getByRole('heading', { level: 3 }) });
  await expectPage(said).toContainText(text);
  return said.innerText();
};
const logged = async () => (await (await fetch(`${site.url}/log/checkpoint`)).text()).split('\n')[1];

describe('a check in the browser', () => {
  it('reads the log, finds nothing, and is compared with the check before it', async () => {
    const { affiliate, page } = await proofOf();
    await check(page);
    const first = await result(page, 'Checked 4 events');
    expect(first).toMatch(/^No problem found in what was checked\n/);
    expect(first).toContain('They add up to €60.00.');
    expect(first).not.toContain('Compared with');
    expect(first).toContain('The key of the log. This browser saw it for the first time and compares it from now on.');
    expect(first).not.toContain('--key');

    await sold(site.app.system.log, affiliate.id, 5_00);
    const tiles: string[] = [];
    page.on('request', (request) => request.url().includes('/tile/') && tiles.push(request.url()));
    const exported = page.waitForRequest('**/statements/export?since=*');
    await check(page);
    await exported;
    const second = await result(page, 'Checked 5 events');
    expect(second).toContain('They add up to €65.00.');
    expect(second).toMatch(/Compared with your check of .+\./);
    expect(second).not.toContain('The key of the log');
    const size = Number(await logged());
    expect(tiles).toEqual([expect.stringMatching(new RegExp(`/log/tile/entries/\\d{3}(\\.p/${size % 256})?$`))]);
    expect(page.complaints).toEqual([]);
  });

  it('is still on the screen after a reload', async () => {
    const { page } = await proofOf();
    await check(page);
    const said = await result(page, 'Checked 4 events');
    await page.reload();
    expect(await result(page, 'Checked 4 events')).toBe(said);
    await check(page);
    await result(page, 'Compared with your check of');
  });

  it('works where the browser stores nothing', async () => {
    const script = `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('No', 'SecurityError'); } })`;
    const affiliate = await site.app.affiliate();
    const page = await site.visit('/affiliate/login', { before: (page) => page.addInitScript(script) });
    await page.getByLabel('Username or Email').fill(affiliate.username);
    await page.getByLabel('Password', { exact: true }).fill(affiliate.password);
    await page.getByRole('button', { name: 'Login', exact: true }).first().click();
    await page.waitForURL('**/affiliate/dashboard');
    await page.getByRole('tab', { name: 'Ledger' }).click();
    await page.getByRole('tab', { name: 'Proof' }).click();
    await check(page);
    await result(page, 'Checked 1 event on');
    await check(page);
    await result(page, 'Compared with your check of');
  });

  it('finds a log that has another event than the proof', async () => {
    const { page } = await proofOf();
    await page.route('**/log/tile/entries/**', otherEntry);
    await check(page);
    const said = await result(page, 'Others may see a different history than you');
    expect(said).toContain('The published entries lead to another root than the checkpoint');
    expect(said).toContain('Download the proof now and keep it as evidence.');
  });
});

it('the program has the SHA-256 that the page shows', async () => {
  const { page } = await proofOf();
  const shipped = await readFile(join(import.meta.dirname, '../../deploy/framelift-verify.mjs'));
  const hash = createHash('sha256').update(shipped).digest('hex');
  await page.getByText('How to check it').click();
  await page.getByText(hash).waitFor();
  const served = Buffer.from(await (await fetch(`${site.url}/framelift-verify.mjs`)).arrayBuffer());
  expect(served.equals(shipped)).toBe(true);
});
