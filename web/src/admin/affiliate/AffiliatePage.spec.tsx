import { describe, expect, it } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { cashouts, nina } from '../../../../test/support/golden/admin.ts';
import { ledger } from '../../../../test/support/golden/affiliate.ts';
import { affiliateAnswers } from '../../../../test/support/golden/affiliates.ts';
import { sales } from '../../../../test/support/golden/evidence.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { fieldsIn, part, rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const one = 'GET /api/admin/affiliates/:id' as const;
const edit = 'PUT /api/admin/affiliates/:id' as const;
const done = { success: true } as const;
const pageAnswers: Answers = {
  ...affiliateAnswers,
  [one]: nina,
  'GET /api/admin/sales': { sales, next: null },
  'GET /api/admin/affiliates/:id/ledger': ledger,
};
/** The page of nina, with what follows in its address. */
const open = async (query = '', answers: Answers = {}) => {
  const opened = await openAdminTab(`affiliates/a3${query}`, { answers: { ...pageAnswers, ...answers } });
  await opened.screen.findByText('nina', { selector: 'h2' });
  return opened;
};
/** Names and values of the figures. */
const figures = (title: string) => [...part(title).querySelectorAll('dl > div')].map((fact) => seen(fact).join(': '));
const inPlace = () => document.querySelector<HTMLElement>('form[aria-label="Status, tier and rate"]')!;
/** With the form, which comes with the terms. */
const openForm = async (answers: Answers) => {
  const opened = await open('', answers);
  await waitFor(() => expect(inPlace()).not.toBeNull());
  return opened;
};

describe('the page of an affiliate', () => {
  it('says who it is, what the account holds and what can be done', async () => {
    const { screen, sentTo } = await open();
    expect(sentTo(one).map(({ path }) => path)).toEqual(['/api/admin/affiliates/a3']);
    screen.getByText('nina@mail.example · a3');
    expect(screen.getByText('nina', { selector: 'h2' }).title).toBe('nina');
    expect(figures('Figures')).toEqual([
      'Current Balance: €412.34',
      'On Hold: €31.07',
      'Total Earned: €1,903.21',
      'Paid Out: €1,480.12',
      'Total Generated: €9,804.50',
      'Total Sales: 62',
      'Total Clicks: 45,605',
    ]);
    expect(screen.queryByText('Worth a look')).toBeNull();
    expect(screen.getByText('All affiliates').getAttribute('href')).toBe('/admin/dashboard/affiliates');
    expect(screen.getAllByRole('tab', { name: /^(Sales|Ledger|Cashouts|Codes|Activity)$/ }).length).toBeGreaterThan(4);
  });

  it('says what they owe, what is held and what is worth a look, with the way to decide', async () => {
    const signal = { rule: 'jump' as const, title: 'Balance jumped', happenedAt: '2026-05-06T12:00:00.000Z', position: 9 };
    const { screen } = await open('', {
      [one]: {
        ...nina,
        emailConfirmed: false,
        underReview: true,
        debt: 9.75,
        underReviewAmount: 4.2,
        signals: [{ ...signal, evidence: '€200 in a day', alarm: true }],
      },
    });
    screen.getByText('nina@mail.example · Not confirmed · a3');
    expect(figures('Figures').slice(2, 4)).toEqual(['Owes: €9.75', 'Under Review: €4.20']);
    within(part('nina')).getByText('Under review');
    expect(seen(part('Worth a look'))).toEqual([
      'Worth a look',
      'Decide in Review',
      'Balance jumped (yellow)',
      '€200 in a day.May 6, 2026',
    ]);
    expect(screen.getByText('Decide in Review').getAttribute('href')).toBe('/admin/dashboard/review');
  });

  it('says that it loads, and why it did not', async () => {
    const { screen } = await openAdminTab('affiliates/a3', { answers: { ...pageAnswers, [one]: onItsWay } });
    screen.getByText('Loading affiliate...');
  });

  it('of an affiliate who is not there says so, and leads back', async () => {
    const { screen } = await openAdminTab('affiliates/zz', { answers: { [one]: () => refusal(404, 'Affiliate not found') } });
    await screen.findByText('Affiliate not found');
    screen.getByText('All affiliates');
  });
});

