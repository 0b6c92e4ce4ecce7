import { describe, expect, it } from '@jest/globals';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { openDashboard } from '../../../test/support/dashboard-screen.ts';
import { missingSales, sales } from '../../../test/support/golden/affiliate.ts';
import { type Answers, closeScreens, refusal } from '../../../test/support/screen.tsx';
import { part, rowsOf, seen } from '../../../test/support/seen.ts';

closeScreens();
const open = (answers: Answers = {}) => openDashboard('sales', { answers });

describe('the sales tab', () => {
  it('shows what was sold, how it was found, when the commission is available, and its status', async () => {
    await open();
    expect(rowsOf('Sales')).toEqual([
      ['Product', 'Customer Email', 'Amount', 'Commission', 'Date', 'Status'],
      [
        'Product s7 by link · campaign spring · to /premium from videos.example',
        's7***@buyer.example',
        '€70.07',
        '€17.51',
        'Mar 27, 2026',
        'Completed (green) / Available on Mar 4, 2099',
      ],
      [
        'Product s6 by code NINA10',
        's6***@buyer.example',
        '€60.06',
        '€15.01',
        'Mar 26, 2026',
        'Under review (yellow) / Reason: We check this purchase first',
      ],
      ['Product s5 by link', 's5***@buyer.example', '€50.05', '€12.51', 'Mar 25, 2026', 'Refunded (grey) / Reason: The card was stolen'],
      ['Product s4 credited by hand', 's4***@buyer.example', '€40.04', '€10.02', 'Mar 24, 2026', 'Completed (green)'],
      ['Product s3 by code', 's3***@buyer.example', '€30.03', '€7.53', 'Mar 23, 2026', 'Completed (green)'],
      ['Product s2 by link · to /tweaks', 's2***@buyer.example', '€20.02', '€5.04', 'Mar 22, 2026', 'Completed (green)'],
    ]);
  });

  it('shows older sales below the newer ones when they are asked for', async () => {
    const pages = { first: { sales: sales.slice(0, 2), next: 'older' }, older: { sales: sales.slice(2, 3), next: null } };
    const { screen, user, sentTo } = await open({
      'GET /api/affiliate/sales': ({ query }) => (query['after'] === 'older' ? pages.older : pages.first),
    });
    await user.click(await screen.findByText('Show older sales'));
    await screen.findByText('Product s5');
    expect(rowsOf('Sales').map(([product]) => product?.slice(0, 10))).toEqual(['Product', 'Product s7', 'Product s6', 'Product s5']);
    expect(screen.queryByText('Show older sales')).toBeNull();
    expect(sentTo('GET /api/affiliate/sales').map(({ query }) => query)).toEqual([{ limit: '50' }, { limit: '50', after: 'older' }]);
  });

  it('asks for a part of the sales by search, status and days, and for the same as a file', async () => {
    const { screen, user, sentTo, kept } = await open({
      'GET /api/affiliate/sales': ({ query }) => ({ sales: query['search'] ? [] : sales, next: null }),
      'GET /api/affiliate/sales.csv': () => new Response('transactionId'),
    });
    await user.selectOptions(screen.getByLabelText('Status'), 'Refunded');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-31' } });
    await user.type(screen.getByLabelText('Search'), ' spring ');
    await screen.findByText('No sale matches these filters.');
    const day = (time: string) => new Date(time).toISOString();
    const asked = { search: 'spring', status: 'refunded', from: day('2026-03-01T00:00'), to: day('2026-03-31T23:59:59.999') };
    expect(sentTo('GET /api/affiliate/sales').at(-1)!.query).toEqual({ limit: '50', ...asked });
    await user.click(screen.getByText('Download CSV'));
    expect(sentTo('GET /api/affiliate/sales.csv').map(({ query }) => query)).toEqual([asked]);
    expect(await kept()).toEqual([['sales-refunded-from-2026-03-01-to-2026-03-31.csv', 'transactionId']]);
  });

  it('says that a part of the sales failed', async () => {
    const { screen, user } = await open({
      'GET /api/affiliate/sales': ({ query }) => (query['status'] ? refusal(503, 'Busy') : { sales, next: null }),
    });
    await user.selectOptions(screen.getByLabelText('Status'), 'Refunded');
    await screen.findByText('Busy');
  });

  it('shows the newest sales that the dashboard has while the list cannot be loaded', async () => {
    await open({ 'GET /api/affiliate/sales': refusal(502, 'Bad gateway') });
    expect(rowsOf('Sales')).toHaveLength(7);
  });

  it('says that there are no sales and no missing ones', async () => {
    const { screen } = await openDashboard('sales', {
      view: { recentSales: [] },
      answers: {
        'GET /api/affiliate/sales': { sales: [], next: null },
        'GET /api/affiliate/missing-sales': { missingSales: [], next: null },
      },
    });
    await screen.findByText('No missing sales reported.');
    screen.getByText('No sales found.');
    screen.getByText('A sale is missing from the list? Report it, and we’ll look into it.');
  });
});

