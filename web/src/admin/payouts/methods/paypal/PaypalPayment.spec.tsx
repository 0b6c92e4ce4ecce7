import { describe, expect, it } from '@jest/globals';
import type { PayoutRunView } from '@framelift/contracts';
import { within } from '@testing-library/react';
import { openAdminTab } from '../../../../../../test/support/admin-tab.ts';
import { openRun, paidByPaypal, payableRun, refusedRun, runAtPaypal } from '../../../../../../test/support/golden/payouts.ts';
import { type Answers, closeScreens, refusal } from '../../../../../../test/support/screen.tsx';
import { rowsOf, seen } from '../../../../../../test/support/seen.ts';

closeScreens();
const call = 'GET /api/admin/payout-runs/:id' as const;
const send = 'POST /api/admin/payout-runs/:id/send' as const;
const done = { success: true } as const;

async function open(run: PayoutRunView, answers: Answers = {}) {
  const opened = await openAdminTab(`payouts/${run.id}`, { answers: { [call]: run, ...answers } });
  await opened.screen.findByText('Payments', { selector: 'caption' });
  const press = (name: string) => opened.user.click(opened.screen.getByRole('button', { name }));
  const paypal = () => seen(opened.screen.getByRole('region', { name: 'PayPal' }));
  return { ...opened, press, paypal };
}

describe('the PayPal payments of an open run', () => {
  it('are paid now after a question that names the sum, or by the file', async () => {
    const { screen, user, press, paypal, sentTo } = await open(payableRun, { [send]: done });
    expect(paypal()).toEqual([
      'PayPal · 1 cashout · €60.10',
      'Pay 1 cashout with €60.10 from your PayPal balance. PayPal adds its fee.',
      'Pay now',
      'Or give this file to PayPal’s mass payments, then come back and mark the run as paid.',
      'Amounts are written as',
      'Download for PayPal',
    ]);
    await press('Pay now');
    const dialog = await screen.findByRole('alertdialog');
    expect(seen(dialog)).toContain(
      'PayPal pays €60.10 for 1 cashout from your balance, plus its fee. This cannot be undone. PayPal pays a run only once, however often it is sent.',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Do not pay' }));
    expect(sentTo(send)).toEqual([]);
    await press('Pay now');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Pay now' }));
    await screen.findByText('Sent to PayPal. The run shows what PayPal says about each payment.');
    expect(sentTo(send).map(({ path, body }) => [path, body])).toEqual([['/api/admin/payout-runs/run-3/send', { editBase: 1 }]]);
  });
  it('have only a file where PayPal is not set up', async () => {
    const { screen, paypal } = await open(openRun);
    expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull();
    expect(paypal()[1]).toBe('Give this file to PayPal’s mass payments, then come back and mark the run as paid.');
  });
  it('say why PayPal refused them', async () => {
    const error = 'Nothing was paid. PayPal had an internal error.';
    const { screen, user, press } = await open(refusedRun, { [send]: refusal(409, error) });
    screen.getByText('Nothing was paid. The PayPal balance does not cover the payments and their fees.');
    await press('Pay now');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Pay now' }));
    await screen.findByText(error);
  });
});

describe('payments that PayPal has', () => {
  const sent = 'Sent to PayPal May 6, 2026 by ada: 1 cashout, €60.10.';
  it.each([
    [{}, 'PayPal has accepted them and is working on them.'],
    [{ state: 'sent', batchId: null }, 'PayPal has not answered yet.'],
    [
      { state: 'sent', batchId: null, problem: 'PayPal did not answer.' },
      'PayPal did not answer. It is not known yet whether they were paid. PayPal is asked again under the same id, so nobody is paid twice.',
    ],
    [{ state: 'processed', fee: 1.2 }, 'PayPal has finished these payments.'],
  ] as const)('say how far PayPal is, case %#', async (fields, text) => {
    const { screen, paypal } = await open(runAtPaypal(fields));
    expect(paypal().slice(1, 3)).toEqual([sent, text]);
    expect(['Cancel run', 'Remove nina', 'Download for PayPal'].map((name) => screen.queryByRole('button', { name }))).toEqual([
      null,
      null,
      null,
    ]);
    expect(rowsOf('Payments')[1]).toContain('At PayPal (yellow)');
    expect(screen.queryByRole('button', { name: 'Mark as paid' }) === null).toBe(!('fee' in fields));
  });
  it('are decided by an admin where PayPal never confirmed them', async () => {
    const unused = 'POST /api/admin/payout-runs/:id/unused' as const;
    const run = runAtPaypal({ state: 'sent', batchId: null, undecided: true });
    const { screen, user, press, sentTo } = await open(run, { [unused]: done });
    screen.getByRole('button', { name: 'Mark as paid' });
    await press('PayPal did not pay');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'PayPal did not pay' }));
    expect(sentTo(unused).map(({ body }) => body)).toEqual([{ hash: 'cd'.repeat(20) }]);
  });
});

describe('a run that PayPal paid', () => {
  it('shows its fee, and why a payment has not arrived', async () => {
    const { screen } = await open(paidByPaypal);
    screen.getByText('PayPal fee');
    screen.getByText('€1.20');
    const states = rowsOf('Payments').map((row) => row.slice(6).join(' '));
    expect(states.slice(1)).toEqual([
      'Paid (green) Returned',
      'Not claimed yet (yellow) / The address has no PayPal account. Take back',
      'Failed, back in the balance (red) / The recipient’s PayPal account is locked or inactive. ',
    ]);
  });
  it('gives back what nobody has accepted', async () => {
    const takeBack = 'POST /api/admin/payout-runs/:id/take-back' as const;
    const { screen, user, press, sentTo } = await open(paidByPaypal, { [takeBack]: done });
    await press('Take back the payment of zoe');
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Take back' }));
    await screen.findByText('€80.40 returned to the balance of zoe.');
    expect(sentTo(takeBack).map(({ body }) => body)).toEqual([{ cashoutId: 'c3' }]);
  });
  it('says why it cannot', async () => {
    const takeBack = 'POST /api/admin/payout-runs/:id/take-back' as const;
    const { screen, user, press } = await open(paidByPaypal, { [takeBack]: refusal(409, 'PayPal does not hold this payment') });
    await press('Take back the payment of zoe');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take back' }));
    await screen.findByText('PayPal does not hold this payment');
  });
});
