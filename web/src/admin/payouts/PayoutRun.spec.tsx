import { describe, expect, it } from '@jest/globals';
import type { PayoutAccountView } from '@framelift/contracts';
import { refusals } from '@framelift/contracts/refusals';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { openRun, type Run, runWithFile, settledRun } from '../../../../test/support/golden/payouts.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { part, rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const call = 'GET /api/admin/payout-runs/:id' as const;
const at = <Name extends string>(step: Name) => `POST /api/admin/payout-runs/:id/${step}` as const;
const done = { success: true } as const;

/** Of another admin than the one who is signed in, root. */
const needsAda: Run = { ...openRun, startedBy: 'ada', needsApproval: true };

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
    expect(seen(part('Run of May 6, 2026 · 2 cashouts · €130.12'))).toEqual([
      'Run of May 6, 2026 · 2 cashouts · €130.12',
      'Ready to pay (accent)',
      'Started',
      'May 6, 2026 by root',
      'Check',
      'Details changed recently: omar. Warnings: omar. Remove what should not be paid from the list below.',
      'Pay',
      'PayPal · 1 cashout · €60.10',
      'Give this file to PayPal’s mass payments, then come back and mark the run as paid.',
      'Amounts are written as',
      'Download for PayPal',
      'Solana · 1 cashout · €70.02',
      'EUR/USDC rate',
      'USDC for one euro, for example 1.08. Used for every amount.',
      'Download for Solana',
      'Confirm',
      'Once it is paid, enter the payer’s reference. Each cashout is then completed.',
      'Mark as paid',
      'Cancel run',
    ]);
    expect(rowsOf('Payments').map((row) => [row[0], row[1], row[3], ...row.slice(6)])).toEqual([
      ['Affiliate', 'Requested', 'Amount', 'State', 'Actions'],
      ['nina', 'May 3, 2026', '€60.10', 'In the run (accent)', 'Remove'],
      ['omar', 'May 2, 2026', '€70.02', 'In the run (accent)', 'Remove'],
      ['zoe', 'May 2, 2026', '€80.40', 'Removed (grey)', ''],
    ]);
  });

  it('that is paid shows who approved it, its reference, and what became of each payment', async () => {
    await open(settledRun);
    expect(seen(part('Run of May 6, 2026 · 4 cashouts · €301.22'))).toEqual([
      'Run of May 6, 2026 · 4 cashouts · €301.22',
      'Paid (green)',
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
    expect(rowsOf('Payments').map((row) => [row[3], ...row.slice(6)])).toEqual([
      ['Amount', 'State', 'Actions'],
      ['€60.10', 'Paid (green)', 'Returned'],
      ['€70.02', 'Not claimed yet (yellow)', 'Returned'],
      ['€80.40', 'Failed, back in the balance (red)', ''],
      ['€90.70', 'Returned, back in the balance (red) / The account is closed', ''],
      ['€100.80', 'Removed (grey)', ''],
    ]);
  });

  it('with payments to a bank has a file for it, once the account that pays is set', async () => {
    const [first, ...others] = openRun.cashouts;
    const run: Run = { ...openRun, cashouts: [{ ...first!, paymentType: 'bank', payTo: 'NL•• •••• 4300' }, ...others] };
    let account: PayoutAccountView = { iban: null, name: null, position: 0 };
    const set = 'PUT /api/admin/payout-account';
    const answers: Answers = {
      'GET /api/admin/payout-account': () => account,
      [set]: () => ((account = { iban: 'DE•• •••• 2051', name: 'Framelift Ltd', position: 7 }), done),
    };
    const { screen, user, press, sentTo } = await open(run, answers);
    const bank = await screen.findByRole('region', { name: 'Bank' });
    await within(bank).findByText('Set the account that pays. It is written into the file for your bank.');
    expect(within(bank).queryByText('Download for your bank')).toBeNull();
    await press('Set account');
    await user.type(await screen.findByLabelText('IBAN'), 'DE02 1203 0000 0000 2020 52');
    await user.type(screen.getByLabelText('Account holder'), 'Framelift Ltd');
    await press('Save account');
    expect(seen(await screen.findByRole('alert'))).toEqual(['Please enter the IBAN of an account in the SEPA area']);
    expect(sentTo(set)).toEqual([]);
    await user.type(screen.getByLabelText('IBAN'), '{Backspace}1');
    await press('Save account');
    await screen.findByText('Saved. The next file pays from this account.');
    expect(sentTo(set).map(({ body }) => body)).toEqual([{ iban: 'DE02 1203 0000 0000 2020 51', name: 'Framelift Ltd', editBase: 0 }]);
    await within(bank).findByText(
      'Paid from DE•• •••• 2051, Framelift Ltd. Upload this file in your online banking, then come back and mark the run as paid.',
    );
    expect(seen(bank).slice(-2)).toEqual(['Download for your bank', 'Change account']);
  });

  it('that two admins must approve has no files and cannot be paid before that', async () => {
    const { screen, press, sentTo } = await open(needsAda, { [at('approve')]: done });
    expect(seen(part('Run of May 6, 2026 · 2 cashouts · €130.12')).slice(5)).toEqual([
      'Details changed recently: omar. Warnings: omar. Remove what should not be paid from the list below.',
      'A run of €130.12 needs a second admin. Any admin except ada can approve it.',
      'Approve run',
      'Pay',
      'After the approval.',
      'Confirm',
      'After the payment.',
      'Cancel run',
    ]);
    await press('Approve run');
    await screen.findByText('Payout run approved successfully!');
    expect(sentTo(at('approve')).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/payout-runs/run-3/approve', { editBase: 1 }],
    ]);
  });

  it('is approved after the password, where the server wants it', async () => {
    let confirmed = false;
    const answers: Answers = {
      [at('approve')]: () => (confirmed ? done : refusal(403, refusals.confirmFirst)),
      'POST /api/account/confirm': () => ((confirmed = true), done),
    };
    const { screen, user, press, sentTo } = await open(needsAda, answers);
    await press('Approve run');
    await user.type(await screen.findByLabelText('Password'), 'my password');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Payout run approved successfully!');
    expect(sentTo('POST /api/account/confirm').map(({ body }) => body)).toEqual([{ password: 'my password' }]);
    expect(sentTo(at('approve'))).toHaveLength(2);
  });

  it('is not approved by who started it', async () => {
    const { screen } = await open({ ...needsAda, startedBy: 'root' });
    await screen.findByText(/Any admin except root can approve it/);
    expect(screen.queryByRole('button', { name: 'Approve run' })).toBeNull();
  });

  it('says why it is not approved', async () => {
    const { screen, press } = await open(needsAda, { [at('approve')]: refusal(403, 'This admin account has been revoked') });
    await press('Approve run');
    await screen.findByText('This admin account has been revoked');
  });

  it('says that nothing in it has an alarm', async () => {
    const { screen } = await open({ ...openRun, cashouts: openRun.cashouts.slice(0, 1) });
    screen.getByText('No alarm in this cashout.');
  });

  it('loses a cashout that is taken out', async () => {
    const { press, sentTo } = await open(openRun, { [at('remove')]: done });
    await press('Remove omar');
    await waitFor(() => expect(sentTo(call).length).toBeGreaterThan(1));
    expect(sentTo(at('remove')).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/payout-runs/run-3/remove', { cashoutId: 'c2' }],
    ]);
  });

  it('whose payment file may be in use is not cancelled, and keeps the cashouts of the file until it is said to be unused', async () => {
    const { screen, user, press, sentTo } = await open(runWithFile, { [at('unused')]: done });
    expect(seen(screen.getByRole('region', { name: 'PayPal' }))).toEqual([
      'PayPal · 1 cashout · €60.10',
      'File made May 6, 2026 by ada: 1 cashout, €60.10. While PayPal may pay it, its cashouts stay in the run.',
      'Download again',
      'File was not used',
    ]);
    expect(rowsOf('Payments').map((row) => row.slice(6))).toEqual([
      ['State', 'Actions'],
      ['In a payment file (accent)', ''],
      ['In the run (accent)', 'Remove'],
      ['Removed (grey)', ''],
    ]);
    expect(screen.queryByRole('button', { name: 'Cancel run' })).toBeNull();
    await press('File was not used');
    const question = await screen.findByRole('alertdialog');
    expect(sentTo(at('unused'))).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'File was not used' }));
    await waitFor(() => expect(sentTo(call).length).toBeGreaterThan(1));
    expect(sentTo(at('unused')).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/payout-runs/run-3/unused', { hash: 'ab'.repeat(20) }],
    ]);
  });

  it('is cancelled only after a question', async () => {
    const { screen, user, press, sentTo } = await open(openRun, { [at('cancel')]: done });
    await press('Cancel run');
    const question = await screen.findByRole('alertdialog');
    expect(seen(question)).toContain('Its cashouts go back to the queue.');
    expect(
      within(question)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Keep run', 'Cancel run']);
    expect(sentTo(at('cancel'))).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Cancel run' }));
    await screen.findByText('Payout run cancelled. Its cashouts are back in the queue.');
    expect(sentTo(at('cancel')).map(({ body }) => body)).toEqual([{ editBase: 1 }]);
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
