import { describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts/refusals';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { openRun, type Run, runWithFile, settledRun } from '../../../../test/support/golden/payouts.ts';
import { type Answers, closeScreens, refusal } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';

closeScreens();
const settle = 'POST /api/admin/payout-runs/:id/settle' as const;
const giveBack = 'POST /api/admin/payout-runs/:id/return' as const;
const report = 'POST /api/admin/payout-runs/:id/report' as const;
const done = { success: true } as const;

/** Opens a dialog of a run by its button. */
async function open(run: Run, button: string, answers: Answers) {
  const opened = await openAdminTab(`payouts/${run.id}`, { answers: { 'GET /api/admin/payout-runs/:id': run, ...answers } });
  await opened.user.click(await opened.screen.findByRole('button', { name: button }));
  const dialog = await opened.screen.findByRole('dialog');
  const choose = (label: string, file: File) => fireEvent.change(within(dialog).getByLabelText(label), { target: { files: [file] } });
  const press = (name: string) => opened.user.click(within(dialog).getByRole('button', { name }));
  return { ...opened, dialog, choose, press };
}

describe('marking a run as paid', () => {
  it('sends the reference without space around it, and no picture', async () => {
    const { screen, user, dialog, press, sentTo } = await open(openRun, 'Mark as paid', { [settle]: done });
    expect(seen(dialog)).toContain(
      '€130.12 in 2 cashouts will be marked as completed. This cannot be undone; a payment that fails can be returned to the balance.',
    );
    await user.type(within(dialog).getByLabelText('Payment reference'), ' PP-7 ');
    await press('Mark as paid');
    await screen.findByText('Payout run marked as paid successfully!');
    expect(sentTo(settle).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/payout-runs/run-3/settle', { reference: 'PP-7', proofImage: null, editBase: 1 }],
    ]);
  });

  it('sends the picture that was chosen, after showing it', async () => {
    const { screen, user, dialog, choose, press, sentTo } = await open({ ...openRun, count: 1 }, 'Mark as paid', { [settle]: done });
    expect(seen(dialog).join()).toContain('€130.12 in one cashout will be marked as completed.');
    await user.type(within(dialog).getByLabelText('Payment reference'), 'PP-7');
    choose('Proof Image (optional)', new File(['x'], 'receipt.png', { type: 'image/png' }));
    await within(dialog).findByAltText('Preview of receipt.png');
    await press('Mark as paid');
    await screen.findByText('Payout run marked as paid successfully!');
    expect(sentTo(settle).map(({ body }) => body)).toEqual([{ reference: 'PP-7', proofImage: 'data:image/png;base64,eA==', editBase: 1 }]);
  });

  it('refuses a file that is no picture before sending', async () => {
    const { user, dialog, choose, press, sentTo } = await open(openRun, 'Mark as paid', {});
    await user.type(within(dialog).getByLabelText('Payment reference'), 'PP-7');
    choose('Proof Image (optional)', new File(['x'], 'proof.txt', { type: 'text/plain' }));
    await within(dialog).findByText(refusals.proofInvalid);
    await press('Mark as paid');
    expect(sentTo(settle)).toEqual([]);
  });

  it('sends nothing without a reference, and says why the server refuses', async () => {
    const { user, dialog, press, sentTo } = await open(openRun, 'Mark as paid', { [settle]: refusal(409, 'The run is cancelled') });
    await press('Mark as paid');
    expect(sentTo(settle)).toEqual([]);
    await user.type(within(dialog).getByLabelText('Payment reference'), 'PP-7');
    await press('Mark as paid');
    expect(seen(await within(dialog).findByRole('alert'))).toContain('The run is cancelled');
  });
});

describe('a payment that came back', () => {
  it('is given back with what happened', async () => {
    const { screen, user, dialog, press, sentTo } = await open(settledRun, 'Payment of omar was returned', { [giveBack]: done });
    expect(seen(dialog)).toContain('€70.02 will return to the balance of omar.');
    await user.selectOptions(within(dialog).getByLabelText('What happened'), 'Could not be sent');
    await press('Return to Balance');
    await screen.findByText('€70.02 returned to the balance of omar.');
    expect(sentTo(giveBack).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/payout-runs/run-2/return', { cashoutId: 'c2', because: 'failed' }],
    ]);
  });

  it('was sent back unless something else is chosen; a refusal is said', async () => {
    const { dialog, press, sentTo } = await open(settledRun, 'Payment of nina was returned', {
      [giveBack]: refusal(409, 'It is given back already'),
    });
    await press('Return to Balance');
    expect(seen(await within(dialog).findByRole('alert'))).toContain('It is given back already');
    expect(sentTo(giveBack).map(({ body }) => body)).toEqual([{ cashoutId: 'c1', because: 'returned' }]);
  });
});

