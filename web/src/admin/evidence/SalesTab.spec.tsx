import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { attention } from '../../../../test/support/golden/admin.ts';
import { evidence, intentsPage, missingSales, sales } from '../../../../test/support/golden/evidence.ts';
import { type Answers, closeScreens, refusal } from '../../../../test/support/screen.tsx';
import { optionsOf, rowsOf } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/sales' as const;
const intents = 'GET /api/admin/intents' as const;
const open = (query = '', answers: Answers = {}) =>
  openAdminTab(`sales${query}`, { answers: { [list]: { sales, next: null }, [intents]: intentsPage, ...answers } });

describe('sales', () => {
  it('are shown with what became of them, and why', async () => {
    const { screen } = await open();
    await screen.findByText('sellauth-9');
    expect(rowsOf('Sales')).toEqual([
      ['Date', 'Transaction', 'Product', 'Affiliate', 'Amount', 'Commission', 'Outcome', 'Why'],
      ['May 19, 2026', 'sellauth-9', 'Product 19', 'nina', '€90.09', '€19.19', 'Credited (green)', ''],
      ['May 18, 2026', 'sellauth-8', 'Product 18', 'omar', '€80.08', '€18.18', 'Credited (green)', 'By hand'],
      ['May 17, 2026', 'sellauth-7', 'Product 17', 'nina', '€70.07', '€17.17', 'Credited (green)', 'Paid: 77.70 USD'],
      [
        'May 16, 2026',
        'sellauth-6',
        'Product 16',
        'nina',
        '€60.06',
        '€16.16',
        'Credited (green)',
        'Refunded in part: €6.50 · Dispute open',
      ],
      ['May 15, 2026', 'sellauth-5', 'Product 15', 'nina', '€50.05', '€15.15', 'Reversed (red)', 'Dispute lost'],
      ['May 14, 2026', 'sellauth-4', 'Product 14', '–', '€40.04', '–', 'Not credited (yellow)', 'The checkout is unknown'],
      ['May 13, 2026', 'stripe-cs_test_a1B…B2c3D4', 'Product 13', '–', '33.30 GBP', '–', 'Not credited (yellow)', 'There is no rate'],
      ['May 12, 2026', 'sellauth-2', 'Product 12', 'nina', '€20.02', '–', 'Not paid (grey)', ''],
      [
        'May 11, 2026',
        'sellauth-1',
        'Product 11',
        'nina',
        '€10.01',
        '€11.11',
        'Credited (green)',
        'Refunded in part: 1.50 USD · Dispute won',
      ],
    ]);
  });

  it('are asked for by status, order and search, as the address says', async () => {
    const { screen, user, sentTo, address } = await open('?status=credited&sort=amount&search=nina');
    await screen.findByText('sellauth-9');
    expect(optionsOf('Status')).toEqual([
      'All checkouts',
      'Credited',
      'Not credited',
      'Refunded or reversed',
      'Partial refunds to look at',
      'Not paid',
      'Never reached the store',
      'Missing sale claims',
    ]);
    expect(optionsOf('Sort by')).toEqual(['Newest first', 'Oldest first', 'Highest amount', 'Lowest amount']);
    for (const status of ['notCredited', 'refunded', 'attention', 'open'])
      await user.selectOptions(screen.getByLabelText('Status'), status);
    expect(address()).toContain('status=open');
    const rest = { limit: '50', sort: 'amount', search: 'nina' };
    await waitFor(() =>
      expect(sentTo(list).map(({ query }) => query)).toEqual(
        ['credited', 'notCredited', 'refunded', 'attention', 'open'].map((status) => ({ ...rest, status })),
      ),
    );
  });

  it.each([
    [0, null],
    [1, '1 missing sale to answer'],
    [2, '2 missing sales to answer'],
  ])('come after %d missing sales', async (count, text) => {
    const answer = { ...attention, counts: { ...attention.counts, sales: count } };
    const { screen, user, address } = await open('?search=nina', {
      'GET /api/admin/attention': answer,
      'GET /api/admin/missing-sales': missingSales,
    });
    await screen.findByText('sellauth-9');
    if (!text) return expect(screen.queryByText(/to answer/)).toBeNull();
    await screen.findByText(text);
    await user.click(screen.getByText('Answer'));
    await screen.findByText('She told me');
    expect([address(), screen.queryByText(text)]).toEqual(['/admin/dashboard/sales?status=missing', null]);
  });

  it('that are none say so', async () => {
    const { screen } = await open('', { [list]: { sales: [], next: null } });
    await screen.findByText('No sales found.');
  });

  it('say why they did not load', async () => {
    const { screen } = await open('', { [list]: refusal(503, 'Too busy') });
    await screen.findByText('Too busy');
  });

  it('open their evidence, which the address names', async () => {
    const { screen, user, address, sentTo } = await open('', { 'GET /api/admin/sales/:invoice': evidence });
    await user.click(await screen.findByText('€90.09'));
    await screen.findByText('buyer@mail.example');
    expect(screen.getByText('sellauth-9', { selector: 'td a' }).getAttribute('href')).toBe('/admin/dashboard/sales?invoice=sellauth-9');
    expect(address()).toBe('/admin/dashboard/sales?invoice=sellauth-9');
    expect(sentTo('GET /api/admin/sales/:invoice').map(({ path }) => path)).toEqual(['/api/admin/sales/sellauth-9']);
    await user.click(screen.getByLabelText('Close'));
    expect(address()).toBe('/admin/dashboard/sales');
  });
});

describe('checkouts that never reached the store', () => {
  it('are shown with who referred them', async () => {
    const { screen } = await open('?status=intents');
    await screen.findByText('v-22');
    expect(rowsOf('Checkouts that never reached the store')).toEqual([
      ['Requested', 'Affiliate', 'Referred', 'Visit'],
      ['May 14, 2026, 11:40:00 AM', 'nina', 'May 13, 2026, 10:30:00 AM', 'v-22'],
      ['May 14, 2026, 11:20:00 AM', '–', '–', '–'],
    ]);
  });

  it('that are none say so', async () => {
    const { screen } = await open('?status=intents', { [intents]: { intents: [], next: null } });
    await screen.findByText('All checkouts reached the store.');
  });
});
