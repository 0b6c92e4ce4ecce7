import { describe, expect, it } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../test/support/admin-tab.ts';
import { affiliates } from '../../../test/support/golden/admin.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../test/support/screen.tsx';
import { optionsOf, rowsOf, seen } from '../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/affiliates' as const;

describe('the affiliates of the programme', () => {
  it('are shown with address, balance, rate, tier, sales and status', async () => {
    await openAdminTab('affiliates');
    expect(rowsOf('Affiliates')).toEqual([
      ['Username', 'Email', 'Balance', 'Commission Rate', 'Tier', 'Sales', 'Status', ''],
      ['nina', 'nina@mail.example', '€412.34', '23.25%', 'Silver', '62', 'Active (green)', ''],
      ['omar', 'omar@mail.example', '−€15.50', '25%', 'Bronze', '1,005', 'Suspended (yellow)', ''],
      ['zoe', 'zoe@mail.example', '€7.00', '30%', 'Diamond', '3', 'Banned (red)', ''],
    ]);
  });

  it('open their page from any place of their row, by a link that has their name', async () => {
    const one = { 'GET /api/admin/affiliates/:id': onItsWay };
    const { screen, user, address } = await openAdminTab('affiliates', { answers: one });
    const name = screen.getByText('omar');
    expect([name.getAttribute('href'), name.closest('[title]')!.getAttribute('title')]).toEqual(['/admin/dashboard/affiliates/a2', 'omar']);
    await user.click(screen.getByText('€7.00'));
    expect(address()).toBe('/admin/dashboard/affiliates/a1');
    screen.getByText('Loading affiliate...');
  });

  it('have edit and delete on their row and the rest in a menu, each once', async () => {
    const { screen, user, address } = await openAdminTab('affiliates');
    const row = within(screen.getByText('nina').closest('tr')!);
    expect(row.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Edit nina',
      'Delete nina',
      'Actions for nina',
    ]);
    await user.click(screen.getByRole('button', { name: 'Actions for nina' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['Codes', '/admin/dashboard/affiliates/a3?tab=codes'],
      ['Password link', null],
    ]);
    await user.click(items[1]!);
    await screen.findByRole('dialog', { name: 'Password link for nina' });
    expect(address()).toBe('/admin/dashboard/affiliates');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for nina' })));
  });

  it('are filtered by status and tier, which the address keeps', async () => {
    const { screen, user, sentTo, address } = await openAdminTab('affiliates?status=banned&after=x&page=3');
    expect([optionsOf('Status'), optionsOf('Tier')]).toEqual([
      ['All statuses', 'Active', 'Suspended', 'Banned'],
      ['All tiers', 'Bronze', 'Silver', 'Diamond'],
    ]);
    await user.selectOptions(screen.getByLabelText('Tier'), 'Diamond');
    expect(address()).toBe('/admin/dashboard/affiliates?status=banned&tier=diamond');
    await waitFor(() =>
      expect(sentTo(list).map(({ query }) => query)).toEqual([
        { limit: '50' },
        { limit: '50', status: 'banned', after: 'x' },
        { limit: '50', status: 'banned', tier: 'diamond' },
      ]),
    );
  });

  it('are sorted by what is chosen, the newest first without a choice', async () => {
    const { screen, user, sentTo, address } = await openAdminTab('affiliates');
    expect(optionsOf('Sort by')).toEqual([
      'Newest first',
      'Oldest first',
      'Username',
      'Highest balance',
      'Most sales',
      'Highest rate',
      'Highest tier',
      'Status',
    ]);
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Oldest first');
    expect(address()).toContain('sort=createdAt');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Highest balance');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Newest first');
    await screen.findByText('nina');
    await waitFor(() =>
      expect(sentTo(list).map(({ query }) => query)).toEqual([
        { limit: '50' },
        { limit: '50', sort: 'createdAt' },
        { limit: '50', sort: '-balance' },
      ]),
    );
  });

  it('are turned by pages, which the address keeps, and another search begins at the first page', async () => {
    const fifty = Array.from({ length: 50 }, (_, i) => ({ ...affiliates[0]!, id: `n${i}` }));
    const answers: Answers = {
      [list]: ({ query }) =>
        query['after']
          ? { affiliates, total: 1_238, next: 'c2' }
          : { affiliates: fifty, total: query['search'] ? null : 1_238, next: 'c1' },
    };
    const { screen, user, sentTo, address } = await openAdminTab('affiliates', { answers });
    screen.getByText('1–50 of 1,238');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('51–53 of 1,238');
    expect(address()).toBe('/admin/dashboard/affiliates?after=c1&page=2');
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await screen.findByText('1–50 of 1,238');
    expect(address()).toBe('/admin/dashboard/affiliates');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.type(screen.getByRole('searchbox'), 'ni');
    await screen.findByText('1–50');
    expect(address()).toBe('/admin/dashboard/affiliates?search=ni');
    expect(sentTo(list).at(-1)!.query).toEqual({ limit: '50', search: 'ni' });
  });

  it('that are none are an invitation, or a search without a match', async () => {
    const none = { [list]: { affiliates: [], total: 0, next: null } };
    const { screen } = await openAdminTab('affiliates', { answers: none });
    screen.getByText('No affiliates found.');
    screen.getByText('Create your first affiliate to get started!');
  });

  it('say why they did not load, and are asked for again', async () => {
    let refused = false;
    const answers = { [list]: () => (refused ? refusal(503, 'Too busy') : { affiliates, total: null, next: null }) };
    const { screen, user } = await openAdminTab('affiliates', { answers });
    refused = true;
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Username');
    await screen.findByText('Too busy');
    refused = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('nina');
  });

  it('are deleted only after a question, and the outcome is said', async () => {
    const { screen, user, sent } = await openAdminTab('affiliates', { answers: { 'DELETE /api/admin/affiliates/:id': { success: true } } });
    await user.click(screen.getByRole('button', { name: 'Delete omar' }));
    expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
    const question = await screen.findByRole('alertdialog');
    await user.click([...question.querySelectorAll('button')].find((button) => button.textContent!.startsWith('Delete'))!);
    await screen.findByText('Affiliate deleted successfully!');
    expect(sent.filter(({ call }) => call.startsWith('DELETE')).map(({ path }) => path)).toEqual(['/api/admin/affiliates/a2']);
  });

  const changes = {
    shown: 'c4',
    up: 3,
    down: 1,
    changes: [{ affiliate: { id: 'a2', username: 'omar' }, from: 'Gold', to: 'Silver', isDown: true }],
  };
  const recalculate = 'POST /api/admin/recalculate-tiers' as const;

  it('get their tiers again after it was shown who moves', async () => {
    const answers = { 'GET /api/admin/recalculate-tiers': changes, [recalculate]: { success: true as const } };
    const { screen, user, sent } = await openAdminTab('affiliates', { answers });
    await user.click(screen.getByRole('button', { name: 'Recalculate Tiers' }));
    await screen.findByText('3 move up, 1 moves down');
    expect(seen(screen.getByRole('dialog'))).toEqual(expect.arrayContaining(['omar', 'Gold → Silver', 'And 3 more.']));
    expect(sent.some(({ call }) => call === recalculate)).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Recalculate' }));
    await screen.findByText('Tiers recalculated successfully! 3 move up, 1 moves down.');
    expect(sent.find(({ call }) => call === recalculate)?.body).toEqual({ shown: 'c4' });
  });

  it('keep their tiers where nobody moves', async () => {
    const { screen, user } = await openAdminTab('affiliates', {
      answers: { 'GET /api/admin/recalculate-tiers': { shown: 'c0', up: 0, down: 0, changes: [] } },
    });
    await user.click(screen.getByRole('button', { name: 'Recalculate Tiers' }));
    await screen.findByText('Nobody moves');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Recalculate' }).disabled).toBe(true);
  });

  it('say why their tiers were not recalculated', async () => {
    const answers = { 'GET /api/admin/recalculate-tiers': changes, [recalculate]: () => refusal(503, 'Try later') };
    const { screen, user } = await openAdminTab('affiliates', { answers });
    await user.click(screen.getByRole('button', { name: 'Recalculate Tiers' }));
    await user.click(await screen.findByRole('button', { name: 'Recalculate' }));
    expect(seen(await screen.findByRole('alert'))).toContain('Try later');
  });
});
