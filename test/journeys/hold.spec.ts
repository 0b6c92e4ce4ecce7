import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DAY_MS } from '@framelift/contracts';
import { Journey } from '../support/journey.ts';

let journey: Journey;
beforeAll(async () => void (journey = await Journey.begin()), 120_000);
afterAll(() => journey.end());

const HOLD_DAYS = 14;
/** As screens write the day on which the hold of a sale of today ends. */
const release = (): string =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + HOLD_DAYS * DAY_MS).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
const ready = async () => (await fetch(`${journey.url}/health/ready`)).status;

it('a commission is on hold, and available when the clock has passed its hold', async () => {
  const affiliate = await journey.joins('patient');
  await affiliate.getByText('No recent sales.').waitFor();

  // An admin looks at what other terms come to, and sets them.
  const admin = await journey.signsIn(journey.admin);
  await admin.getByRole('tab', { name: 'Programme' }).click();
  await admin.getByRole('button', { name: 'Change the terms' }).click();
  await admin.getByLabel('Holding period (days)').fill(String(HOLD_DAYS));
  await admin.getByLabel('Minimum cashout (€)').fill('5');
  await admin.getByRole('button', { name: 'Preview' }).click();
  await admin.getByText('The last 12 months under these terms').waitFor();
  await admin.getByRole('button', { name: 'Set these terms' }).click();
  await admin.getByText('Terms set successfully!').waitFor();

  // Somebody buys through the link: the commission is earned, and on hold until a day that is named.
  const until = `Available on ${release()}`;
  await journey.buys(`${journey.url}/premium/?ref=patient`, 'buyer@example.com');
  const card = affiliate.locator('section').filter({ hasText: 'On Hold' });
  await card.getByText(until).waitFor();
  expect(await card.getByText('€6.00').count()).toBe(2);
  await affiliate.getByRole('tab', { name: 'Settings' }).click();
  await affiliate.getByRole('button', { name: /Add/ }).first().click();
  await affiliate.getByLabel('PayPal Email').fill('payme@example.org');
  await affiliate.getByRole('dialog').locator('button[type=submit]').click();
  await affiliate.getByText('Payment method added successfully!').waitFor();
  await affiliate.getByRole('tab', { name: 'Cashouts' }).click();
  expect(await affiliate.getByRole('button', { name: 'Request Cashout' }).isDisabled()).toBe(true);
  for (const page of [affiliate, admin]) await page.context().close();

  // One day short of it nothing changes.
  const signedIn = () => journey.signsIn({ username: 'patient', password: 'a long password' });
  await journey.restart({ CLOCK_AHEAD_DAYS: String(HOLD_DAYS - 1) });
  const early = await signedIn();
  await early.locator('section').filter({ hasText: 'On Hold' }).getByText(until).waitFor();
  await early.context().close();

  // When its day has come it is available, and asked for. The log goes on at the time of its database.
  await journey.restart({ CLOCK_AHEAD_DAYS: String(HOLD_DAYS) });
  expect(await ready()).toBe(200);
  const late = await signedIn();
  await late.getByText('Nothing is on hold.').waitFor();
  await late.getByRole('tab', { name: 'Cashouts' }).click();
  await late.getByRole('button', { name: 'Request Cashout' }).click();
  await late.getByLabel('Amount (€)').fill('6');
  await late.getByRole('dialog').getByRole('button', { name: 'Submit Request' }).click();
  await late.getByText('Cashout request submitted successfully!').waitFor();
  await late.getByText('Pending').first().waitFor();
  expect(journey.errors).toEqual([]);
}, 240_000);
