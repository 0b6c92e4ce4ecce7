import { describe, expect, it } from '@jest/globals';
import type { DashboardView } from '@framelift/contracts';
import { within } from '@testing-library/react';
import { openDashboard } from '../../../test/support/dashboard-screen.ts';
import { dashboard } from '../../../test/support/golden/affiliate.ts';
import { closeScreens } from '../../../test/support/screen.tsx';
import { entriesIn, part, seen } from '../../../test/support/seen.ts';

closeScreens();
const open = (view?: Partial<DashboardView>) => openDashboard('overview', { view });
const affiliateWith = (fields: Partial<DashboardView['affiliate']>) => ({ affiliate: { ...dashboard.affiliate, ...fields } });

describe('the overview of the affiliate dashboard', () => {
  it('shows earnings, clicks and sales', async () => {
    await open();
    expect([...document.querySelectorAll('.stat')].map(seen)).toEqual([
      ['Total Earned', '€987.65'],
      ['Total Clicks', '56,789'],
      ['Total Sales', '1,234'],
    ]);
  });

  it('shows the link with its attribution window', async () => {
    const { screen } = await open();
    expect(seen(part('Your Affiliate Link'))).toEqual([
      'Your Affiliate Link',
      'You earn on every purchase within 60 days of a click.',
      'Copy',
      'Other page, campaign or QR code',
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Affiliate link').value).toBe('http://localhost/premium/?ref=nina');
  });

  it('shows what is on hold, the next three releases, and what is under review', async () => {
    await open();
    expect(seen(part('On Hold'))).toEqual([
      'On Hold',
      '€87.21',
      'Available on Mar 4, 2099',
      '€11.01',
      'Available on Mar 5, 2099',
      '€22.02',
      'Available on Mar 7, 2099',
      '€24.08',
      'Then 1 more day',
      '€33.47',
      'more is under review by an admin.',
    ]);
  });

  it('says that nothing is on hold while there is a holding period, and nothing without one', async () => {
    const none = affiliateWith({ onHold: 0, underReviewAmount: 0, releases: [] });
    await open(none);
    expect(seen(part('On Hold'))).toEqual([
      'On Hold',
      '€0.00',
      'Nothing on hold. New commissions appear here until their holding period is over.',
    ]);
  });

  it('has no card for holds where the programme has none', async () => {
    const { screen } = await open({
      ...affiliateWith({ onHold: 0, underReviewAmount: 0, releases: [] }),
      terms: { ...dashboard.terms, holdDays: 0 },
    });
    expect(screen.queryByText('On Hold')).toBeNull();
  });

  it('shows the tier, its rate and how far the next one is', async () => {
    const { screen } = await open();
    expect(seen(part('Your Tier'))).toEqual([
      'Your Tier',
      'Silver',
      'Commission Rate',
      '23.25%',
      'Total Generated',
      '€4,321.09',
      'Silver',
      'Gold',
      '41 of 100',
      '17 more sale(s) needed for next tier',
    ]);
    expect(screen.getByText('Silver', { selector: '.badge' }).dataset['tier']).toBe('silver');
  });

  it('shows the highest tier as reached, and a higher rate of the affiliate before the tier’s', async () => {
    await open(affiliateWith({ nextTier: null, nextTierName: null, progressToNextTier: 0, commissionRate: 30 }));
    expect(seen(part('Your Tier'))).toEqual([
      'Your Tier',
      'Silver',
      'Commission Rate',
      '30%',
      'Total Generated',
      '€4,321.09',
      'Silver',
      '100 of 100',
      "You've reached the maximum tier!",
    ]);
  });

  it('shows the codes with their discounts', async () => {
    await open();
    expect(seen(part('Your Codes'))).toEqual([
      'Your Codes',
      'Purchases with your code always count for you, even if the buyer clicked another link.',
      'nina',
      'No discount',
      'Copy',
      'Copy link',
      'NINA10',
      '10% off',
      'Copy',
      'Copy link',
    ]);
  });

  it('shows the five newest sales, a refunded one struck through', async () => {
    const { screen } = await open();
    expect(entriesIn(part('Recent Sales'))).toEqual([
      ['Product s7', 's7***@buyer.example · Mar 27, 2026', '+€17.51', 'of €70.07'],
      ['Product s6', 's6***@buyer.example · Mar 26, 2026', '+€15.01', 'of €60.06'],
      ['Product s5', 's5***@buyer.example · Mar 25, 2026', '+€12.51', 'of €50.05'],
      ['Product s4', 's4***@buyer.example · Mar 24, 2026', '+€10.02', 'of €40.04'],
      ['Product s3', 's3***@buyer.example · Mar 23, 2026', '+€7.53', 'of €30.03'],
    ]);
    expect(['+€15.01', '+€12.51'].map((text) => screen.getByText(text).className)).toEqual(['gain', 'struck']);
  });

  it('shows the five newest cashouts with their status', async () => {
    await open();
    expect(entriesIn(part('Recent Cashouts'))).toEqual([
      ['€106.60', 'PayPal · Apr 16, 2026', 'Pending (yellow)'],
      ['€105.50', 'PayPal · Apr 15, 2026', 'Under review (yellow)'],
      ['€104.40', 'Solana · Apr 14, 2026', 'Approved (grey)'],
      ['€103.30', 'PayPal · Apr 13, 2026', 'Completed (green)'],
      ['€102.20', 'PayPal · Apr 12, 2026', 'Rejected (red)'],
    ]);
  });

  it('begins with the balance, and Withdraw opens a cashout of all of it', async () => {
    const { screen, user } = await open();
    expect(seen(document.querySelector('#place')!).slice(0, 3)).toEqual(['Current Balance', '€412.34', 'Withdraw']);
    await user.click(screen.getByText('Withdraw'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Request Cashout' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Amount (€)').value).toBe('412.34');
    expect(dialog.getByText<HTMLButtonElement>('Submit Request').disabled).toBe(false);
  });

  it('offers no withdrawal below the minimum, and says what is missing', async () => {
    const { screen } = await open(affiliateWith({ balance: 37.5 }));
    expect(screen.getByText<HTMLButtonElement>('Withdraw').disabled).toBe(true);
    screen.getByText('€38.00 to go');
  });

  describe('of a fresh account', () => {
    const fresh: Partial<DashboardView> = {
      ...affiliateWith({ balance: 0, totalEarned: 0, onHold: 0, underReviewAmount: 0, releases: [] }),
      stats: { totalClicks: 0, totalSales: 0 },
      recentSales: [],
      recentCashouts: [],
    };

    it('has three steps instead of figures and a chart', async () => {
      const { screen, user, sentTo } = await open({ ...fresh, paymentMethods: [] });
      await screen.findByText('Get Started', { selector: 'h2' });
      expect(entriesIn(part('Get Started'))).toEqual([
        ['Copy your link', 'Put it where your audience is: a video description, a bio, a chat.', 'Copy link'],
        ['Add a payout method', 'PayPal or Solana, wherever you want to be paid.', 'Add method'],
        ['Get your first click', 'It shows up here within a second.'],
      ]);
      expect([document.querySelector('.stat'), screen.queryByText('Performance', { selector: 'h2' })]).toEqual([null, null]);
      expect(sentTo('GET /api/affiliate/trends')).toEqual([]);
      await user.click(screen.getByText('Add method'));
      await screen.findByRole('dialog', { name: 'Add Payment Method' });
    });

    it('marks the payout method that is there as done', async () => {
      const { screen } = await open(fresh);
      screen.getByLabelText('Done');
      expect(screen.queryByText('Add method')).toBeNull();
    });
  });

  it('says that there are no sales and no cashouts yet', async () => {
    await open({ recentSales: [], recentCashouts: [] });
    expect([seen(part('Recent Sales')), seen(part('Recent Cashouts'))]).toEqual([
      ['Recent Sales', 'No recent sales.'],
      ['Recent Cashouts', 'No recent cashouts.'],
    ]);
  });
});