describe('status, tier and rate in place', () => {
  it('are sent as far as they were changed, with the position that they were shown at', async () => {
    const { screen, user, sentTo } = await openForm({ [edit]: done });
    expect(within(inPlace()).queryByText('Save')).toBeNull();
    await user.selectOptions(within(inPlace()).getByLabelText('Tier'), 'Diamond · 30%');
    await user.click(within(inPlace()).getByText('Save'));
    await screen.findByText('Affiliate updated successfully!');
    expect(sentTo(edit).map(({ path, body }) => [path, body])).toEqual([['/api/admin/affiliates/a3', { tier: 'diamond', editBase: 1 }]]);
    await waitFor(() => expect(sentTo(one)).toHaveLength(2));
    expect(within(inPlace()).queryByText('Save')).toBeNull();
  });

  it('are sent together, the rate in percent', async () => {
    const { screen, user, sentTo } = await openForm({ [edit]: done });
    expect(fieldsIn(inPlace())).toEqual({ Status: 'active', Tier: 'silver', 'Commission Rate (%)': '21.5' });
    screen.getByText('Earns 23.25%: the higher of tier and own rate.');
    await user.selectOptions(within(inPlace()).getByLabelText('Status'), 'Suspended');
    await user.clear(within(inPlace()).getByLabelText('Commission Rate (%)'));
    await user.type(within(inPlace()).getByLabelText('Commission Rate (%)'), '24.5');
    await user.click(within(inPlace()).getByText('Save'));
    await screen.findByText('Affiliate updated successfully!');
    expect(sentTo(edit)[0]!.body).toEqual({ status: 'suspended', commissionRate: 24.5, editBase: 1 });
  });

  it('that others changed meanwhile are not overwritten, and what was chosen stays', async () => {
    const meanwhile = 'Someone changed the tier meanwhile. Please reload';
    let shown = nina;
    const { screen, user, live, sentTo } = await openForm({ [one]: () => shown, [edit]: () => refusal(409, meanwhile) });
    await user.selectOptions(within(inPlace()).getByLabelText('Tier'), 'Diamond · 30%');
    shown = { ...nina, tier: 'bronze' };
    live.tell({ position: 77, events: ['AffiliateEdited'] });
    await waitFor(() => expect(sentTo(one).length).toBeGreaterThan(1));
    await user.click(within(inPlace()).getByText('Save'));
    await screen.findByText(meanwhile);
    expect([sentTo(edit)[0]!.body, fieldsIn(inPlace())['Tier']]).toEqual([{ tier: 'diamond', editBase: 1 }, 'diamond']);
    await user.click(within(inPlace()).getByText('Discard'));
    expect([screen.queryByText(meanwhile), fieldsIn(inPlace())['Tier']]).toEqual([null, 'bronze']);
  });
});

describe('what is below', () => {
  it('are the sales of this affiliate alone, a row of which opens its evidence', async () => {
    const { screen, user, sentTo, address } = await open('', { 'GET /api/admin/sales/:invoice': onItsWay });
    await screen.findByText('Sales', { selector: 'caption' });
    expect(sentTo('GET /api/admin/sales')[0]!.query).toEqual({ limit: '50', affiliate: 'a3' });
    expect(rowsOf('Sales')[0]).toEqual(['Date', 'Transaction', 'Product', 'Amount', 'Commission', 'Outcome', 'Why']);
    await user.click(document.querySelector('tbody td')!);
    expect(address()).toBe(`/admin/dashboard/affiliates/a3?invoice=${sales[0]!.transactionId}`);
  });

  it('is the ledger of this affiliate', async () => {
    const { screen, sentTo } = await open('?tab=ledger');
    await screen.findByText('Ledger', { selector: 'caption' });
    expect(rowsOf('Ledger')).toHaveLength(1 + ledger.entries.length);
    expect(sentTo('GET /api/admin/affiliates/:id/ledger').map(({ path }) => path)).toEqual(['/api/admin/affiliates/a3/ledger']);
  });

  it('are the cashouts of this affiliate, a row of which leads to where it is decided', async () => {
    const { screen, sentTo } = await open('?tab=cashouts');
    await screen.findByText('Cashouts', { selector: 'caption' });
    expect(rowsOf('Cashouts').slice(0, 3)).toEqual([
      ['Date', 'Amount', 'Paid to', 'Status', 'Reason'],
      ['Apr 16, 2026', '€106.60', 'PayPal · c6@pay.example', 'Pending (yellow)', ''],
      ['Apr 15, 2026', '€105.50', 'PayPal · c5@pay.example', 'Under review (yellow)', ''],
    ]);
    expect(rowsOf('Cashouts')).toHaveLength(1 + cashouts.length);
    expect(screen.getByText('Apr 16, 2026').getAttribute('href')).toBe('/admin/dashboard/cashouts/c6');
    expect(sentTo('GET /api/admin/cashouts').at(-1)!.query).toEqual({ limit: '50', affiliate: 'a3' });
  });

  it('are the events of this affiliate', async () => {
    const { screen, sentTo } = await open('?tab=activity', {
      'GET /api/admin/events': { events: [], head: { position: 9, hash: 'f'.repeat(64) }, next: null },
    });
    await screen.findByText('No events found.');
    expect(sentTo('GET /api/admin/events').map(({ query }) => query)).toEqual([{ limit: '50', affiliate: 'a3' }]);
  });

  it('is what ends sessions or the account, last', async () => {
    const { screen, user, address, sentTo } = await open('', { 'DELETE /api/admin/affiliates/:id': done });
    expect([...document.querySelectorAll('h2')].at(-1)!.textContent).toBe('Account');
    await user.click(screen.getByRole('button', { name: 'Password link for nina' }));
    await screen.findByRole('dialog', { name: 'Password link for nina' });
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Delete nina' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByText('Delete'));
    await screen.findByText('Affiliate deleted successfully!');
    expect(sentTo('DELETE /api/admin/affiliates/:id').map(({ path }) => path)).toEqual(['/api/admin/affiliates/a3']);
    expect(address()).toBe('/admin/dashboard/affiliates');
  });

  it('has the rest of the account behind Edit', async () => {
    const { screen, user } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit nina' }));
    await screen.findByRole('dialog', { name: 'Edit Affiliate' });
    await screen.findByLabelText('Holding Period (days)');
  });
});
