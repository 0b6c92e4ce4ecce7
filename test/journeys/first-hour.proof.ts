import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { type Appearance, checkAccessibility } from '../support/check-accessibility.ts';
import { noteForProof } from '../support/counts.ts';
import { Journey } from '../support/journey.ts';
import { expectPage, said } from '../support/patience.ts';
import { until } from '../support/until.ts';

let journey: Journey;
beforeAll(async () => void (journey = await Journey.begin()));
afterAll(() => journey.end());

/** 40 words a minute, five letters and a space each. */
const LETTER_MS = 300;
/** To find a button and press it, or to see what came. */
const CLICK_MS = 1_500;
const MOST_MINUTES = 20;

const everywhere: Appearance[] = [320, 1280].flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const]);

/** Does what a person does, and counts how long a person takes. */
class Person {
  tookMs = 0;

  async clicks(what: Locator): Promise<void> {
    this.tookMs += CLICK_MS;
    await what.click();
  }
  async types(into: Locator, text: string): Promise<void> {
    this.tookMs += CLICK_MS + text.length * LETTER_MS;
    await into.fill(text);
  }
  async chooses(from: Locator, option: string): Promise<void> {
    this.tookMs += 2 * CLICK_MS;
    await from.selectOption(option);
  }
  async sees(what: Locator): Promise<void> {
    this.tookMs += CLICK_MS;
    await what.first().waitFor();
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page, label: string, nth = 0) => page.locator('#place').getByLabel(label, { exact: true }).nth(nth);

it('a seller sets up a shop by screen alone: brand, products, policies, terms, a test purchase, and a sale of an affiliate', async () => {
  const looked = await journey.signsIn(journey.admin);
  await looked.getByText('Set up your shop').waitFor();
  await checkAccessibility(looked, everywhere);
  await looked.context().close();
  const began = Date.now();
  const seller = new Person();
  const page = await journey.somebody();
  await page.goto(`${journey.url}/affiliate/login`);
  await seller.types(page.getByLabel(/Username/), journey.admin.username);
  await seller.types(page.getByLabel('Password', { exact: true }), journey.admin.password);
  await seller.clicks(page.locator('button[type=submit]'));
  const steps = page.getByRole('heading', { name: 'Set up your shop' });
  await seller.sees(steps);

  /** Saves the draft of the open form and publishes it. */
  const publish = async (title: string) => {
    await seller.clicks(button(page, 'Save draft'));
    await said(page, 'Draft saved.');
    await seller.clicks(page.locator('form').getByRole('button', { name: 'Close' }));
    await seller.clicks(button(page, `Publish ${title}`));
    await seller.clicks(page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }));
    await seller.sees(page.getByText('Published. Pages follow within seconds.'));
  };
  const home = () => seller.clicks(page.getByRole('tab', { name: 'Overview' }));
  const edit = async (title: string) => {
    await seller.clicks(page.getByRole('tab', { name: 'Site' }));
    await seller.clicks(page.getByRole('link', { name: `Edit ${title}`, exact: true }));
  };

  await seller.clicks(page.getByRole('link', { name: 'Set brand' }));
  await seller.types(field(page, 'Name'), 'Quietbox');
  await seller.types(field(page, 'Accent'), '#1d4ed8');
  await seller.types(field(page, 'Support address'), 'help@quietbox.example');
  await seller.types(field(page, 'Postal address'), 'Quietbox Ltd\nHarbour Street 5\n20457 Hamburg');
  await publish('brand');

  await home();
  await seller.clicks(page.getByRole('link', { name: 'Set products' }));
  await seller.types(field(page, 'Title'), 'Quietbox Pro');
  await seller.types(field(page, 'Price (€)'), '24.99');
  await seller.types(field(page, 'Old price (€)'), '');
  await seller.types(field(page, 'Offer ends (UTC)'), '');
  await seller.types(field(page, 'Features'), 'Silent fans under load\nProfiles for each game\nUpdates every month');
  await seller.types(field(page, 'Title', 1), 'Quietbox Free');
  await seller.types(field(page, 'Features', 1), 'Shows every fan and its noise');
  await seller.types(field(page, 'Title', 2), 'Quietbox Team');
  await seller.types(field(page, 'Id', 2), 'team');
  await seller.chooses(field(page, 'Kind', 2), 'paid');
  await seller.types(field(page, 'Price (€)', 1), '99');
  await seller.types(field(page, 'Features', 2), 'Five computers\nOne invoice');
  await publish('products');

  await edit('home page');
  await seller.types(field(page, 'Title'), 'Hear the game, not the fans');
  await seller.types(field(page, 'Lead'), '{name} turns your fans down to what the game needs, and up before it gets hot.');
  await publish('home page');

  await edit('fortnite page');
  await seller.clicks(page.getByRole('checkbox', { name: /^Show this page/ }));
  await publish('fortnite page');

