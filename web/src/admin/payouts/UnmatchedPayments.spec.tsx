import { expect, it } from '@jest/globals';
import { within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { openRun, runs, unmatchedPayments } from '../../../../test/support/golden/payouts.ts';
import { closeScreens, refusal } from '../../../../test/support/screen.tsx';
import { rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/unmatched-payments' as const;
const acknowledge = 'POST /api/admin/payout-runs/:id/acknowledge' as const;
const caption = 'Payments without a payout run';
const answers = { 'GET /api/admin/payout-runs': runs, [list]: unmatchedPayments } as const;

it('payments that no run has are above the runs', async () => {
  const { screen } = await openAdminTab('payouts', { answers });
  await screen.findByText('8AELMXH8UB2P8');
  expect(
    rowsOf(caption)
      .slice(1)
      .map((row) => row.slice(0, 6)),
  ).toEqual([
    ['May 7, 2026', '€61.20', 'nina@pay.example', 'nina / cashout nina-9', '8AELMXH8UB2P8 / batch 5UXD2E8A7EBQJ', 'Paid (red)'],
    ['May 6, 2026', 'Not in euros', '–', 'None we know', '9XELMXH8UB2P8 / batch 6UXD2E8A7EBQJ', 'Not claimed yet (yellow)'],
  ]);
});

it('those of a run are with it', async () => {
  const { screen } = await openAdminTab('payouts/run-3', { answers: { ...answers, 'GET /api/admin/payout-runs/:id': openRun } });
  await screen.findByText('8AELMXH8UB2P8');
  expect(rowsOf(caption)).toHaveLength(2);
});

it('one is acknowledged with a reason, and a refusal is said', async () => {
  let answer: () => Response | { success: true } = () => refusal(404, 'There is no such payment');
  const { screen, user, sentTo } = await openAdminTab('payouts', { answers: { ...answers, [acknowledge]: () => answer() } });
  await user.click(await screen.findByRole('button', { name: 'Acknowledge 8AELMXH8UB2P8' }));
  const dialog = await screen.findByRole('dialog');
  expect(seen(dialog).join()).toContain('PayPal item 8AELMXH8UB2P8: €61.20.');
  await user.type(within(dialog).getByLabelText('Reason'), ' The run was lost. ');
  await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }));
  await screen.findByText('There is no such payment');
  answer = () => ({ success: true });
  await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }));
  await screen.findByText('Payment acknowledged.');
  expect(
    sentTo(acknowledge)
      .map(({ path, body }) => [path, body])
      .at(-1),
  ).toEqual(['/api/admin/payout-runs/run-3/acknowledge', { itemId: '8AELMXH8UB2P8', reason: 'The run was lost.' }]);
});
