import { describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts/rules';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { openRun, type Run, settledRun } from '../../../../test/support/golden/payouts.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { part, rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const call = 'GET /api/admin/payout-runs/:id' as const;
const at = <Name extends string>(step: Name) => `POST /api/admin/payout-runs/:id/${step}` as const;
const done = { success: true } as const;

/** Opens a run at its screen. */
async function open(run: Run, answers: Answers = {}) {
  const opened = await openAdminTab(`payouts/${run.id}`, { answers: { [call]: run, ...answers } });
  await opened.screen.findByText('Payments', { selector: 'caption' });
  const press = (name: string) => opened.user.click(opened.screen.getByRole('button', { name }));
  return { ...opened, press };
}

describe('a payout run', () => {
  it('that is open shows its facts, its payments and its next steps', async () => {
    await open(openRun);
    expect(seen(part('€130.12'))).toEqual([
      '€130.12',
      'Ready to pay (accent)',
      'Cashouts',
      '2',
      'Started',
      'May 6, 2026 by root',
      'Mark as paid',
      'Cancel run',
    ]);
    expect(rowsOf('Payments').map((row) => [row[0], row[2], ...row.slice(5)])).toEqual([
      ['Affiliate', 'Amount', 'State', 'Actions'],
      ['nina / Requested May 3, 2026', '€60.10', 'In the run (accent)', 'Remove'],
      ['omar / Requested May 2, 2026', '€70.02', 'In the run (accent)', 'Remove'],
      ['zoe / Requested May 2, 2026', '€80.40', 'Removed (grey)', ''],
    ]);
  });

  it('that is paid shows who approved it, its reference, and what became of each payment', async () => {
    await open(settledRun);
    expect(seen(part('€301.22'))).toEqual([
      '€301.22',
      'Paid (green)',
      'Cashouts',
      '4',
      'Started',
      'May 6, 2026 by root',
      'Approved by',
      'ada',
      'Paid',
      'May 7, 2026',
      'Reference',
      'PP-2026-05',
      'Returned',
      '2, €171.10',
      'Upload the payer’s report',
      'Proof Picture',
    ]);
    expect(rowsOf('Payments').map((row) => [row[2], ...row.slice(5)])).toEqual([
      ['Amount', 'State', 'Actions'],
      ['€60.10', 'Paid (green)', 'Returned'],
      ['€70.02', 'Not claimed yet (yellow)', 'Returned'],
      ['€80.40', 'Failed, back in the balance (red)', ''],
      ['€90.70', 'Returned, back in the balance (red)', ''],
      ['€100.80', 'Removed (grey)', ''],
    ]);
  });

  it('that two admins must approve has no files and cannot be paid before that', async () => {
    const { screen, press, sentTo } = await open({ ...openRun, needsApproval: true }, { [at('approve')]: done });
    expect(seen(part('€130.12')).slice(-3)).toEqual([
      'A run of €130.12 needs a second admin. Any admin except root can approve it.',
      'Approve run',
      'Cancel run',
    ]);
    expect(screen.queryByText('Solana', { selector: 'h2' })).toBeNull();
    await press('Approve run');
    await screen.findByText('Payout run approved successfully!');
    expect(sentTo(at('approve')).map(({ path }) => path)).toEqual(['/api/admin/payout-runs/run-3/approve']);
  });

  it('is approved after the password, where the server wants it', async () => {
    let confirmed = false;
    const answers: Answers = {
      [at('approve')]: () => (confirmed ? done : refusal(403, refusals.confirmFirst)),
      'POST /api/account/confirm': () => ((confirmed = true), done),
    };
    const { screen, user, press, sentTo } = await open({ ...openRun, needsApproval: true }, answers);
    await press('Approve run');
    await user.type(await screen.findByLabelText('Password'), 'my password');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Payout run approved successfully!');
    expect(sentTo('POST /api/account/confirm').map(({ body }) => body)).toEqual([{ password: 'my password' }]);
    expect(sentTo(at('approve'))).toHaveLength(2);
  });

  it('is not approved by who started it', async () => {
    const { screen, press } = await open({ ...openRun, needsApproval: true }, { [at('approve')]: refusal(403, 'You started this run') });
    await press('Approve run');
    await screen.findByText('You started this run');
  });

  it('loses a cashout that is taken out', async () => {
    const { press, sentTo } = await open(openRun, { [at('remove')]: done });
    await press('Remove omar');
    await waitFor(() => expect(sentTo(call).length).toBeGreaterThan(1));
    expect(sentTo(at('remove')).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/payout-runs/run-3/remove', { cashoutId: 'c2' }],
    ]);
  });

  it('is cancelled only after a question', async () => {
    const { screen, user, press, sentTo } = await open(openRun, { [at('cancel')]: done });
    await press('Cancel run');
    const question = await screen.findByRole('alertdialog');
    expect(seen(question)).toContain('Its cashouts go back to the queue. Make sure the payment file has not been used.');
    expect(sentTo(at('cancel'))).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Cancel run' }));
    await screen.findByText('Payout run cancelled. Its cashouts are back in the queue.');
    expect(sentTo(at('cancel'))).toHaveLength(1);
  });

  it('says that it loads', async () => {
    const { screen } = await openAdminTab('payouts/run-3', { answers: { [call]: onItsWay } });
    await screen.findByText('Loading payout run...');
  });

  it('that is not there says so, and leads back', async () => {
    const { screen } = await openAdminTab('payouts/none', { answers: { [call]: refusal(404, 'Payout run not found') } });
    await screen.findByText('Payout run not found');
    screen.getByRole('button', { name: 'Back to payouts' });
  });
});
