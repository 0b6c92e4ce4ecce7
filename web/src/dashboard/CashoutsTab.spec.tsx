import { describe, expect, it, jest } from '@jest/globals';
import type { DashboardView } from '@framelift/contracts';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { openDashboard } from '../../../test/support/dashboard-screen.ts';
import { dashboard } from '../../../test/support/golden/affiliate.ts';
import { type Answers, closeScreens, refusal } from '../../../test/support/screen.tsx';
import { entriesIn, optionsOf, part, seen } from '../../../test/support/seen.ts';

closeScreens();
const open = (view: Partial<DashboardView> = {}, answers: Answers = {}) => openDashboard('cashouts', { view, answers });
const affiliateWith = (fields: Partial<DashboardView['affiliate']>) => ({ affiliate: { ...dashboard.affiliate, ...fields } });
const proof = 'GET /api/affiliate/cashouts/:id/proof' as const;

describe('the cashouts tab', () => {
  it('shows each cashout in the same lines: status, where it goes, both days, reference, proof; and why it was rejected', async () => {
    const { screen } = await open();
    const lines = (requested: string, paid = '–', reference = '–', shownProof = '–') =>
      Object.entries({ Requested: requested, Paid: paid, Reference: reference, Proof: shownProof }).flat();
    expect(entriesIn(screen.getByRole('tabpanel', { hidden: false }))).toEqual([
      ['€106.60', 'Pending (yellow)', 'PayPal · c6@pay.example', ...lines('Apr 16, 2026')],
      ['€105.50', 'Under review (yellow)', 'PayPal · c5@pay.example', ...lines('Apr 15, 2026')],
      ['€104.40', 'Approved (grey)', 'Solana · 4Nd1mYxx...xxxxRJg5', ...lines('Apr 14, 2026')],
      [
        '€103.30',
        'Completed (green)',
        'PayPal · c3@pay.example',
        ...lines('Apr 13, 2026', 'Apr 13, 2026', 'PAYPAL-7XK21', 'Proof Picture'),
      ],
      ['€102.20', 'Rejected (red)', 'PayPal · c2@pay.example', ...lines('Apr 12, 2026'), 'Reason', 'PayPal does not know this address'],
      ['€101.10', 'Returned (red)', 'PayPal · c1@pay.example', ...lines('Apr 11, 2026', 'Apr 11, 2026')],
    ]);
  });

  it('says that there are none', async () => {
    const { screen } = await open({ recentCashouts: [] });
    screen.getByText('No cashouts found.');
  });

  it('offers no cashout below the minimum, and says what it is', async () => {
    const { screen } = await open(affiliateWith({ balance: 75.49 }));
    screen.getByText('(€75.5+ required)');
    screen.getByText('€0.01 to go');
    expect(screen.getByText<HTMLButtonElement>('Request Cashout').disabled).toBe(true);
  });

  it('offers one at the minimum', async () => {
    const { screen } = await open(affiliateWith({ balance: 75.5 }));
    expect([screen.queryByText(/required/), screen.getByText<HTMLButtonElement>('Request Cashout').disabled]).toEqual([null, false]);
  });

  it('offers none to an account under review, and says so', async () => {
    const { screen } = await open(affiliateWith({ underReview: true }));
    screen.getByText('Your account is under review. You can request cashouts once it is over.');
    expect(screen.getByText<HTMLButtonElement>('Request Cashout').disabled).toBe(true);
  });

  it('shows the picture that proves a payment', async () => {
    const { screen, user, sent } = await open({}, { [proof]: () => new Response('picture') });
    await user.click(screen.getByText('Proof Picture'));
    const picture = await screen.findByAltText('Proof of payment');
    expect(sent.at(-1)!.path).toBe('/api/affiliate/cashouts/c3/proof');
    fireEvent.error(picture);
    screen.getByText('Image not found');
  });

  it('says that a picture is on its way, and that it is not there', async () => {
    let answer!: (response: Response) => void;
    const { screen, user } = await open({}, { [proof]: () => new Promise<Response>((resolve) => (answer = resolve)) });
    await user.click(screen.getByText('Proof Picture'));
    await screen.findByText('Loading image...');
    answer(refusal(404, 'Not found'));
    await screen.findByText('Image not found');
  });
});