describe('missing sales', () => {
  it('show what was reported and what became of it', async () => {
    const { screen } = await open();
    await screen.findByText('Missing sales', { selector: 'caption' });
    expect(rowsOf('Missing sales')).toEqual([
      ['Bought on', 'Details', 'Reported', 'Answer'],
      ['Feb 23, 2026', 'INV-3 · kim@buyer.example', 'Feb 26, 2026', 'Under review (yellow)'],
      ['Feb 22, 2026', 'INV-2', 'Feb 25, 2026', 'Credited (green) / t-22 · Found it'],
      ['Feb 21, 2026', 'max@buyer.example', 'Feb 24, 2026', 'Not credited (grey) / Bought before the click'],
    ]);
  });

  it('show older ones when they are asked for', async () => {
    const [newest, ...older] = missingSales.missingSales;
    const { screen, user } = await open({
      'GET /api/affiliate/missing-sales': ({ query }) =>
        query['after'] ? { missingSales: older, next: null } : { missingSales: [newest!], next: 'older' },
    });
    await user.click(await screen.findByText('Show older'));
    await screen.findByText('INV-2');
    expect(rowsOf('Missing sales').map(([day]) => day)).toEqual(['Bought on', 'Feb 23, 2026', 'Feb 22, 2026', 'Feb 21, 2026']);
  });

  const report = async (answers: Answers = {}) => {
    const opened = await open(answers);
    await opened.user.click(await opened.screen.findByText('Report a Missing Sale'));
    const dialog = within(part('Report a Missing Sale'));
    const send = () => opened.user.click(dialog.getByText('Report Sale'));
    const fill = (label: string, text: string) => opened.user.type(dialog.getByLabelText(label), text);
    return { ...opened, dialog, send, fill };
  };
  const call = 'POST /api/affiliate/missing-sales' as const;

  it('are reported with all that was entered, without the spaces around it, and the list is loaded again', async () => {
    const { screen, send, fill, sentTo } = await report({ [call]: { success: true } });
    await fill('Day of the purchase', '2026-02-20');
    await fill('Transaction or order number', ' INV-9 ');
    await fill('Buyer’s email', 'lea@buyer.example');
    await fill('Anything else (optional)', ' By phone ');
    await send();
    await screen.findByText('Thanks! We’ll look into it and reply here and by e-mail.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sentTo(call).map(({ body }) => body)).toEqual([
      { boughtOn: '2026-02-20', invoice: 'INV-9', customerEmail: 'lea@buyer.example', notes: 'By phone' },
    ]);
    await waitFor(() => expect(sentTo('GET /api/affiliate/missing-sales')).toHaveLength(2));
  });

  it('are reported with nothing in place of what was left empty', async () => {
    const { screen, send, fill, sentTo } = await report({ [call]: { success: true } });
    await fill('Day of the purchase', '2026-02-20');
    await fill('Buyer’s email', 'lea@buyer.example');
    await send();
    await screen.findByText(/^Thanks!/);
    expect(sentTo(call)[0]!.body).toEqual({ boughtOn: '2026-02-20', invoice: null, customerEmail: 'lea@buyer.example', notes: null });
  });

  it('are not reported without anything to find them by, nor without a day', async () => {
    const { dialog, send, fill, sentTo } = await report();
    await fill('Buyer’s email', 'lea@buyer.example');
    await send();
    await fill('Day of the purchase', '2026-02-20');
    await fill('Buyer’s email', '{Backspace}'.repeat(17));
    await send();
    expect(seen(await dialog.findByRole('alert'))).toEqual([
      'Please give the transaction or the buyer’s e-mail address, so that we can find the sale',
    ]);
    expect(sentTo(call)).toEqual([]);
  });

  it('say why the server refuses a report, and keep what was entered', async () => {
    const { dialog, send, fill } = await report({ [call]: refusal(400, 'This day is in the future') });
    await fill('Day of the purchase', '2026-02-20');
    await fill('Transaction or order number', 'INV-9');
    await send();
    expect(seen(await dialog.findByRole('alert'))).toEqual(['This day is in the future']);
    expect(dialog.getByLabelText<HTMLInputElement>('Transaction or order number').value).toBe('INV-9');
  });
});
