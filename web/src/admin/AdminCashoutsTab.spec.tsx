import { describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts/refusals';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../test/support/admin-tab.ts';
import { cashouts } from '../../../test/support/golden/admin.ts';
import { openRun } from '../../../test/support/golden/payouts.ts';
import { type Answers, closeScreens, refusal } from '../../../test/support/screen.tsx';
import { optionsOf, rowsOf, seen } from '../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/cashouts' as const;
const process = 'PUT /api/admin/cashouts/:id/process' as const;
const settle = 'PUT /api/admin/cashouts/:id/settle' as const;
const choicesIn = (dialog: HTMLElement) => [...within(dialog).getByLabelText<HTMLSelectElement>('Status').options].map(({ text }) => text);
/** The dialog of a pending cashout that could be paid. */
const openProcess = async (answers: Answers = {}) => {
  const free = cashouts.map((cashout) => (cashout.id === 'c6' ? { ...cashout, checks: { ...cashout.checks!, debt: 0 } } : cashout));
  const opened = await openAdminTab('cashouts', { answers: { [list]: { cashouts: free, next: null }, ...answers } });
  await opened.user.click(opened.screen.getByRole('button', { name: 'Process' }));
  return { ...opened, dialog: await opened.screen.findByRole('dialog') };
};
const panel = () => document.querySelector('[role=tabpanel]:not([hidden])')!;

describe('the cashouts of the programme', () => {
  it('are shown with payee, amount, what to check, status and next step', async () => {
    await openAdminTab('cashouts');
    expect(rowsOf('Cashouts')).toEqual([
      ['Pay', 'Affiliate', 'Requested', 'Paid to', 'Amount', 'Status', 'Checks', 'Paid before', 'Actions'],
      [
        '',
        'user-of-c6',
        'Apr 16, 2026',
        'PayPal · c6@pay.example',
        '€106.60',
        'Pending (yellow)',
        'Owes €9.00 (red) / First cashout (yellow)',
        'Never',
        'Process',
      ],
      ['', 'user-of-c5', 'Apr 15, 2026', 'PayPal · c5@pay.example', '€105.50', 'Under review (yellow)', '', 'Never', 'In payout run'],
      ['', 'user-of-c4', 'Apr 14, 2026', 'Solana · 4Nd1mYxx...xxxxRJg5', '€104.40', 'Approved (grey)', '', '€250.50', 'Mark as paid'],
      ['', 'user-of-c3', 'Apr 13, 2026', 'PayPal · c3@pay.example', '€103.30', 'Completed (green)', '', '', 'Proof Picture'],
      [
        '',
        'user-of-c2',
        'Apr 12, 2026',
        'PayPal · c2@pay.example',
        '€102.20',
        'Rejected (red)',
        'PayPal does not know this address · Internal note: Asked twice',
        '',
        '',
      ],
      ['', 'user-of-c1', 'Apr 11, 2026', 'PayPal · c1@pay.example', '€101.10', 'Returned (red)', '', '', ''],
    ]);
    const links = [...panel().querySelectorAll('table a')].map((link) => link.getAttribute('href'));
    expect(links).toContain('/admin/dashboard/affiliates/a-c6');
    expect(links).toContain('/admin/dashboard/payouts/r1');
  });

  it('have an address each, which leads to that one whatever its status', async () => {
    const { address, sentTo } = await openAdminTab('cashouts/c2');
    expect(address()).toBe('/admin/dashboard/cashouts?search=c2&status=all');
    await waitFor(() => expect(sentTo(list).at(-1)!.query).toEqual({ limit: '50', search: 'c2' }));
  });

  it('are asked for by status and order', async () => {
    const { screen, user, sentTo, address } = await openAdminTab('cashouts');
    expect(optionsOf('Status')).toEqual(['Open', 'All statuses', 'Pending', 'Approved, not paid', 'Completed', 'Rejected', 'Returned']);
    expect(optionsOf('Sort by')).toEqual(['Newest first', 'Oldest first', 'Highest amount', 'Lowest amount', 'Username']);
    await user.selectOptions(screen.getByLabelText('Status'), 'Approved, not paid');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Lowest amount');
    await user.selectOptions(screen.getByLabelText('Status'), 'All statuses');
    await waitFor(() =>
      expect(sentTo(list).map(({ query }) => query)).toEqual([
        { limit: '500', status: 'open' },
        { limit: '50', status: 'approved' },
        { limit: '50', status: 'approved', sort: 'amount' },
        { limit: '50', sort: 'amount' },
      ]),
    );
    expect(address()).toBe('/admin/dashboard/cashouts?status=all&sort=amount');
  });

  it('that are none say so', async () => {
    const { screen, user } = await openAdminTab('cashouts', { answers: { [list]: { cashouts: [], next: null } } });
    screen.getByText('No open cashouts.');
    await user.selectOptions(screen.getByLabelText('Status'), 'Rejected');
    await screen.findByText('No cashouts found.');
  });

  it('are decided with the status, the notes and no picture', async () => {
    const { screen, user, dialog, sentTo } = await openProcess({ [process]: { success: true } });
    expect(seen(dialog)).toContain('€106.60 for user-of-c6 · PayPal · c6@pay.example');
    expect(choicesIn(dialog)).toEqual(['Approved', 'Completed', 'Rejected']);
    await user.selectOptions(within(dialog).getByLabelText('Status'), 'Rejected');
    expect(seen(dialog)).toEqual(expect.arrayContaining(['Reject Cashout', 'Never paid before', 'First cashout (yellow)']));
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await within(dialog).findByText('Please say why. The affiliate sees the reason.');
    await user.type(within(dialog).getByLabelText('Reason (the affiliate sees this)'), 'Wrong address');
    await user.type(within(dialog).getByLabelText('Internal note (optional)'), 'Asked twice');
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await screen.findByText('Cashout processed successfully!');
    expect(sentTo(process).map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/admin/cashouts/c6/process',
        { status: 'rejected', adminNotes: 'Wrong address', internalNote: 'Asked twice', proofImage: null },
      ],
    ]);
    await waitFor(() => expect(sentTo(list).length).toBeGreaterThan(1));
  });

  it('can only be rejected while a debt or a review would refuse a payment', async () => {
    const { screen, user } = await openAdminTab('cashouts');
    await user.click(screen.getByRole('button', { name: 'Process' }));
    const dialog = await screen.findByRole('dialog');
    expect(choicesIn(dialog)).toEqual(['Rejected']);
    within(dialog).getByText('Nothing can be paid while the affiliate owes money or is under review.');
    within(dialog).getByRole('button', { name: 'Reject' });
  });

  it('that are approved are marked as paid, by another call', async () => {
    const { screen, user, sentTo } = await openAdminTab('cashouts', { answers: { [settle]: { success: true } } });
    await user.click(screen.getByRole('button', { name: 'Mark as paid' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Admin Notes (optional)'), 'By hand');
    await user.click(within(dialog).getByRole('button', { name: 'Mark as paid' }));
    await screen.findByText('Cashout processed successfully!');
    expect(sentTo(settle).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/cashouts/c4/settle', { status: 'completed', adminNotes: 'By hand', internalNote: '', proofImage: null }],
    ]);
  });

  it('that are approved and then rejected are called so, in red, and their reason is asked for', async () => {
    const { screen, user, sentTo } = await openAdminTab('cashouts', { answers: { [settle]: { success: true } } });
    await user.click(screen.getByRole('button', { name: 'Mark as paid' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark as Paid' });
    await user.selectOptions(within(dialog).getByLabelText('Status'), 'Rejected');
    await screen.findByRole('dialog', { name: 'Reject Cashout' });
    expect(within(dialog).queryByText('Mark as paid')).toBeNull();
    await user.type(within(dialog).getByLabelText('Reason (the affiliate sees this)'), 'Wrong address');
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await screen.findByText('Cashout processed successfully!');
    expect(sentTo(settle)[0]!.body).toMatchObject({ status: 'rejected', adminNotes: 'Wrong address' });
  });

  it('keep their form open where the server refuses', async () => {
    const { user, dialog } = await openProcess({ [process]: () => refusal(409, 'Somebody decided it already') });
    await user.click(within(dialog).getByRole('button', { name: 'Process Cashout' }));
    expect(seen(await within(dialog).findByRole('alert'))).toContain('Somebody decided it already');
  });

  it('take no picture that is none, and say so before sending', async () => {
    const { user, sent, dialog } = await openProcess();
    const text = new File(['hello'], 'proof.txt', { type: 'text/plain' });
    fireEvent.change(within(dialog).getByLabelText('Proof Image (optional)'), { target: { files: [text] } });
    await within(dialog).findByText(refusals.proofInvalid);
    await user.click(within(dialog).getByRole('button', { name: 'Process Cashout' }));
    expect(sent.some(({ call }) => call === process)).toBe(false);
  });

  it('show the chosen picture before it is sent, and take none that cannot be read', async () => {
    const { dialog } = await openProcess();
    const picture = new File(['picture'], 'proof.png', { type: 'image/png' });
    fireEvent.change(within(dialog).getByLabelText('Proof Image (optional)'), { target: { files: [picture] } });
    const preview = await within(dialog).findByAltText<HTMLImageElement>('Preview of proof.png');
    expect(preview.src).toBe('data:image/png;base64,cGljdHVyZQ==');
    expect(seen(dialog)).toContain('proof.png');
    fireEvent.error(preview);
    await within(dialog).findByText(refusals.proofInvalid);
    expect(within(dialog).queryByAltText('Preview of proof.png')).toBeNull();
  });

  it('are sent with the chosen picture', async () => {
    const { screen, user, dialog, sentTo } = await openProcess({ [process]: { success: true } });
    const picture = new File(['picture'], 'proof.png', { type: 'image/png' });
    fireEvent.change(within(dialog).getByLabelText('Proof Image (optional)'), { target: { files: [picture] } });
    await user.selectOptions(within(dialog).getByLabelText('Status'), 'Completed');
    await user.click(within(dialog).getByRole('button', { name: 'Process Cashout' }));
    await screen.findByText('Cashout processed successfully!');
    expect(sentTo(process)[0]!.body).toEqual({
      status: 'completed',
      adminNotes: '',
      internalNote: '',
      proofImage: 'data:image/png;base64,cGljdHVyZQ==',
    });
  });
});

describe('cashouts that are paid together', () => {
  const start = 'POST /api/admin/payout-runs' as const;
  const calm = { paidBefore: 0, cashoutsBefore: 0, detailsChangedAt: null, payableAt: null, debt: 0, signals: [] };
  const alarm = cashouts[0]!.checks!.signals;
  const open = (id: string, amount: number, fields: Partial<(typeof cashouts)[number]> = {}) => ({
    ...cashouts[0]!,
    id,
    amount,
    affiliate: { id: `a-${id}`, username: id },
    checks: calm,
    ...fields,
  });
  const all = [
    open('calm', 60.1),
    open('approved', 70.02, { status: 'approved' }),
    open('noted', 10, { checks: { ...calm, signals: alarm.map((signal) => ({ ...signal, alarm: false })) } }),
    open('alarmed', 80.4, { checks: { ...calm, signals: alarm } }),
    open('changed', 90.7, { checks: { ...calm, detailsChangedAt: '2026-04-15T12:00:00.000Z' } }),
    open('owing', 100, { checks: { ...calm, debt: 5 } }),
    open('held', 110, { underReview: true }),
    open('in a run', 120, { runId: 'r1' }),
    open('erased', 130, { paymentDetails: {} }),
  ];
  const openList = async (answers: Answers = {}) => {
    const opened = await openAdminTab('cashouts', { answers: { [list]: { cashouts: all, next: null }, ...answers } });
    const box = (name: string) => opened.screen.getByLabelText<HTMLInputElement>(`Pay ${name}`);
    return { ...opened, box, pay: () => opened.screen.getByRole<HTMLButtonElement>('button', { name: 'Pay selected' }) };
  };

  it('are at first those that can be paid and need no look', async () => {
    const { screen, box } = await openList();
    screen.getByText('3 of 5 cashouts · €140.12');
    const boxes = all.map(({ affiliate }) => box(affiliate.username));
    expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [false, false],
      [false, false],
      [false, true],
      [false, true],
      [false, true],
      [false, true],
    ]);
  });

  it('start a run, which opens', async () => {
    const answers = { [start]: () => Response.json({ id: 'run-3' }, { status: 201 }), 'GET /api/admin/payout-runs/:id': openRun };
    const { screen, user, box, pay, sentTo, address } = await openList(answers);
    await user.click(box('noted'));
    await user.click(box('alarmed'));
    screen.getByText('3 of 5 cashouts · €210.52');
    await user.click(pay());
    await screen.findByText('Ready to pay');
    expect(sentTo(start).map(({ body }) => body)).toEqual([{ cashouts: ['calm', 'approved', 'alarmed'] }]);
    expect(address()).toBe('/admin/dashboard/payouts/run-3');
  });

  it('are chosen all at once, or none, and none cannot be paid', async () => {
    const { screen, user, pay } = await openList();
    await user.click(screen.getByRole('button', { name: 'Select all' }));
    screen.getByText('5 of 5 cashouts · €311.22');
    await user.click(screen.getByRole('button', { name: 'Select none' }));
    screen.getByText('0 of 5 cashouts · €0.00');
    expect(pay().disabled).toBe(true);
  });

  it('stay chosen where the run is refused, which says why', async () => {
    const { screen, user, box, pay } = await openList({ [start]: refusal(409, 'A cashout is in another run') });
    await user.click(box('calm'));
    await user.click(pay());
    await screen.findByText('A cashout is in another run');
    screen.getByText('2 of 5 cashouts · €80.02');
  });

  it('are not there where nothing can be paid', async () => {
    const { screen } = await openList({ [list]: { cashouts: all.slice(5), next: null } });
    await screen.findByText('owing');
    expect(screen.queryByText('Pay selected')).toBeNull();
    expect(screen.queryByLabelText('Pay owing')).toBeNull();
  });
});

describe('a cashout whose outcome is unknown', () => {
  it('cannot be put into a run; an admin states it, and before that another one may approve it', async () => {
    const outcome = 'POST /api/admin/cashouts/:id/outcome' as const;
    const unsure = cashouts
      .filter(({ id }) => id === 'c6')
      .map((cashout) => ({ ...cashout, outcomeUnknown: true, checks: { ...cashout.checks!, debt: 0 } }));
    const { screen, user, sentTo } = await openAdminTab('cashouts', {
      answers: { [list]: { cashouts: unsure, next: null }, [outcome]: { success: true } },
    });
    expect(rowsOf('Cashouts')[1]).toEqual(expect.arrayContaining(['Outcome unknown (yellow)']));
    expect(screen.queryByRole('checkbox', { name: /^Pay / })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    const approval = await screen.findByRole('dialog');
    expect(choicesIn(approval)).toEqual(['Approved']);
    await user.click(within(approval).getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'State the outcome' }));
    const dialog = await screen.findByRole('dialog', { name: 'State the outcome' });
    expect(seen(dialog).join()).toContain('€106.60 for user-of-c6.');
    await user.type(within(dialog).getByLabelText('Reference'), 'Statement 11');
    await user.type(within(dialog).getByLabelText('Reason'), 'The bank booked it');
    await user.click(within(dialog).getByRole('button', { name: 'Record outcome' }));
    await screen.findByText('Outcome recorded.');
    expect(sentTo(outcome).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/cashouts/c6/outcome', { outcome: 'paid', reference: 'Statement 11', reason: 'The bank booked it' }],
    ]);
  });
});