describe('a request for a cashout', () => {
  const call = 'POST /api/affiliate/cashouts' as const;
  const request = async (view: Partial<DashboardView> = {}, answers: Answers = {}) => {
    const opened = await open(view, answers);
    await opened.user.click(opened.screen.getByText('Request Cashout'));
    await opened.screen.findByRole('dialog');
    const dialog = within(part('Request Cashout'));
    const amount = dialog.getByLabelText<HTMLInputElement>('Amount (€)');
    const submit = dialog.getByText<HTMLButtonElement>('Submit Request');
    const enter = (text: string) => fireEvent.change(amount, { target: { value: text } });
    return { ...opened, dialog, amount, submit, enter };
  };

  it('begins with the primary method, what is available, and nothing to complain about', async () => {
    const { dialog, submit, screen } = await request();
    expect(seen(screen.getByRole('dialog'))).toEqual([
      'Request Cashout',
      'Available: €412.34',
      'Amount (€)',
      'Payment Method',
      'Notes (optional)',
      'Cancel',
      'Submit Request',
    ]);
    expect(optionsOf('Payment Method')).toEqual(['PayPal – own@pay.example', 'Solana – 77777777...77777777']);
    expect(dialog.getByLabelText<HTMLSelectElement>('Payment Method').value).toBe('m2');
    expect([submit.disabled, dialog.queryByRole('alert')]).toEqual([true, null]);
  });

  it('sends amount, method and notes, says so, and loads the dashboard again', async () => {
    const { screen, user, dialog, submit, enter, sentTo } = await request({}, { [call]: { success: true } });
    enter('100.25');
    await user.selectOptions(dialog.getByLabelText('Payment Method'), 'm1');
    await user.type(dialog.getByLabelText('Notes (optional)'), 'By Friday');
    await user.click(submit);
    await screen.findByText('Cashout request submitted successfully!');
    expect(sentTo(call).map(({ body }) => body)).toEqual([{ amount: 100.25, paymentMethodId: 'm1', notes: 'By Friday', editBase: 1 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(sentTo('GET /api/affiliate/stats')).toHaveLength(2));
  });

  it('is not sent beyond its limits', async () => {
    const { dialog, submit, enter, sentTo } = await request();
    for (const [typed, problem] of [
      ['75.49', 'Minimum cashout amount is €75.50'],
      ['412.35', 'Insufficient balance'],
      ['80.005', 'Cashout amount must have at most two decimals'],
      ['', 'Please fill in all required fields'],
    ] as const) {
      enter(typed);
      expect([seen(dialog.getByRole('alert')), submit.disabled]).toEqual([[problem], true]);
    }
    fireEvent.submit(submit.closest('form')!);
    expect(sentTo(call)).toEqual([]);
  });

  it('says what is on hold where more than the balance is asked for, and no more than there will be', async () => {
    const { enter, screen } = await request();
    enter('412.34');
    expect(screen.queryByText(/on hold;/)).toBeNull();
    enter('499.55');
    screen.getByText('€87.21 more is on hold; the next €11.01 is available on Mar 4, 2099.');
    enter('499.56');
    expect(screen.queryByText(/on hold;/)).toBeNull();
  });

  it('needs a payment method of a type that is offered', async () => {
    const { dialog, submit, enter } = await request({ terms: { ...dashboard.terms, paymentTypes: ['paypal'] } });
    expect(optionsOf('Payment Method')).toEqual(['PayPal – own@pay.example']);
    enter('100');
    expect([submit.disabled, dialog.queryByRole('alert')]).toEqual([false, null]);
  });

  it('says that a payment method is missing', async () => {
    const { dialog, submit, enter } = await request({ paymentMethods: [] });
    expect(seen(dialog.getByRole('alert'))).toEqual(['You need to add a payment method first.']);
    enter('100');
    expect(submit.disabled).toBe(true);
  });

  it('is sent by a method that arrives while the form is open, with the amount that was entered', async () => {
    let view: DashboardView = { ...dashboard, paymentMethods: [] };
    const opened = await request({}, { [call]: { success: true }, 'GET /api/affiliate/stats': () => view });
    opened.enter('100');
    view = dashboard;
    await opened.screen.findByTitle('Live');
    opened.live.tell({ position: 2, events: ['PaymentMethodAdded'] });
    await opened.dialog.findByLabelText('Payment Method');
    await opened.user.click(opened.submit);
    await opened.screen.findByText('Cashout request submitted successfully!');
    expect(opened.sentTo(call)[0]!.body).toEqual({ amount: 100, paymentMethodId: 'm2', notes: '', editBase: 2 });
  });

  it('says why the server refuses it, or that it failed, and stays open with what was entered', async () => {
    let answer = refusal(400, 'Not today');
    const { user, dialog, submit, enter, amount } = await request({}, { [call]: () => answer });
    enter('100');
    await user.click(submit);
    expect(seen(await dialog.findByRole('alert'))).toEqual(['Not today']);
    answer = new Response('', { status: 502 });
    await user.click(submit);
    await dialog.findByText('Failed to submit cashout request');
    expect(amount.value).toBe('100');
  });

  it('is announced for three seconds', async () => {
    jest.useFakeTimers();
    const opened = await openDashboard('cashouts', { answers: { [call]: { success: true } }, fakeClock: true });
    await opened.user.click(opened.screen.getByText('Request Cashout'));
    fireEvent.change(opened.screen.getByLabelText('Amount (€)'), { target: { value: '100' } });
    await opened.user.click(opened.screen.getByText('Submit Request'));
    await opened.screen.findByText('Cashout request submitted successfully!');
    await opened.pass(2_900);
    opened.screen.getByText('Cashout request submitted successfully!');
    await opened.pass(200);
    expect(opened.screen.queryByText('Cashout request submitted successfully!')).toBeNull();
  });
});
