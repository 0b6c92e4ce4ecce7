import { describe, expect, it } from '@jest/globals';
import { fireEvent, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { openDashboard } from '../../../../test/support/dashboard-screen.ts';
import { type Answers, closeScreens, onItsWay } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';

closeScreens();
/** What a place asks for that the keys pass; a slow machine renders some of them. */
const passedBy: Answers = Object.fromEntries(
  (
    [
      'sales',
      'missing-sales',
      'payout-runs',
      'review',
      'terms',
      'currency-rates',
      'keys',
      'webhooks',
      'events',
      'read-models',
      'backups',
      'site',
    ] as const
  ).map((name) => [`GET /api/admin/${name}`, () => onItsWay()]),
);
const tabName = () => document.activeElement!.querySelector('span')!.textContent;

describe('the places of a dashboard', () => {
  it('are links in a vertical list of tabs, of which one is open and reached by Tab', async () => {
    const { screen } = await openAdminTab('actions');
    expect(screen.getByRole('tablist').getAttribute('aria-orientation')).toBe('vertical');
    const tabs = screen.getAllByRole('tab');
    expect(tabs.filter(({ tabIndex }) => tabIndex === 0)).toEqual([screen.getByRole('tab', { name: 'Actions', selected: true })]);
    expect(screen.getByRole('tab', { name: 'Read models' }).getAttribute('href')).toBe('/admin/dashboard/read-models');
    screen.getByRole('tabpanel', { name: 'Actions' });
  });

  it('say how much waits there, beside their names', async () => {
    const { screen } = await openAdminTab('actions');
    await screen.findByRole('tab', { name: 'Cashouts', description: '2 waiting' });
    expect(screen.getByRole('tab', { name: 'Cashouts' }).textContent).toBe('Cashouts2');
    screen.getByRole('tab', { name: 'Sales', description: '3 waiting' });
    screen.getByRole('tab', { name: 'Review', description: '14 waiting' });
    expect(screen.getByRole('tab', { name: 'Payouts' }).getAttribute('aria-describedby')).toBeNull();
  });

  it('are walked by arrow keys, however fast', async () => {
    const { screen, address } = await openAdminTab('overview', { answers: passedBy });
    screen.getByRole('tab', { name: 'Overview' }).focus();
    const press = (key: string, times = 1) => {
      for (let i = 0; i < times; i++) fireEvent.keyDown(document.activeElement!, { key });
    };
    press('ArrowDown', 13);
    expect(tabName()).toBe('Backups');
    press('ArrowRight');
    expect(tabName()).toBe('Overview');
    press('ArrowUp');
    expect(tabName()).toBe('Backups');
    press('Home');
    press('ArrowRight', 9);
    press('ArrowLeft');
    press('ArrowDown');
    expect(tabName()).toBe('Actions');
    await screen.findByRole('tabpanel', { name: 'Actions' });
    expect(address()).toBe('/admin/dashboard/actions');
  });

  it('are icons once collapsed, which the device remembers; they keep their names', async () => {
    const { screen, user } = await openAdminTab('actions');
    await user.click(screen.getByLabelText('Show icons only'));
    expect(screen.getByRole('tab', { name: 'Cashouts' }).title).toBe('Cashouts');
    expect(localStorage.getItem('railCollapsed')).toBe('1');
    await user.click(screen.getByLabelText('Show place names'));
    expect([screen.getByRole('tab', { name: 'Cashouts' }).title, localStorage.getItem('railCollapsed')]).toEqual(['', null]);
  });

  it('are in a sheet behind the menu button, which closes when one is chosen', async () => {
    const { screen, user, address } = await openAdminTab('actions');
    await user.click(screen.getByLabelText('Open menu'));
    const sheet = await screen.findByRole('dialog');
    const open = within(sheet).getByRole('tab', { selected: true });
    open.focus();
    fireEvent.keyDown(open, { key: 'ArrowDown' });
    expect([tabName(), address()]).toEqual(['Events', '/admin/dashboard/actions']);
    await user.click(within(sheet).getByRole('tab', { name: 'Access' }));
    expect([screen.queryByRole('dialog'), address()]).toEqual([null, '/admin/dashboard/access']);
  });

  it('that do not exist say so', async () => {
    const { screen } = await openAdminTab('nothing');
    within(screen.getByRole('tabpanel', { name: 'Page Not Found' })).getByText('Page Not Found');
    expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  });

  it('of an affiliate are also in a bar, the rest behind More', async () => {
    const { screen, user } = await openDashboard('sales');
    const bar = screen.getByRole('navigation', { name: 'Main places' });
    expect(seen(bar)).toEqual(['Overview', 'Sales', 'Cashouts', 'Ledger', 'More']);
    expect(within(bar).getByText('Sales').getAttribute('aria-current')).toBe('page');
    await user.click(within(bar).getByText('More'));
    expect(within(await screen.findByRole('dialog')).getAllByRole('tab')).toHaveLength(6);
  });
});

describe('the menu under the name', () => {
  it('has the account, two-factor sign-in and Log out', async () => {
    const { screen, user, address } = await openAdminTab('actions', { answers: { 'POST /api/account/logout': { success: true } } });
    await user.click(screen.getByRole('button', { name: 'root' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['Account', '/account'],
      ['Two-factor sign-in', '/account#two-factor'],
      ['Log out', null],
    ]);
    await user.click(items[2]!);
    await screen.findByText('Elsewhere');
    expect(address()).toBe('/affiliate/login');
  });
});