describe('the payer’s report', () => {
  const csv = new File(['Unique ID,Status\nc1,Completed\n'], 'report.csv', { type: 'text/csv' });

  it('is sent as it is, and counted row by row', async () => {
    const result = { completed: 11, unclaimed: 22, returned: 33, unchanged: 44, problems: [{ row: 2, what: 'No such id' }] };
    const { dialog, choose, sentTo } = await open(settledRun, 'Upload the payer’s report', { [report]: result });
    choose('Report (CSV or XML)', csv);
    expect(seen(await within(dialog).findByLabelText('Results in report.csv'))).toEqual([
      'Arrived',
      '11',
      'Not claimed yet',
      '22',
      'Failed or returned',
      '33',
      'Already recorded',
      '44',
      'Rows without a match',
      '1',
      'Row 2: No such id',
    ]);
    expect(sentTo(report).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/payout-runs/run-2/report', { report: 'Unique ID,Status\nc1,Completed\n' }],
    ]);
  });

  it('of a bank is uploaded before the run is paid too, and the names that its file writes differently are shown', async () => {
    const bank = { ...runWithFile.files[0]!, type: 'bank' as const, decimal: null };
    const cashouts = runWithFile.cashouts.map((payment) => ({ ...payment, paymentType: 'bank' as const, nameInFile: 'Ann' }));
    const refused = refusal(409, 'This payout run has not been settled yet');
    const { screen, dialog, choose } = await open({ ...runWithFile, files: [bank], cashouts }, 'Upload the bank’s answer', {
      [report]: refused,
    });
    screen.getByText(/^Names that banks cannot carry are written differently in the file: nina is “Ann”/);
    choose('Report (CSV or XML)', new File(['<a/>'], 'answer.xml', { type: 'text/xml' }));
    expect(seen(await within(dialog).findByRole('alert'))).toContain('This payout run has not been settled yet');
  });

  it('that cannot be read says so', async () => {
    const { dialog, choose } = await open(settledRun, 'Upload the payer’s report', { [report]: refusal(400, 'This is no report') });
    choose('Report (CSV or XML)', csv);
    expect(seen(await within(dialog).findByRole('alert'))).toContain('This is no report');
  });
});

