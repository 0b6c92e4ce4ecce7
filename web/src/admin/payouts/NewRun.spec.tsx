import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { candidates, openRun } from '../../../../test/support/golden/payouts.ts';
import { type Answers, closeScreens, refusal } from '../../../../test/support/screen.tsx';
import { optionsOf, rowsOf } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/payout-candidates' as const;
const start = 'POST /api/admin/payout-runs' as const;
const open = async (answers: Answers = {}) => {
  const opened = await openAdminTab('payouts/new', { answers: { [list]: candidates, ...answers } });
  return { ...opened, box: (name: string) => opened.screen.getByLabelText<HTMLInputElement>(`Pay ${name}`) };
};

describe('a new payout run', () => {
  it('shows each cashout with its payee and what is to check', async () => {
    const { screen } = await open();
    await screen.findByText('nina');
    expect(rowsOf('Cashouts to pay')).toEqual([
      ['Pay', 'Affiliate', 'Paid to', 'Amount', 'Paid before', 'Warnings'],
      ['', 'nina / Requested May 3, 2026', 'nina@pay.example / PayPal', '€60.10', '€310.50 / 4 cashouts', ''],
      [
        '',
        'omar / Requested May 2, 2026',
        `${'4'.repeat(44)} / Solana`,
        '€70.02',
        '€55.00 / 1 cashout',
        'Details changed May 1, 2026 (yellow) / Shared address (yellow) / First cashout (grey)',
      ],
      ['', 'zoe / Requested May 2, 2026', 'zoe@pay.example / PayPal', '€80.40', '€0.00 / 0 cashouts', 'Owes €12.50 (red)'],
      ['', 'kim / Requested May 2, 2026', 'kim@pay.example / PayPal', '€90.70', '€0.00 / 0 cashouts', 'Under review (red)'],
      ['', 'lou / Requested May 2, 2026', 'Erased / PayPal', '€100.80', '€0.00 / 0 cashouts', ''],
    ]);
    expect(screen.getByText('Shared address').parentElement!.title).toBe('Evidence of sharedAddress');
  });

  it('takes in what can be paid, and nothing else', async () => {
    const { screen, box } = await open();
    await screen.findByText('2 of 1,207 cashouts · €130.12');
    const boxes = ['nina', 'omar', 'zoe', 'kim', 'lou'].map(box);
    expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual([
      [true, false],
      [true, false],
      [false, true],
      [false, true],
      [false, true],
    ]);
  });

  it('starts with what is still chosen, and opens the run', async () => {
    const answers = { [start]: () => Response.json({ id: 'run-3' }, { status: 201 }), 'GET /api/admin/payout-runs/:id': openRun };
    const { screen, user, box, sentTo, address } = await open(answers);
    await user.click(await screen.findByLabelText('Pay nina'));
    screen.getByText('1 of 1,207 cashouts · €70.02');
    await user.click(box('nina'));
    await user.click(box('omar'));
    screen.getByText('1 of 1,207 cashouts · €60.10');
    await user.click(screen.getByRole('button', { name: 'Start run' }));
    await screen.findByText('Ready to pay');
    expect(sentTo(start).map(({ body }) => body)).toEqual([{ cashouts: ['c1'] }]);
    expect(address()).toBe('/admin/dashboard/payouts/run-3');
  });

  it('cannot be started without a cashout', async () => {
    const { screen, user, box } = await open();
    await user.click(await screen.findByLabelText('Pay nina'));
    await user.click(box('omar'));
    expect(screen.queryByRole('button', { name: 'Start run' })).toBeNull();
  });

  it('says why it is not started, and keeps what was chosen', async () => {
    const { screen, user } = await open({ [start]: refusal(409, 'A cashout is in another run') });
    await user.click(await screen.findByLabelText('Pay omar'));
    await user.click(screen.getByRole('button', { name: 'Start run' }));
    await screen.findByText('A cashout is in another run');
    screen.getByText('1 of 1,207 cashouts · €60.10');
  });

  it('is chosen by search, status, payment type and signals', async () => {
    const { screen, user, sentTo } = await open();
    await screen.findByText('nina');
    expect(['Status', 'Payment type', 'Signals'].map(optionsOf)).toEqual([
      ['Pending and approved', 'Pending', 'Approved'],
      ['All payment types', 'PayPal', 'Solana'],
      ['All warnings', 'With warnings', 'Without warnings'],
    ]);
    await user.selectOptions(screen.getByLabelText('Status'), 'Approved');
    await user.selectOptions(screen.getByLabelText('Payment type'), 'Solana');
    await user.selectOptions(screen.getByLabelText('Signals'), 'Without warnings');
    await user.type(screen.getByRole('searchbox'), 'o');
    await waitFor(() =>
      expect(sentTo(list).at(-1)!.query).toEqual({ limit: '50', search: 'o', status: 'approved', type: 'solana', signals: 'without' }),
    );
  });

  it('says that nothing is to be paid', async () => {
    const none = await open({ [list]: { cashouts: [], total: { count: 0, amount: 0 }, next: null } });
    await none.screen.findByText('No cashouts to pay.');
  });

  it('says why cashouts did not load, and asks again', async () => {
    let refused = true;
    const { screen, user } = await open({ [list]: () => (refused ? refusal(503, 'Too busy') : candidates) });
    await screen.findByText('Too busy');
    refused = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('2 of 1,207 cashouts · €130.12');
  });
});
