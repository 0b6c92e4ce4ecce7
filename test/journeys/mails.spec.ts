import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noticeTexts, refusals } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import { sold } from '../support/sales.ts';
import { signedInAs } from '../support/sessions.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true, alone: true })));
afterAll(() => site.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const says = (page: Page, text: string) => page.getByText(text).first().waitFor();
const newcomer = async () => {
  const person = await site.app.affiliate();
  return { ...person, email: `${person.username}@example.org` };
};

/** Opens the newest mail to an address with a subject in the sandbox mailbox, once it is there. */
async function openMail(page: Page, to: string, subject: string): Promise<void> {
  const row = page.getByRole('link', { name: subject }).filter({ hasText: to }).first();
  await until(async () => {
    await page.goto(`${site.url}/sandbox/mail`);
    return (await row.count()) > 0;
  });
  await row.click();
  await page.getByRole('heading', { name: subject, level: 1 }).waitFor();
}
/** The mail stands in a frame; what it links to opens in the whole window. */
const follow = async (page: Page, link: string) => {
  await page.frameLocator('iframe[title="The mail"]').getByRole('link', { name: link }).click();
  await page.waitForURL(/\/(account|affiliate)\//);
};

describe('a forgotten password', () => {
  it('is replaced by way of the login page and the mailbox, with the same words for an address nobody has', async () => {
    const { username, email, token } = await newcomer();
    const page = await site.visit('/affiliate/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot Your Password?' }).waitFor();
    const ask = async (address: string) => {
      await page.getByLabel('Email').fill(address);
      await page.locator('button[type=submit]').click();
      await says(page, 'If there is an account with this address, a link is on its way.');
      const said = await page.locator('form').innerText();
      await page.getByLabel('Email').fill('');
      return said;
    };
    const [nobody, somebody] = [await ask('nobody@example.org'), await ask(email)];
    expect(somebody).toBe(nobody);
    expect(somebody).toContain('30 minutes');
    expect(somebody).toContain('sandbox mailbox');
    await openMail(page, email, 'Set a new password');
    await follow(page, 'Set a new password');
    await page.getByLabel('New Password', { exact: true }).fill('a new long one');
    await page.getByLabel('Confirm New Password').fill('a new long one');
    await button(page, 'Set New Password').click();
    await page.getByRole('link', { name: 'Log in with your new password' }).click();
    await page.getByLabel('Username or Email').fill(username);
    await page.getByLabel('Password', { exact: true }).fill('a new long one');
    await button(page, 'Login').click();
    await says(page, 'Your Affiliate Link');
    expect((await site.app.as(token).get('/api/account')).status).toBe(401);
  });

  it('is not promised a mail by a site that sends none', async () => {
    const quiet = await openSite({ silent: true, settings: { SMTP_URL: 'none' } });
    try {
      const page = await quiet.visit('/account/forgot');
      await page.getByLabel('Email').fill('anna@example.org');
      await button(page, 'Send the Link').click();
      await says(page, refusals.noMail);
      const anna = await quiet.app.affiliate('anna');
      expect((await anna.post('/api/account/email', { email: 'other@example.org' })).body).toEqual({ error: refusals.noMail });
    } finally {
      await quiet.stop();
    }
  });
});

describe('the address', () => {
  it('is confirmed by a click and not by opening the link, and can be changed to another one', async () => {
    const { id, email, username, password } = await newcomer();
    const before = signedInAs(site.app.tokenOf(`affiliate-${id}`, { minutesAgo: 11 }));
    const page = await site.visit('/account', { before });
    await says(page, 'Not confirmed');
    const mailbox = await site.visit('/');
    await openMail(mailbox, email, 'Welcome to Framelift');
    const html = await mailbox.frameLocator('iframe').getByRole('link', { name: 'Confirm this address' }).getAttribute('href');
    await page.goto(html!);
    await button(page, 'Confirm This Address').waitFor();
    expect((await site.app.as(site.app.tokenOf(`affiliate-${id}`, { minutesAgo: 1 })).get('/api/account/mails')).body.confirmed).toBe(
      false,
    );
    const admin = await site.visit(`/admin/dashboard?tab=affiliates&search=${username}`, {
      before: signedInAs((await site.app.admin()).token),
    });
    const listed = (text: string) => admin.getByRole('row', { name: text });
    await listed(`${email} Not confirmed`).waitFor();
    await button(page, 'Confirm This Address').click();
    await says(page, 'Your address is confirmed.');
    await listed(`${email} €`).waitFor();

    await page.goto(`${site.url}/account`);
    await page.getByText('Confirmed', { exact: true }).waitFor();
    const other = `new.${username}@example.org`;
    await page.getByLabel('New Address').fill(other);
    await button(page, 'Change Address').click();
    await page.getByRole('dialog', { name: 'Confirm Your Password' }).waitFor();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await says(page, `A link is on its way to ${other}.`);
    await says(page, 'counts once you open the link we sent there');
    await openMail(mailbox, email, 'A new address was asked for');
    const changed = await site.visit('/account', { before });
    await openMail(changed, other, 'Please confirm your address');
    await follow(changed, 'Confirm this address');
    await button(changed, 'Confirm This Address').click();
    await says(changed, 'Your address is confirmed.');
    await changed.getByRole('link', { name: 'Your account' }).click();
    await says(changed, `We write to ${other}.`);
    await openMail(mailbox, email, 'Your address was changed');
  });

  it('leaves somebody signed in whose link is wrong, and says what to do', async () => {
    const { token, email } = await newcomer();
    const page = await site.visit('/account/confirm-email#token=affiliate-x.y.z', { before: signedInAs(token) });
    await button(page, 'Confirm This Address').click();
    await says(page, refusals.mailLinkInvalid);
    await page.getByRole('main').getByRole('link', { name: 'Your account' }).first().click();
    await says(page, `We write to ${email}.`);
    await button(page, 'Send the Link Again').click();
    await says(page, `A link is on its way to ${email}.`);
  });
});

describe('an admin whose address receives nothing', () => {
  it('reads so on their dashboard, and goes from there to where it is changed', async () => {
    const unreached = await openSite({ silent: true, settings: { SMTP_URL: 'smtp://127.0.0.1:9', ADMIN_EMAIL: '', TRUST_PROXY: '0' } });
    try {
      const page = await unreached.visit('/admin/dashboard', { before: signedInAs((await unreached.app.admin()).token) });
      await page
        .getByRole('alert')
        .filter({ hasText: noticeTexts.addressUnreachable })
        .getByRole('link', { name: 'Change address' })
        .click();
      await says(page, 'We write to admin@localhost.');
      await page.getByLabel('New Address').fill('reached@example.org');
      await button(page, 'Change Address').click();
      await says(page, 'A link is on its way to reached@example.org.');
      await says(page, 'counts once you open the link we sent there');
    } finally {
      await unreached.stop();
    }
  });
});

describe('what an account is written to about', () => {
  it('is chosen on its page, and stopped by one button of a mail', async () => {
    const { id, token, email, username } = await newcomer();
    const page = await site.visit('/account', { before: signedInAs(token) });
    const choice = (group: string, option: string) => page.getByRole('group', { name: group }).getByRole('button', { name: option });
    await choice('Tiers', 'Off').click();
    await says(page, 'Saved.');
    await openMail(page, email, 'Welcome to Framelift');
    await follow(page, 'Confirm this address');
    await button(page, 'Confirm This Address').click();
    await says(page, 'Your address is confirmed.');
    await sold(site.app.system.log, id, 6_00);
    await openMail(page, email, 'You earned €6.00');
    await follow(page, 'Stop mails like this one');
    await button(page, 'Stop These Mails').click();
    await says(page, 'Stopped: we no longer write to you about sales.');
    await page.getByRole('link', { name: 'Choose in your account' }).click();
    await says(page, username);
    expect(await choice('Sales', 'Off').getAttribute('aria-pressed')).toBe('true');
    expect(await choice('Tiers', 'Off').getAttribute('aria-pressed')).toBe('true');
    expect(await choice('Cashouts', 'On').getAttribute('aria-pressed')).toBe('true');
  });

  it('is what waits for an answer for an admin', async () => {
    const { token, get } = await site.app.admin();
    const page = await site.visit('/account', { before: signedInAs(token) });
    await says(page, 'parked events, books out of balance');
    expect(await page.getByRole('group').evaluateAll((all) => all.map((g) => g.querySelector('legend')!.textContent))).toEqual([
      'Missing sales',
      'Cashouts',
    ]);
    for (const [option, sales] of [
      ['Off', 'off'],
      ['On', 'instant'],
    ] as const) {
      await page.getByRole('group', { name: 'Missing sales' }).getByRole('button', { name: option }).click();
      await until(async () => (await get('/api/account/mails')).body.sales === sales);
    }
  });
});