describe('the files of an open run', () => {
  const file = 'GET /api/admin/payout-runs/:id/file' as const;
  const make = 'POST /api/admin/payout-runs/:id/file' as const;
  const csv = new Response('nina@pay.example,60.10', { headers: { 'Content-Type': 'text/csv' } });
  const openFiles = async (answers: Answers, run = openRun) => {
    const opened = await openAdminTab(`payouts/${run.id}`, { answers: { 'GET /api/admin/payout-runs/:id': run, ...answers } });
    await opened.screen.findByText('Payments', { selector: 'caption' });
    const rate = (text: string) => fireEvent.change(opened.screen.getByLabelText('EUR/USDC rate'), { target: { value: text } });
    return { ...opened, rate };
  };

  it('are made with the decimal that is chosen, then fetched and kept under the run’s name', async () => {
    const { screen, user, kept, sentTo } = await openFiles({ [make]: done, [file]: csv });
    await user.click(screen.getByRole('button', { name: 'Download for PayPal' }));
    await user.selectOptions(screen.getByLabelText('Amounts are written as'), '100,50');
    await waitFor(async () => expect(await kept()).toEqual([['payments-paypal-run-3.csv', 'nina@pay.example,60.10']]));
    await user.click(screen.getByRole('button', { name: 'Download for PayPal' }));
    await waitFor(() =>
      expect(sentTo(make).map(({ body }) => body)).toEqual([
        { type: 'paypal', decimal: 'point', editBase: 1 },
        { type: 'paypal', decimal: 'comma', editBase: 1 },
      ]),
    );
    await waitFor(() => expect(sentTo(file).map(({ query }) => query)).toEqual([{ type: 'paypal' }, { type: 'paypal' }]));
  });

  it('are not fetched where they were not made: the password is asked for first', async () => {
    const { screen, user, sentTo } = await openFiles({ [make]: refusal(403, refusals.confirmFirst), [file]: csv });
    await user.click(screen.getByRole('button', { name: 'Download for PayPal' }));
    await screen.findByText('Confirm Your Password');
    expect(sentTo(file)).toEqual([]);
  });

  it('are the same again once made: with the price that they were made with', async () => {
    const solana = { ...runWithFile.files[0]!, type: 'solana' as const, decimal: null, rate: '1.08' };
    const { screen, user, sentTo } = await openFiles({ [file]: csv }, { ...runWithFile, files: [...runWithFile.files, solana] });
    expect([screen.queryByLabelText('Amounts are written as'), screen.queryByLabelText('EUR/USDC rate')]).toEqual([null, null]);
    screen.getByText('1.08 USDC for one euro.');
    expect(seen(screen.getByLabelText('Pay omar in a wallet').closest('li')!)).toEqual(['omar', '75.6216 USDC']);
    for (const button of screen.getAllByRole('button', { name: 'Download again' })) await user.click(button);
    await waitFor(() => expect(sentTo(file).map(({ query }) => query)).toEqual([{ type: 'paypal' }, { type: 'solana' }]));
  });

  it('have codes of each payment in USDC at the price that is typed', async () => {
    const { screen, user, rate, kept, sentTo } = await openFiles({ [make]: done, [file]: csv });
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Download for Solana' });
    expect(button.disabled).toBe(true);
    rate('1,08');
    expect([button.disabled, screen.queryByLabelText('Pay omar in a wallet')]).toEqual([true, null]);
    rate(' 1.08 ');
    const code = screen.getByLabelText('Pay omar in a wallet');
    expect(seen(code.closest('li')!)).toEqual(['omar', '75.6216 USDC']);
    expect(code.getAttribute('href')).toMatch(/^solana:4{44}\?amount=75\.6216&spl-token=\w+&memo=c2$/);
    await user.click(button);
    await waitFor(async () => expect((await kept()).map(([name]) => name)).toEqual(['payments-solana-run-3.csv']));
    expect(sentTo(make).map(({ body }) => body)).toEqual([{ type: 'solana', rate: '1.08', editBase: 1 }]);
  });

  it('are made again after the bank refused one, with its reason', async () => {
    const cashouts = openRun.cashouts.map((payment) => ({ ...payment, paymentType: 'bank' as const }));
    const { screen } = await openFiles(
      { 'GET /api/admin/payout-account': { iban: 'DE•• •••• 2051', name: 'Framelift', position: 1 } },
      { ...openRun, cashouts, fileRefused: 'The account is blocked' },
    );
    await screen.findByText('Your bank refused the file: The account is blocked. Nothing of it was paid.');
    await screen.findByRole('button', { name: 'Download for your bank' });
  });

  it('have no codes for more than 24 payments', async () => {
    const cashouts = Array.from({ length: 25 }, (_, i) => ({ ...openRun.cashouts[1]!, cashoutId: `c${i}` }));
    const { screen, rate } = await openFiles({}, { ...openRun, cashouts });
    rate('1.08');
    expect(screen.queryAllByText(/^[\d.,]+ USDC/, { selector: 'p' })).toHaveLength(0);
  });

  it('are only of those who are still in the run, and a refusal is said', async () => {
    const cashouts = openRun.cashouts.filter(({ paymentType }) => paymentType === 'paypal');
    const { screen, user } = await openFiles({ [make]: refusal(409, 'The run is paid already') }, { ...openRun, cashouts });
    expect(screen.queryByText('Solana', { selector: 'h2' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Download for PayPal' }));
    await screen.findByText('The run is paid already');
  });
});

it('the proof of a paid run is shown', async () => {
  const { dialog } = await open(settledRun, 'Proof Picture', { 'GET /api/admin/payout-runs/:id/proof': new Response('picture') });
  await within(dialog).findByAltText('Proof of payment');
});

describe('a run whose outcome is unknown', () => {
  const outcome = 'POST /api/admin/payout-runs/:id/outcome' as const;
  const unsure: Run = { ...runWithFile, outcomeUnknown: true };

  it('says so, and offers nothing that could pay it again', async () => {
    const { screen } = await openAdminTab('payouts/run-3', { answers: { 'GET /api/admin/payout-runs/:id': unsure } });
    await screen.findByText(
      'The system went back to before this run was booked. It may have been paid. Nothing pays it again until its outcome is known.',
    );
    expect(screen.getAllByText('Outcome unknown')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /Mark as paid|Download|not used|Cancel run|Remove/ })).toBeNull();
  });

  it('is stated with a reference and a reason, after the password', async () => {
    let answer: () => Response | typeof done = () => refusal(403, refusals.confirmFirst);
    const { screen, user, dialog, press, sentTo } = await open(unsure, 'State the outcome', {
      [outcome]: () => answer(),
      'POST /api/account/confirm': done,
    });
    expect(seen(dialog).join()).toContain('€130.12 in 2 cashouts. The cashouts will be marked as completed.');
    await user.selectOptions(within(dialog).getByLabelText('Outcome'), 'Not paid');
    expect(seen(dialog).join()).toContain('If they were paid after all, they are paid twice.');
    await user.type(within(dialog).getByLabelText('Reference'), ' Statement 11 ');
    await user.type(within(dialog).getByLabelText('Reason'), 'The bank has no such file');
    await press('Record outcome');
    await user.type(await screen.findByLabelText('Password'), 'the password');
    answer = () => done;
    await user.keyboard('{Enter}');
    await screen.findByText('Outcome recorded.');
    expect(sentTo(outcome).at(-1)!.body).toEqual({
      outcome: 'notPaid',
      reference: 'Statement 11',
      reason: 'The bank has no such file',
      editBase: 1,
    });
  });

  it('waits for a second admin where it needs one', async () => {
    const { screen } = await openAdminTab('payouts/run-3', {
      answers: { 'GET /api/admin/payout-runs/:id': { ...unsure, needsApproval: true, startedBy: 'eve' } },
    });
    await screen.findByRole('button', { name: 'Approve run' });
    expect(screen.queryByRole('button', { name: 'State the outcome' })).toBeNull();
  });
});
