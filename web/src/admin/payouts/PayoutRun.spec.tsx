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
  const opened = await openAdminTab(`payouts&run=${run.id}`, { answers: { [call]: run, ...answers } });
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
      'Cancel the run',
    ]);
    expect(rowsOf('Payments').map((row) => [row[0], row[2], ...row.slice(5)])).toEqual([
      ['Affiliate', 'Amount', 'State', 'Actions'],
      ['nina / Asked May 3, 2026', '€60.10', 'In the run (accent)', 'Take out'],
      ['omar / Asked May 2, 2026', '€70.02', 'In the run (accent)', 'Take out'],
      ['zoe / Asked May 2, 2026', '€80.40', 'Taken out (grey)', ''],
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
      'Came back',
      '2, €171.10',
      'Read the payer’s report',
      'Proof Picture',
    ]);
    expect(rowsOf('Payments').map((row) => [row[2], ...row.slice(5)])).toEqual([
      ['Amount', 'State', 'Actions'],
      ['€60.10', 'Paid (green)', 'Came back'],
      ['€70.02', 'Not claimed yet (yellow)', 'Came back'],
      ['€80.40', 'Failed, in the balance again (red)', ''],
      ['€90.70', 'Came back, in the balance again (red)', ''],
      ['€100.80', 'Taken out (grey)', ''],
    ]);
  });

  it('that two admins must approve has no files and cannot be paid before that', async () => {
    const { screen, press, askedFor } = await open({ ...openRun, needsApproval: true }, { [at('approve')]: done });
    expect(seen(part('€130.12')).slice(-3)).toEqual([
      'A run of €130.12 takes two admins. Somebody other than root approves it.',
      'Approve the run',
      'Cancel the run',
    ]);
    expect(screen.queryByText('Solana', { selector: 'h2' })).toBeNull();
    await press('Approve the run');
    await screen.findByText('Payout run approved successfully!');
    expect(askedFor(at('approve')).map(({ path }) => path)).toEqual(['/api/admin/payout-runs/run-3/approve']);
  });

  it('is approved after the password, where the server wants it', async () => {
    let confirmed = false;
    const answers: Answers = {
      [at('approve')]: () => (confirmed ? done : refusal(403, refusals.confirmFirst)),
      'POST /api/account/confirm': () => ((confirmed = true), done),
    };
    const { screen, user, press, askedFor } = await open({ ...openRun, needsApproval: true }, answers);
    await press('Approve the run');
    await user.type(await screen.findByLabelText('Password'), 'my password');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Payout run approved successfully!');
    expect(askedFor('POST /api/account/confirm').map(({ body }) => body)).toEqual([{ password: 'my password' }]);
    expect(askedFor(at('approve'))).toHaveLength(2);
  });

  it('is not approved by who started it', async () => {
    const { screen, press } = await open({ ...openRun, needsApproval: true }, { [at('approve')]: refusal(403, 'You started this run') });
    await press('Approve the run');
    await screen.findByText('You started this run');
  });

  it('loses a cashout that is taken out', async () => {
    const { press, askedFor } = await open(openRun, { [at('remove')]: done });
    await press('Take out omar');
    await waitFor(() => expect(askedFor(call).length).toBeGreaterThan(1));
    expect(askedFor(at('remove')).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/payout-runs/run-3/remove', { cashoutId: 'c2' }],
    ]);
  });

  it('is cancelled only after a question', async () => {
    const { screen, user, press, askedFor } = await open(openRun, { [at('cancel')]: done });
    await press('Cancel the run');
    const question = await screen.findByRole('alertdialog');
    expect(seen(question)).toContain(
      'Nothing is paid by it, and its cashouts are as they were. Please make sure that its file was not given to the payer.',
    );
    expect(askedFor(at('cancel'))).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Cancel the run' }));
    await screen.findByText('Payout run cancelled. Its cashouts are as they were.');
    expect(askedFor(at('cancel'))).toHaveLength(1);
  });

  it('says that it loads', async () => {
    const { screen } = await openAdminTab('payouts&run=run-3', { answers: { [call]: onItsWay } });
    await screen.findByText('Loading payout run...');
  });

  it('that is not there says so, and leads back', async () => {
    const { screen } = await openAdminTab('payouts&run=none', { answers: { [call]: refusal(404, 'Payout run not found') } });
    await screen.findByText('Payout run not found');
    screen.getByRole('button', { name: 'Back to payouts' });
  });
});
