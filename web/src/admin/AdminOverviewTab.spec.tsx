import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { openAdminTab } from '../../../test/support/admin-tab.ts';
import { closeScreens } from '../../../test/support/screen.tsx';
import { part, seen } from '../../../test/support/seen.ts';

closeScreens();

describe('the overview of the admin dashboard', () => {
  it('shows affiliates, revenue, pending cashouts and sales', async () => {
    await openAdminTab('overview');
    expect([...document.querySelectorAll('.stat')].map(seen)).toEqual([
      ['Total Affiliates', '1,201'],
      ['Total Revenue', '€98,765.43'],
      ['Pending Cashouts', '17'],
      ['Total Sales', '2,302'],
    ]);
  });

  it('shows active affiliates, clicks, what is owed and what was paid out', async () => {
    await openAdminTab('overview');
    expect(seen(part('System Status'))).toEqual([
      'System Status',
      'Active Affiliates',
      '903',
      'Total Clicks',
      '45,404',
      'Outstanding Balance',
      '€6,505.06',
      'Total Paid Out',
      '€7,606.07',
    ]);
  });

  it('leads to the cashouts', async () => {
    const { screen, user, address } = await openAdminTab('overview');
    await user.click(screen.getByRole('button', { name: 'Process Cashouts' }));
    expect(address()).toBe('/admin/dashboard?tab=cashouts');
  });

  it('asks for the figures of the range that is chosen', async () => {
    const { screen, user, askedFor } = await openAdminTab('overview');
    await user.click(screen.getByRole('button', { name: '7 days' }));
    await waitFor(() => expect(askedFor('GET /api/admin/trends').map(({ query }) => query)).toEqual([{ range: '30' }, { range: '7' }]));
  });
});
