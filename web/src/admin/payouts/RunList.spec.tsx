import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { openRun, runs } from '../../../../test/support/golden/payouts.ts';
import { closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { rowsOf } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/payout-runs' as const;

describe('payout runs', () => {
  it('are listed with who began them, what is in them and how they ended', async () => {
    const { screen } = await openAdminTab('payouts', { answers: { [list]: runs } });
    await screen.findByText('PP-4');
    expect(rowsOf('Payout runs')).toEqual([
      ['Started', 'By', 'Cashouts', 'Total', 'Reference', 'State'],
      ['May 10, 2026', 'ada', '1,500', '€90,000.50', '–', 'Needs a second admin (yellow)'],
      ['May 6, 2026', 'root', '2', '€130.12', '–', 'Ready to pay (accent)'],
      ['May 5, 2026', 'root', '5', '€44.44', 'PP-4', 'Booking (yellow)'],
      ['May 4, 2026', 'root', '4', '€301.22', 'PP-2026-05', 'Paid (green)'],
      ['May 3, 2026', 'root', '1', '€33.30', '–', 'Cancelled (grey)'],
    ]);
  });

  it('open by any place of their row, and are left again', async () => {
    const answers = { [list]: runs, 'GET /api/admin/payout-runs/:id': openRun };
    const { screen, user, sentTo, address } = await openAdminTab('payouts', { answers });
    await user.click(await screen.findByText('€130.12'));
    await screen.findByText('Remove', { selector: '[aria-label="Remove nina"]' });
    expect(sentTo('GET /api/admin/payout-runs/:id').map(({ path }) => path)).toEqual(['/api/admin/payout-runs/run-3']);
    await user.click(screen.getByRole('button', { name: 'Back to payouts' }));
    await screen.findByText('PP-4');
    expect(address()).toBe('/admin/dashboard/payouts');
  });

  it('have the books of a year below them, for a spreadsheet and for DATEV', async () => {
    const books = 'GET /api/admin/bookkeeping.csv' as const;
    const { screen, user, sentTo } = await openAdminTab('payouts', { answers: { [list]: runs, [books]: () => new Response('BOOKS') } });
    const year = String(new Date().getUTCFullYear() - 1);
    await user.selectOptions(await screen.findByLabelText('Year'), year);
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await user.click(await screen.findByRole('button', { name: 'Download for DATEV' }));
    await waitFor(() =>
      expect(sentTo(books).map(({ query }) => query)).toEqual([
        { year, format: 'csv' },
        { year, format: 'datev' },
      ]),
    );
  });

  it('are turned by pages', async () => {
    const { screen, user, sentTo } = await openAdminTab('payouts', { answers: { [list]: { ...runs, next: 'after-run-1' } } });
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await screen.findByText(/^51–5\d$/);
    expect(sentTo(list).map(({ query }) => query)).toEqual([{ limit: '50' }, { limit: '50', after: 'after-run-1' }]);
  });

  it('that are none invite to the first one', async () => {
    const answers = { [list]: { runs: [], next: null } };
    const { screen, user, address } = await openAdminTab('payouts', { answers });
    await screen.findByText('No payout runs yet.');
    screen.getByText('A run pays many cashouts with one file and one reference.');
    await user.click(screen.getByText('New payout run'));
    await screen.findByRole('button', { name: 'Pay selected' });
    expect(address()).toBe('/admin/dashboard/cashouts');
  });

  it('say that they load', async () => {
    const loading = await openAdminTab('payouts', { answers: { [list]: onItsWay } });
    await loading.screen.findByText('Loading...');
  });

  it('say why they did not load', async () => {
    const { screen } = await openAdminTab('payouts', { answers: { [list]: refusal(500, 'An error occurred') } });
    await screen.findByText('An error occurred');
  });
});
