import { describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts/refusals';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { programme, rates, unchanged } from '../../../../test/support/golden/programme.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { entriesIn, part, rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const call = 'GET /api/admin/terms' as const;
const ratesCall = 'GET /api/admin/currency-rates' as const;
const setRate = 'POST /api/admin/currency-rates' as const;
const open = (answers: Answers = {}) => openAdminTab('programme', { answers: { [call]: programme, [ratesCall]: rates, ...answers } });

describe('the programme', () => {
  it('shows the tiers and rules in force', async () => {
    const { screen } = await open();
    await screen.findByText('Star');
    expect(seen(part('Tiers'))).toEqual([
      'Tiers',
      'Bronze',
      'from the first sale20%',
      'Silver',
      'from 30 sales27%',
      'Star',
      'from 1,300 sales55%',
    ]);
    expect(seen(part('Rules'))).toEqual([
      'Rules',
      'Default rate',
      '10.5%',
      'Minimum cashout',
      '€75.50',
      'Second approval from',
      '€500.00',
      'Second approval per day from',
      '€2,000.00',
      'Second approval per affiliate from',
      '€350.00',
      'Wait after new payment details',
      '5 days',
      'Self-billing invoices',
      'Not made',
      'Holding period',
      '14 days',
      'Attribution window',
      '60 days',
      'Attribution',
      'Last click',
      'Own purchases',
      'Not credited',
      'Other currencies',
      'At the rate of the day',
      'Payment types',
      'PayPal, Solana',
      'Receipts',
      'Allowed',
      'Version of the policies',
      '1',
    ]);
  });

  it('shows who changed what, the newest first, each with its event', async () => {
    const { screen } = await open();
    await screen.findByText('Star');
    expect(entriesIn(part('History')).filter(([title]) => /^(Set|The)/.test(title!))).toEqual([
      [
        'Set by ada',
        'Silver: 25.5% → 27%',
        'Star added: 55% from 1,300 sales',
        'Second approval from: Not needed → €500.00',
        'Second approval per day from: Not needed → €2,000.00',
        'Second approval per affiliate from: Not needed → €350.00',
        'Wait after new payment details: None → 5 days',
        'Holding period: None → 14 days',
        'Other currencies: Not credited → At the rate of the day',
        'May 6, 2026, 12:30:00 PM ·',
        'Event #1,042',
      ],
      ['Set by root', 'Minimum cashout: €50.00 → €75.50', 'May 5, 2026, 12:00:00 PM ·', 'Event #17'],
      ['The first terms', 'In effect since the start.'],
    ]);
    expect(screen.getByText('Event #1,042').getAttribute('href')).toBe('/admin/dashboard/events/1042');
  });

  it('that was never changed says so, and has no exchange rates', async () => {
    const { screen } = await open({ [call]: unchanged });
    await screen.findByText('No changes yet.');
    expect(screen.queryByText('Exchange rates', { selector: 'h2' })).toBeNull();
  });

  it('says that it loads', async () => {
    const { screen } = await open({ [call]: onItsWay });
    await screen.findByText('Loading terms...');
  });

  it('says why it did not load, and asks again', async () => {
    let refused = true;
    const { screen, user } = await open({ [call]: () => (refused ? refusal(500, 'An error occurred') : programme) });
    await screen.findByText('An error occurred');
    refused = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Star');
  });
});

describe('exchange rates', () => {
  it('are shown day by day', async () => {
    const { screen } = await open();
    await screen.findByText('2026-05-06');
    expect(rowsOf('Exchange rates')).toEqual([
      ['Day (UTC)', 'Currency', 'Worth'],
      ['2026-05-06', 'USD', '1 USD = €0.9123'],
      ['2026-05-05', 'GBP', '1 GBP = €1.17'],
    ]);
  });

  it('are set for a day and a currency, and the form stays for the next one', async () => {
    const { screen, user, sentTo } = await open({ [setRate]: { success: true } });
    const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
    await user.click(await screen.findByRole('button', { name: 'Set rate' }));
    expect(sentTo(setRate)).toEqual([]);
    await user.clear(await field('Day (UTC)'));
    await user.type(await field('Day (UTC)'), '2026-05-07');
    await user.clear(await field('Currency'));
    await user.type(await field('Currency'), 'chf');
    await user.type(await field('Euros for one unit'), '1.0512');
    await user.click(screen.getByRole('button', { name: 'Set rate' }));
    await screen.findByText('Set rate');
    expect(sentTo(setRate).map(({ body }) => body)).toEqual([{ day: '2026-05-07', currency: 'CHF', rate: 1.0512, editBase: 901 }]);
    expect([(await field('Currency')).value, (await field('Euros for one unit')).value]).toEqual(['chf', '']);
  });

  it('say why one is refused', async () => {
    const { screen, user } = await open({ [setRate]: refusal(409, 'Somebody set one meanwhile') });
    await user.type(await screen.findByLabelText('Euros for one unit'), '1');
    await user.click(screen.getByRole('button', { name: 'Set rate' }));
    await screen.findByText('Somebody set one meanwhile');
  });

  it('that are none say so', async () => {
    const { screen } = await open({ [ratesCall]: { rates: [], position: 0 } });
    await screen.findByText('No exchange rates yet.');
  });

  it('say why they did not load', async () => {
    const { screen } = await open({ [ratesCall]: refusal(503, 'Too busy') });
    await screen.findByText('Too busy');
  });
});

describe('another limit for two admins', () => {
  const approve = 'POST /api/admin/terms/four-eyes/approve' as const;
  const refuse = 'POST /api/admin/terms/four-eyes/refuse' as const;
  const pending = (fourEyes: number | null) => ({
    ...programme,
    pendingFourEyes: {
      fourEyes,
      fourEyesPerDay: 2_000,
      fourEyesPerAffiliate: 350,
      detailsWaitDays: 0,
      by: { id: 'admin2', username: 'ada' },
      requestedAt: '2026-05-07T12:00:00.000Z',
      position: 1_050,
    },
  });

  it.each([
    [null, 'Second approval from: €500.00 → Not needed'],
    [250, 'Second approval from: €500.00 → €250.00'],
  ])('%s: says who asked for it, and what it changes', async (limit, words) => {
    const { screen } = await open({ [call]: pending(limit) });
    await screen.findByText('A change that needs two admins');
    expect(seen(part('A change that needs two admins'))).toEqual([
      'A change that needs two admins',
      `ada asked for this on May 7, 2026, 12:00:00 PM. It applies once another admin agrees. ${words}. Wait after new payment details: 5 days → None.`,
      'Agree',
      'Refuse',
    ]);
  });

  it.each([
    ['Agree', approve, 'Terms set successfully!'],
    ['Refuse', refuse, 'Change refused. The terms stay as they are.'],
  ] as const)('%s: answers the change that is shown', async (button, answer, outcome) => {
    const { screen, user, sentTo } = await open({ [call]: pending(null), [answer]: { success: true } });
    await user.click(await screen.findByRole('button', { name: button }));
    await screen.findByText(outcome);
    expect(sentTo(answer).map(({ body }) => body)).toEqual([{ editBase: 1050 }]);
  });

  it('is not agreed to by who asked for it', async () => {
    const { screen, user } = await open({ [call]: pending(null), [approve]: refusal(403, 'You asked for this change yourself') });
    await user.click(await screen.findByRole('button', { name: 'Agree' }));
    await screen.findByText('You asked for this change yourself');
  });

  it('is agreed to after the password, where the server wants it', async () => {
    let confirmed = false;
    const { screen, user, sentTo } = await open({
      [call]: pending(null),
      [approve]: () => (confirmed ? { success: true } : refusal(403, refusals.confirmFirst)),
      'POST /api/account/confirm': () => ((confirmed = true), { success: true }),
    });
    await user.click(await screen.findByRole('button', { name: 'Agree' }));
    await user.type(await screen.findByLabelText('Password'), 'my password');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Terms set successfully!');
    expect(sentTo(approve)).toHaveLength(2);
  });
});
