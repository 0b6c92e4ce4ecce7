import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { affiliates, cashouts } from '../../../../test/support/golden/admin.ts';
import { oneEvent } from '../../../../test/support/golden/events.ts';
import { sales } from '../../../../test/support/golden/evidence.ts';
import { type Answers, closeScreens, loadCode, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';

closeScreens();
const lists: Answers = {
  'GET /api/admin/affiliates': { affiliates: affiliates.slice(0, 1), total: null, next: null },
  'GET /api/admin/sales': { sales: sales.slice(0, 1), next: null },
  'GET /api/admin/cashouts': { cashouts: cashouts.slice(0, 1), next: null },
};
const nothing: Answers = {
  'GET /api/admin/affiliates': { affiliates: [], total: null, next: null },
  'GET /api/admin/sales': { sales: [], next: null },
  'GET /api/admin/cashouts': { cashouts: [], next: null },
};
const open = async (answers: Answers = lists, fakeClock = false) => {
  await loadCode('web/src/admin/find/FindDialog.tsx');
  const opened = await openAdminTab('actions', { answers, fakeClock });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const dialog = await opened.screen.findByRole('dialog', { name: 'Search' });
  const field = within(dialog).getByRole('combobox');
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  const type = async (text: string) => opened.user.type(field, text);
  return { ...opened, dialog, field, active, type };
};

describe('the search of the admin dashboard', () => {
  it('opens by its button, Ctrl-K and Cmd-K, with actions and pages, and not over another dialog', async () => {
    const { screen, user, dialog, field } = await open({ 'GET /api/admin/terms': () => onItsWay() });
    expect(document.activeElement).toBe(field);
    const shown = ['Actions', 'Create affiliate', 'New payout run', 'Change terms', 'Edit products', 'Pages', 'Overview'];
    expect(seen(dialog).slice(0, shown.length)).toEqual(shown);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.keyDown(document.body, { key: 'K', metaKey: true });
    await user.type(within(await screen.findByRole('dialog')).getByRole('combobox'), 'create{Enter}');
    await screen.findByRole('dialog', { name: 'Create Affiliate' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await screen.findByRole('dialog', { name: 'Search' });
  });

  it('finds affiliates, checkouts and cashouts by what the lists are searched for', async () => {
    const { dialog, type, sentTo } = await open();
    await type('nina');
    await within(dialog).findByText('Cashouts', { selector: 'p' });
    expect(seen(dialog)).toEqual([
      'Affiliates',
      'ninanina@mail.example',
      'Sales',
      'sellauth-9€90.09 · May 19, 2026',
      'Cashouts',
      '€106.60 to user-of-c6Pending',
    ]);
    for (const list of ['affiliates', 'sales', 'cashouts'] as const)
      expect(sentTo(`GET /api/admin/${list}`).map(({ query }) => query)).toContainEqual({ limit: '5', search: 'nina' });
  });

  it('finds an event by its position, however it is written', async () => {
    const { dialog, type, user, address, sentTo } = await open({
      ...nothing,
      'GET /api/admin/events/:position': oneEvent,
      'GET /api/admin/events': onItsWay,
      'GET /api/admin/events/:position/rows': onItsWay,
    });
    await type('#1,204');
    await within(dialog).findByText('Event #1,204');
    expect(sentTo('GET /api/admin/events/:position').map(({ path }) => path)).toEqual(['/api/admin/events/1204']);
    await user.keyboard('{Enter}');
    expect(address()).toBe('/admin/dashboard/events/1204');
  });

  it('is walked by arrow keys, round its ends, and Enter goes there', async () => {
    const { user, active, address, screen } = await open();
    expect(active()).toBe('Create affiliate');
    await user.keyboard('{ArrowUp}');
    expect(active()).toBe('Backups');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe('New payout run');
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('/admin/dashboard/access');
  });

  it.each([
    ['New payout run', '/admin/dashboard/cashouts'],
    ['Change terms', '/admin/dashboard/programme/change'],
  ])('begins %s where it is done', async (action, to) => {
    const { dialog, user, address } = await open({ 'GET /api/admin/terms': onItsWay });
    await user.click(within(dialog).getByText(action));
    expect(address()).toBe(to);
  });

  it('leads to the list of the one that was clicked', async () => {
    const { dialog, type, user, address } = await open();
    await type('c6');
    await user.click(await within(dialog).findByText('€106.60 to user-of-c6'));
    expect(address()).toBe('/admin/dashboard/cashouts?search=c6&status=all');
  });

  it('asks nothing for a single letter', async () => {
    jest.useFakeTimers();
    const { field, sentTo, pass } = await open(nothing, true);
    for (const [typed, asked] of [
      ['r', 0],
      ['re', 1],
    ] as const) {
      fireEvent.change(field, { target: { value: typed } });
      await pass(5_000);
      expect([typed, field.getAttribute('aria-expanded'), sentTo('GET /api/admin/sales').length]).toEqual([typed, 'true', asked]);
    }
  });

  it('says that nothing was found, or that it failed', async () => {
    const { dialog, type } = await open(nothing);
    await type('zzz');
    await within(dialog).findByText(/^Nothing found for “zzz”/);
  });

  it('says that the search failed', async () => {
    const { dialog, type } = await open({ ...nothing, 'GET /api/admin/sales': () => refusal(503, 'Busy') });
    await type('zzz');
    await waitFor(() => within(dialog).getByText('Failed to search. Type again to retry.'));
  });
});
