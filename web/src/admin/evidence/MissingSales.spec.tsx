import { describe, expect, it } from '@jest/globals';
import { within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { missingSales, sales, uncredited } from '../../../../test/support/golden/evidence.ts';
import { type Answers, closeScreens, refusal } from '../../../../test/support/screen.tsx';
import { entriesIn, momentSeen, rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/missing-sales' as const;
const credit = 'POST /api/admin/missing-sales/:id/credit' as const;
const refuse = 'POST /api/admin/missing-sales/:id/refuse' as const;
const likely = 'GET /api/admin/missing-sales/:id/candidates' as const;
const done = { success: true } as const;
const open = async (answers: Answers = {}) =>
  openAdminTab('sales?status=missing', { answers: { [list]: missingSales, [likely]: { sales: [uncredited] }, ...answers } });

describe('missing sales', () => {
  it('are shown with what is known of them and what was answered', async () => {
    const { screen, sentTo } = await open();
    await screen.findByText('She told me');
    expect(rowsOf('Missing sales')).toEqual([
      ['Reported', 'Affiliate', 'Bought on', 'Details', 'Answer', 'Reason', 'Actions'],
      ['May 20, 2026', 'nina', 'May 10, 2026', 'R-77 · erin@mail.example She told me', 'Under review (yellow)', '', 'Answer'],
      ['May 20, 2026', 'omar', 'May 9, 2026', 'R-78', 'Under review (yellow)', '', 'Answer'],
      ['May 20, 2026', 'nina', 'May 10, 2026', 'finn@mail.example', 'Credited (green)', 'sellauth-8 · Found it', ''],
      ['May 20, 2026', 'omar', 'May 10, 2026', 'Erased', 'Not credited (grey)', 'Paid by another link · Internal note: Second claim', ''],
    ]);
    expect(sentTo(list).map(({ query }) => query)).toEqual([{ limit: '50' }]);
  });

  it('that are none say so', async () => {
    const { screen } = await open({ [list]: { missingSales: [], next: null } });
    await screen.findByText('No missing sales reported.');
  });

  it('say why they did not load', async () => {
    const { screen } = await open({ [list]: refusal(503, 'Too busy') });
    await screen.findByText('Too busy');
  });
});

describe('an answer', () => {
  const openDialog = async (affiliate: string, answers: Answers = {}) => {
    const opened = await open({ 'GET /api/admin/sales': { sales, next: null }, ...answers });
    await opened.user.click(await opened.screen.findByRole('button', { name: `Answer ${affiliate}` }));
    const dialog = await opened.screen.findByRole('dialog');
    const press = (name: string) => opened.user.click(within(dialog).getByRole('button', { name }));
    const because = (reason: string) => opened.user.type(within(dialog).getByLabelText(/^Reason/), reason);
    return { ...opened, dialog, press, because };
  };

  it('begins from all that is known', async () => {
    const { dialog } = await openDialog('nina');
    expect(seen(dialog.querySelector('dl')!)).toEqual([
      'Affiliate',
      'nina',
      'Bought on',
      'May 10, 2026',
      'Transaction',
      'R-77',
      'Buyer',
      'erin@mail.example',
      'Notes',
      'She told me',
    ]);
  });

  it('looks for the sale by the buyer, or by the transaction where there is none', async () => {
    const { screen, user, dialog, address } = await openDialog('omar');
    expect(seen(dialog.querySelector('dl')!).slice(-2)).toEqual(['Buyer', 'not known']);
    await user.click(within(dialog).getByText('Search all checkouts'));
    await screen.findByText('sellauth-9');
    expect([address(), screen.queryByRole('dialog')]).toEqual(['/admin/dashboard/sales?search=R-78', null]);
  });

  it('lists the checkouts that it may be, and credits one by one click', async () => {
    const { screen, user, dialog, sentTo } = await openDialog('nina', { [credit]: done });
    await within(dialog).findByText('Likely checkouts');
    expect(entriesIn(dialog)).toEqual([
      ['sellauth-4', `${momentSeen('2026-05-14T12:00:00.000Z')} · €40.04`, 'The checkout is unknown', 'Credit'],
    ]);
    await user.click(within(dialog).getByRole('button', { name: 'Credit sellauth-4' }));
    await screen.findByText('Sale credited to nina.');
    expect(sentTo(likely)[0]!.path).toBe('/api/admin/missing-sales/m4/candidates');
    expect(sentTo(credit).map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/admin/missing-sales/m4/credit',
        { transactionId: 'sellauth-4', reason: 'We found this purchase and credited it to you.', internalNote: '' },
      ],
    ]);
  });

  it('credits one with the reason that was written', async () => {
    const { user, dialog, because, sentTo } = await openDialog('nina', { [credit]: done });
    await because('She told us');
    await user.click(await within(dialog).findByRole('button', { name: 'Credit sellauth-4' }));
    expect(sentTo(credit).map(({ body }) => body)).toEqual([{ transactionId: 'sellauth-4', reason: 'She told us', internalNote: '' }]);
  });

  it.each([
    ['that no checkout fits', { sales: [] }, 'No uncredited checkout fits this claim.'],
    ['why they did not load', refusal(503, 'Too busy'), 'Too busy'],
  ])('says %s', async (_, answer, text) => {
    const { dialog } = await openDialog('nina', { [likely]: answer });
    await within(dialog).findByText(text);
  });

  it('credits a sale', async () => {
    const { screen, user, dialog, press, because, sentTo } = await openDialog('nina', { [credit]: done });
    await user.type(within(dialog).getByLabelText('Transaction to credit'), 'sellauth-8');
    await because('Found it');
    await press('Credit the sale');
    await screen.findByText('Sale credited to nina.');
    expect(sentTo(credit).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/missing-sales/m4/credit', { transactionId: 'sellauth-8', reason: 'Found it', internalNote: '' }],
    ]);
  });

  it('says why it does not', async () => {
    const { screen, user, dialog, press, because, sentTo } = await openDialog('omar', { [refuse]: done });
    await user.type(within(dialog).getByLabelText('Transaction to credit'), 'sellauth-8');
    await because('Another link');
    await user.type(within(dialog).getByLabelText('Internal note (optional)'), 'Second claim');
    await press('Do not credit');
    await screen.findByText('omar can read why it is not credited.');
    expect(sentTo(refuse).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/missing-sales/m3/refuse', { reason: 'Another link', internalNote: 'Second claim' }],
    ]);
  });

  it('needs a transaction to credit and a reason to refuse, and says why it is refused', async () => {
    const { user, dialog, press, sent } = await openDialog('nina', { [credit]: refusal(404, 'Sale not found') });
    await press('Credit the sale');
    await press('Do not credit');
    await within(dialog).findByText('Please say why. The affiliate sees the reason.');
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
    await user.type(within(dialog).getByLabelText('Transaction to credit'), 'sellauth-7');
    await press('Credit the sale');
    await within(dialog).findByText('Sale not found');
  });
});
