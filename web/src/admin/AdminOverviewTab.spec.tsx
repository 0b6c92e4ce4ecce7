import { describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { openAdminTab } from '../../../test/support/admin-tab.ts';
import { closeScreens } from '../../../test/support/screen.tsx';
import { part, rowsOf, seen } from '../../../test/support/seen.ts';

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
      'Owed to You',
      '€9.09',
      'Total Paid Out',
      '€7,606.07',
    ]);
  });

  it('leads to the cashouts', async () => {
    const { screen, user, address } = await openAdminTab('overview');
    await user.click(screen.getByRole('button', { name: 'Process Cashouts' }));
    expect(address()).toBe('/admin/dashboard/cashouts');
  });

  it('asks for the figures of the range that is chosen', async () => {
    const { screen, user, sentTo } = await openAdminTab('overview');
    await user.click(screen.getByRole('button', { name: '7 days' }));
    await waitFor(() => expect(sentTo('GET /api/admin/trends').map(({ query }) => query)).toEqual([{ range: '30' }, { range: '7' }]));
  });

  it('adds up revenue, payouts and conversion, and compares them and what is owed with the time before', async () => {
    const { screen } = await openAdminTab('overview');
    await screen.findByText('Show as table');
    const figures = [...part('Programme').querySelectorAll('.metric')];
    expect(figures.map((figure) => [...figure.children].map(({ textContent }) => textContent))).toEqual([
      ['Revenue', '€430.75', '+€130.75 (+43.6%)'],
      ['Payouts', '€50.00', '+€25.00 (+100%)'],
      ['Outstanding', '€700.00', '+€140.00 (+25%)'],
      ['Conversion', '5%', '+1 point'],
    ]);
    expect(rowsOf('Programme, 30 days')).toEqual([
      ['Day', 'Revenue', 'Payouts', 'Outstanding', 'Conversion'],
      ['Apr 20', '€120.25', '€9.00', '€700.00', '4%'],
      ['Apr 19', '€310.50', '€41.00', '€620.00', '5.5%'],
    ]);
  });

  it('draws what is owed in steps, and amounts of a day as bars', async () => {
    // Without a layout nothing has a width.
    const wide = [{ contentRect: { width: 600 } }] as ResizeObserverEntry[];
    jest.spyOn(window, 'ResizeObserver').mockImplementation((notice) => {
      const observer = { observe: () => notice(wide, observer), unobserve: () => {}, disconnect: () => {} };
      return observer;
    });
    const { screen, user } = await openAdminTab('overview');
    await screen.findByText('Show as table');
    const drawn = () => ['.steps', '.before', '[data-point]'].map((shape) => part('Programme').querySelectorAll(`svg ${shape}`).length);
    expect(drawn()).toEqual([0, 1, 2]);
    await user.click(part('Programme').querySelectorAll('.metric')[2]!);
    await screen.findByLabelText('Outstanding – Programme, 30 days');
    expect(drawn()).toEqual([1, 1, 0]);
    for (const curve of part('Programme').querySelectorAll('svg :is(.steps, .before)'))
      expect(curve.getAttribute('d')).toMatch(/^M[\d.,HLV]+$/);
    expect(part('Programme').querySelector('.steps')!.getAttribute('d')).toMatch(/H.*V/);
  });

  it('says what was sold of each product in that time, each as a part of the most', async () => {
    const { screen } = await openAdminTab('overview');
    await screen.findByText('Show as table');
    expect(rowsOf('Sales by product, 30 days')).toEqual([
      ['Product', 'Sales', 'Commission', 'Revenue'],
      ['Framelift Premium', '12', '€76.14', '€380.70'],
      ['Framelift Pro', '3', '€10.01', '€50.05'],
    ]);
    const bars = [...part('Sales by product').querySelectorAll<HTMLElement>('.measured')].map(({ style }) => style.backgroundSize);
    expect(bars).toEqual(['100% 100%', '13% 100%']);
  });

  it('says what comes here where nothing has happened', async () => {
    const none = { from: '2026-04-20', revenue: 0, payouts: 0, outstanding: 0, clicks: 0, sales: 0, conversion: 0 };
    const { screen } = await openAdminTab('overview', {
      answers: { 'GET /api/admin/trends': { unit: 'day', points: [none], before: null, products: [] } },
    });
    await screen.findByText('No activity in this period. Sales, payouts and clicks appear here as they happen.');
  });
});
