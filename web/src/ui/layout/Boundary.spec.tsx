import { describe, expect, it, jest } from '@jest/globals';
import { within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { openDashboard } from '../../../../test/support/dashboard-screen.ts';
import { trends } from '../../../../test/support/golden/affiliate.ts';
import { closeScreens } from '../../../../test/support/screen.tsx';
import { part, seen } from '../../../../test/support/seen.ts';

closeScreens();
const broken = 'Something went wrong. Please try again later.';
/** React says in the console what broke. */
const expectNoise = () => jest.spyOn(console, 'error').mockImplementation(() => {});

describe('a broken answer', () => {
  it('of a chart leaves tabs, Logout and the balance; the card says so, and Retry asks again', async () => {
    expectNoise();
    let answer: Response | typeof trends = Response.json({ unit: 'day', points: null, before: null });
    const { screen, user, sentTo } = await openDashboard('overview', { answers: { 'GET /api/affiliate/trends': () => answer } });
    const card = part('Performance');
    await within(card).findByText(broken);
    within(card).getByText('90 days');
    expect(seen(screen.getByText('Current Balance').parentElement!)).toEqual(['Current Balance', '€412.34']);
    screen.getByLabelText('Logout');
    expect(screen.getAllByRole('tab')).toHaveLength(6);

    await user.click(within(card).getByText('Retry'));
    await within(card).findByText(broken);
    answer = trends;
    await user.click(within(card).getByText('Retry'));
    await within(part('Performance')).findByText('Show as table');
    expect(sentTo('GET /api/affiliate/trends')).toHaveLength(3);
    await user.click(screen.getByRole('tab', { name: 'Sales' }));
    screen.getByRole('tabpanel', { name: 'Sales' });
  });

  it('of a list leaves the other cards and tabs, and Retry asks again for what is shown', async () => {
    expectNoise();
    const call = 'GET /api/admin/sales' as const;
    const { screen, user, sentTo } = await openAdminTab('sales', { answers: { [call]: () => Response.json({ sales: [{}], next: null }) } });
    await screen.findByText(broken);
    screen.getByLabelText('Sort by');
    await user.click(screen.getByText('Retry'));
    await screen.findByText(broken);
    expect(sentTo(call)).toHaveLength(2);
    await user.click(screen.getByRole('tab', { name: 'Actions' }));
    expect(screen.queryByText(broken)).toBeNull();
  });

  it('of a dialog leaves the screen behind it', async () => {
    expectNoise();
    const { screen, user } = await openAdminTab('affiliates', {
      answers: { 'GET /api/admin/terms': () => Response.json({ terms: null }) },
    });
    await user.click(screen.getByText('Add Affiliate'));
    await within(await screen.findByRole('dialog')).findByText(broken);
    await user.click(screen.getByLabelText('Close'));
    screen.getByRole('table', { name: 'Affiliates' });
  });
});
