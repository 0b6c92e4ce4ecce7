import { describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts/rules';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../test/support/admin-tab.ts';
import { closeScreens, refusal } from '../../../test/support/screen.tsx';
import { entriesIn, optionsOf, seen } from '../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/cashouts' as const;
const process = 'PUT /api/admin/cashouts/:id/process' as const;
const settle = 'PUT /api/admin/cashouts/:id/settle' as const;
const panel = () => document.querySelector('[role=tabpanel]:not([hidden])')!;

describe('the cashouts of the programme', () => {
  it('are shown with amount, status, affiliate, destination and next step', async () => {
    await openAdminTab('cashouts');
    expect(entriesIn(panel())).toEqual([
      [
        '€106.60',
        'Pending (yellow)',
        'user-of-c6',
        'PayPal · c6@pay.example',
        'Apr 16, 2026',
        'Never paid before',
        'Owes €9.00 (red)',
        'First cashout (yellow)',
        'Process',
      ],
      [
        '€105.50',
        'Under review (yellow)',
        'user-of-c5',
        'PayPal · c5@pay.example',
        'Apr 15, 2026',
        'Never paid before',
        'In payout run (accent)',
      ],
      [
        '€104.40',
        'Approved (grey)',
        'user-of-c4',
        'Solana · 4Nd1mYxx...xxxxRJg5',
        'Apr 14, 2026',
        'Paid before: €250.50 in 3 cashouts',
        'Mark as paid',
      ],
      ['€103.30', 'Completed (green)', 'user-of-c3', 'PayPal · c3@pay.example', 'Apr 13, 2026', 'Proof Picture'],
      ['€102.20', 'Rejected (red)', 'user-of-c2', 'PayPal · c2@pay.example', 'Apr 12, 2026', 'Reason: PayPal does not know this address'],
      ['€101.10', 'Returned (red)', 'user-of-c1', 'PayPal · c1@pay.example', 'Apr 11, 2026'],
    ]);
  });

  it('are asked for by status and order', async () => {
    const { screen, user, sentTo } = await openAdminTab('cashouts');
    expect(optionsOf('Status')).toEqual(['All statuses', 'Pending', 'Approved, not paid', 'Completed', 'Rejected', 'Returned']);
    expect(optionsOf('Sort by')).toEqual(['Newest first', 'Oldest first', 'Highest amount', 'Lowest amount', 'Username']);
    await user.selectOptions(screen.getByLabelText('Status'), 'Approved, not paid');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Lowest amount');
    await waitFor(() =>
      expect(sentTo(list).map(({ query }) => query)).toEqual([
        { limit: '50' },
        { limit: '50', status: 'approved' },
        { limit: '50', status: 'approved', sort: 'amount' },
      ]),
    );
  });

  it('that are none say so', async () => {
    const { screen } = await openAdminTab('cashouts', { answers: { [list]: { cashouts: [], next: null } } });
    screen.getByText('No cashouts found.');
  });

  it('are decided with the status, the notes and no picture', async () => {
    const { screen, user, sentTo } = await openAdminTab('cashouts', { answers: { [process]: { success: true } } });
    await user.click(screen.getAllByRole('button', { name: 'Process' })[0]!);
    const dialog = await screen.findByRole('dialog');
    expect(seen(dialog)).toContain('€106.60 for user-of-c6 · PayPal · c6@pay.example');
    expect([...within(dialog).getByLabelText<HTMLSelectElement>('Status').options].map(({ text }) => text)).toEqual([
      'Approved',
      'Completed',
      'Rejected',
    ]);
    await user.selectOptions(within(dialog).getByLabelText('Status'), 'Rejected');
    expect(seen(dialog)).toEqual(
      expect.arrayContaining(['Reject Cashout', 'Never paid before', 'Owes €9.00 (red)', 'First cashout (yellow)']),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await within(dialog).findByText('Please say why. The affiliate sees the reason.');
    await user.type(within(dialog).getByLabelText('Reason (the affiliate sees this)'), 'Wrong address');
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await screen.findByText('Cashout processed successfully!');
    expect(sentTo(process).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/cashouts/c6/process', { status: 'rejected', adminNotes: 'Wrong address', proofImage: null }],
    ]);
    await waitFor(() => expect(sentTo(list).length).toBeGreaterThan(1));
  });

  it('that are approved are marked as paid, by another call', async () => {
    const { screen, user, sentTo } = await openAdminTab('cashouts', { answers: { [settle]: { success: true } } });
    await user.click(screen.getByRole('button', { name: 'Mark as paid' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Admin Notes (optional)'), 'By hand');
    await user.click(within(dialog).getByRole('button', { name: 'Mark as paid' }));
    await screen.findByText('Cashout processed successfully!');
    expect(sentTo(settle).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/cashouts/c4/settle', { status: 'completed', adminNotes: 'By hand', proofImage: null }],
    ]);
  });

  it('keep their form open where the server refuses', async () => {
    const { screen, user } = await openAdminTab('cashouts', { answers: { [process]: () => refusal(409, 'Somebody decided it already') } });
    await user.click(screen.getAllByRole('button', { name: 'Process' })[0]!);
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Process Cashout' }));
    expect(seen(await within(dialog).findByRole('alert'))).toContain('Somebody decided it already');
  });

  it('take no picture that is none, and say so before sending', async () => {
    const { screen, user, sent } = await openAdminTab('cashouts');
    await user.click(screen.getAllByRole('button', { name: 'Process' })[0]!);
    const dialog = await screen.findByRole('dialog');
    const text = new File(['hello'], 'proof.txt', { type: 'text/plain' });
    fireEvent.change(within(dialog).getByLabelText('Proof Image (optional)'), { target: { files: [text] } });
    await within(dialog).findByText(refusals.proofInvalid);
    await user.click(within(dialog).getByRole('button', { name: 'Process Cashout' }));
    expect(sent.some(({ call }) => call === process)).toBe(false);
  });

  it('show the chosen picture before it is sent, and take none that cannot be read', async () => {
    const { screen, user } = await openAdminTab('cashouts');
    await user.click(screen.getAllByRole('button', { name: 'Process' })[0]!);
    const dialog = await screen.findByRole('dialog');
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
    const { screen, user, sentTo } = await openAdminTab('cashouts', { answers: { [process]: { success: true } } });
    await user.click(screen.getAllByRole('button', { name: 'Process' })[0]!);
    const dialog = await screen.findByRole('dialog');
    const picture = new File(['picture'], 'proof.png', { type: 'image/png' });
    fireEvent.change(within(dialog).getByLabelText('Proof Image (optional)'), { target: { files: [picture] } });
    await user.selectOptions(within(dialog).getByLabelText('Status'), 'Completed');
    await user.click(within(dialog).getByRole('button', { name: 'Process Cashout' }));
    await screen.findByText('Cashout processed successfully!');
    expect(sentTo(process)[0]!.body).toEqual({ status: 'completed', adminNotes: '', proofImage: 'data:image/png;base64,cGljdHVyZQ==' });
  });
});