  const policies: [string, string, string, string][] = [
    ['terms of use', 'Your licence', 'One licence is for one person and one computer.', 'Please do not share it or sell it on.'],
    [
      'privacy policy',
      'Visits',
      'We count visits without cookies and keep no address.',
      'What you buy is kept as long as the law asks for.',
    ],
    [
      'refund policy',
      'Sales are final',
      'You get your money back within fourteen days.',
      'Write to help@quietbox.example and name your order.',
    ],
  ];
  for (const [title, part, ...sentences] of policies) {
    await edit(title);
    await seller.clicks(button(page, part).first());
    await seller.types(field(page, 'Text'), sentences.join(' '));
    await publish(title);
  }

  await seller.clicks(page.getByRole('tab', { name: 'Programme' }));
  await seller.clicks(button(page, 'Change terms'));
  await seller.types(field(page, 'Default rate (%)'), '30');
  await seller.types(field(page, 'Holding period (days)'), '0');
  await seller.clicks(button(page, 'Preview'));
  await seller.clicks(button(page, 'Apply changes'));
  await seller.clicks(page.getByRole('alertdialog').getByRole('button', { name: 'Apply changes' }));
  await seller.sees(page.getByText('Terms set successfully!'));

  await home();
  const [shop] = await Promise.all([page.context().waitForEvent('page'), seller.clicks(page.getByRole('link', { name: 'Test purchase' }))]);
  shop.setDefaultTimeout(20_000);
  const team = shop.getByRole('region', { name: 'Quietbox Team' });
  await buys(seller, shop, team.getByRole('button', { name: 'Purchase' }), 'me@quietbox.example');
  await shop.close();
  await page.getByText('Payment provider').waitFor({ state: 'detached' });

  await seller.types(field(page, 'Send to'), 'owner@quietbox.example');
  await seller.clicks(button(page, 'Send test mail'));
  await seller.sees(page.getByText('The test mail is in the sandbox mailbox.'));
  await seller.clicks(button(page, 'Create affiliate'));
  const dialog = page.getByRole('dialog', { name: 'Create Affiliate' });
  await seller.types(dialog.getByLabel('Username'), 'mara');
  await seller.types(dialog.getByLabel('Email'), 'mara@stream.example');
  await seller.types(dialog.getByLabel('Password', { exact: true }), 'quiet as a mouse');
  await seller.clicks(dialog.getByRole('button', { name: 'Create Affiliate' }));
  await said(page, 'Affiliate created successfully!');
  await steps.waitFor({ state: 'detached' });

  // A buyer comes by the affiliate's link.
  const buyer = await journey.somebody();
  await buyer.goto(`${journey.url}/premium?ref=mara`);
  await buys(seller, buyer, button(buyer, 'Buy Now').first(), 'buyer@example.org');
  await buyer.context().close();
  await seller.clicks(page.getByRole('tab', { name: 'Sales' }));
  const row = page.getByRole('row').filter({ hasText: 'mara' });
  await seller.sees(row);
  await expectPage(row).toContainText('€24.99');
  await expectPage(row).toContainText('€7.50');

  const minutes = (seller.tookMs + Date.now() - began) / 60_000;
  noteForProof(`a shop set up by screen in ${minutes.toFixed(1)} minutes at 40 words a minute, 0 edits of files`);
  process.stdout.write(`Set up in ${minutes.toFixed(1)} minutes at a person's pace, 0 edits of files\n`);
  expect(minutes).toBeLessThanOrEqual(MOST_MINUTES);

  // The pages are the seller's.
  const html = async (path: string) => (await fetch(journey.url + path)).text();
  for (const path of ['/', '/premium/', '/pricing/', '/free/', '/tos/', '/affiliate/', '/about-us/']) {
    await until(async () => (await html(path)).includes('Quietbox'), 10_000);
    expect([path, (await html(path)).match(/.{0,40}Framelift.{0,20}/g)]).toEqual([path, null]);
  }
  expect(await html('/pricing/')).toContain('€24.99');
  expect(await html('/pricing/')).toContain('€99.00');
  expect(await html('/')).toContain('Hear the game, not the fans');
  for (const [, , ...sentences] of policies) expect(await html('/tos/')).toContain(sentences[0]);
  expect((await fetch(`${journey.url}/fortnite-optimizer/`)).status).toBe(404);
  expect(journey.errors).toEqual([]);
});

/** Buys at the sandbox, as a person does. */
async function buys(person: Person, page: Page, press: Locator, email: string): Promise<void> {
  await person.clicks(press);
  const store = page.frameLocator('iframe[title="Checkout"]');
  await person.types(store.getByLabel('E-mail address'), email);
  await person.clicks(store.getByRole('button', { name: /^Pay/ }));
  await person.sees(store.getByText(/Thank you|paid|complete/i));
}
