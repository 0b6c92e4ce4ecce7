import { describe, expect, it } from '@jest/globals';
import type { WhyView } from '@framelift/contracts';
import { within } from '@testing-library/react';
import { openDashboard } from '../../../test/support/dashboard-screen.ts';
import { receipts } from '../../../test/support/golden/affiliate.ts';
import { type Answers, closeScreens, loadCode, refusal } from '../../../test/support/screen.tsx';
import { entriesIn, part, seen } from '../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/affiliate/receipts' as const;
const share = 'POST /api/affiliate/receipts' as const;
const withdraw = 'DELETE /api/affiliate/receipts/:id' as const;
const recordedAt = '2026-05-04T12:00:00.000Z';
const paid: WhyView = {
  figure: 'paid',
  value: 312_75,
  unit: 'cents',
  at: { position: 1_906, recordedAt },
  beganAt: '2026-01-02T00:00:00.000Z',
  parts: [{ position: 1_900, recordedAt, says: 'Cashout paid', amount: 312_75, running: 312_75, of: null, figure: null }],
  sums: [{ kind: 'cashoutCompleted', count: 1, amount: 312_75 }],
  next: null,
  checkpoint: null,
};
const open = async (answers: Answers = {}) => {
  await loadCode('web/src/session/why/WhyPanel.tsx', 'web/src/session/receipts/ReceiptDialog.tsx');
  return openDashboard('settings', { answers: { 'GET /api/why/:figure': paid, ...answers } });
};

describe('receipts', () => {
  it('are listed with what they show, and withdrawn after a question', async () => {
    const { screen, user, sentTo } = await open({ [withdraw]: { success: true } });
    await screen.findByText('Cashout paid within 2 days · Nina P.');
    expect(entriesIn(part('Receipts'))).toEqual([
      ['€312.75', 'Cashout paid within 2 days · Nina P.', 'Shared on May 5, 2026 · may be on the page about the program', 'Withdraw'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Withdraw €312.75, Cashout paid within 2 days' }));
    await user.click(within(part('Withdraw Receipt')).getByText('Withdraw'));
    await screen.findByText('Receipt withdrawn.');
    expect(sentTo(withdraw).map(({ path }) => path)).toEqual([`/api/affiliate/receipts/${receipts.receipts[0]!.id}`]);
  });

  it('are made from a number: a preview, a name, then the link', async () => {
    const { screen, user, sentTo, address } = await open({ [list]: { ...receipts, receipts: [] }, [share]: { id: 'r9' } });
    await screen.findByText('No receipts yet.');
    await user.click(screen.getByText('Paid out so far'));
    expect(address()).toBe('/affiliate/dashboard/settings?why=paid');
    await user.click(await screen.findByRole('button', { name: 'Share this number' }));
    const dialog = await screen.findByRole('dialog', { name: 'Share this number' });
    expect(seen(within(dialog).getByRole('figure'))).toEqual(['€312.75', 'Your name · Paid out, up to May 4, 2026']);
    await user.type(within(dialog).getByLabelText('Name on the page'), ' Nina P. ');
    expect(seen(within(dialog).getByRole('figure'))[1]).toMatch(/^Nina P\. ·/);
    await user.click(within(dialog).getByText('Create page'));
    const link = await screen.findByLabelText<HTMLInputElement>('Link');
    expect(link.value).toMatch(/\/receipt\/r9$/);
    expect(sentTo(share).map(({ body }) => body)).toEqual([{ figure: 'paid', of: null, at: null, name: 'Nina P.', onPage: false }]);
  });

  it('says why a number cannot be shared', async () => {
    const { screen, user } = await open({ [share]: () => refusal(409, 'You have 50 receipts') });
    await user.click(await screen.findByText('Paid out so far'));
    await user.click(await screen.findByRole('button', { name: 'Share this number' }));
    await user.type(screen.getByLabelText('Name on the page'), 'N');
    await user.click(screen.getByText('Create page'));
    await screen.findByText('You have 50 receipts');
  });

  it('are not offered where the terms switch them off', async () => {
    const { screen } = await open({ [list]: { ...receipts, allowed: false } });
    await screen.findByText('The program has switched receipts off. Nobody can open these pages.');
    expect(screen.queryByText('Paid out so far')).toBeNull();
  });
});
