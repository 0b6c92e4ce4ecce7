import { describe, expect, it, jest } from '@jest/globals';
import type { DashboardView } from '@framelift/contracts';
import { within } from '@testing-library/react';
import { openDashboard } from '../../../test/support/dashboard-screen.ts';
import { dashboard, dashboardAnswers, session } from '../../../test/support/golden/affiliate.ts';
import { type Answers, closeScreens, onItsWay, openScreen, refusal } from '../../../test/support/screen.tsx';
import { part, seen } from '../../../test/support/seen.ts';
import { store } from '../session/api/store.ts';
import DashboardPage from './dashboard.route.tsx';

closeScreens();
const stats = 'GET /api/affiliate/stats' as const;
const openRoute = (answers: Answers) => openScreen('/affiliate/dashboard', DashboardPage, { answers, session });

describe('the affiliate dashboard', () => {
  it('says whose it is, how many notifications are unread, and that it is live', async () => {
    const { screen } = await openDashboard('cashouts');
    await screen.findByText('Live');
    expect(seen(screen.getByRole('banner'))).toEqual(['Framelift', 'Affiliate Dashboard', 'Live (green)', '€412.34', '2', 'nina']);
    screen.getByLabelText('Notifications, 2 unread');
  });

  it('counts nothing where every notification is read', async () => {
    const { screen } = await openDashboard('cashouts', { view: { notifications: dashboard.notifications.slice(1, 2) } });
    expect(seen(screen.getByLabelText('Notifications'))).toEqual([]);
  });

  it('blurs the balance until it is asked for', async () => {
    const { screen, user } = await openDashboard('overview');
    const looks = () => screen.getAllByText('€412.34').map((amount) => amount.closest('.secret')!.className.trim());
    expect(looks()).toEqual(['secret hidden', 'secret hidden']);
    await user.click(screen.getByLabelText('Show balance'));
    expect(looks()).toEqual(['secret', 'secret']);
    expect(screen.getByLabelText('Hide balance').getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByLabelText('Hide balance'));
    expect(looks()).toEqual(['secret hidden', 'secret hidden']);
  });

  it('keeps the open tab in the address, and the first one out of it', async () => {
    const { screen, user, address } = await openDashboard('sales');
    await user.click(screen.getByRole('tab', { name: 'Cashouts' }));
    expect(address()).toBe('/affiliate/dashboard/cashouts');
    await user.click(screen.getByRole('tab', { name: 'Overview' }));
    expect(address()).toBe('/affiliate/dashboard');
  });

  it('says that it loads, what failed, and tries again', async () => {
    let answer: Response | DashboardView = refusal(503, 'Being built again');
    const { screen, user } = openRoute({ ...dashboardAnswers, [stats]: () => answer });
    screen.getByText('Loading dashboard...');
    expect(seen(await screen.findByRole('alert'))).toEqual(['Being built again']);
    expect(seen(screen.getByRole('banner'))).toEqual(['Framelift', 'Affiliate Dashboard', 'nina']);
    answer = dashboard;
    await user.click(screen.getByText('Retry'));
    await screen.findByText('Your Affiliate Link');
  });

  it('says that it failed where the server gives no reason', async () => {
    const { screen } = openRoute({ [stats]: new Response('', { status: 502 }) });
    await screen.findByText('Failed to fetch dashboard data');
  });

  it('leads to the login where the session is over', async () => {
    const { screen, address } = openRoute({ [stats]: refusal(401, 'Please log in') });
    await screen.findByText('Elsewhere');
    expect([address(), store.getState().session.token]).toEqual(['/affiliate/login', null]);
  });

  it('leads to the login without a session, and asks for nothing', async () => {
    const { screen, sent, address } = openScreen('/affiliate/dashboard', DashboardPage, { answers: {} });
    await screen.findByText('Elsewhere');
    expect([address(), sent]).toEqual(['/affiliate/login', []]);
  });

  it('ends the session here and at the server on Logout', async () => {
    const { screen, user, address, sentTo } = await openDashboard('cashouts', {
      answers: { 'POST /api/account/logout': { success: true } },
    });
    await user.click(screen.getByLabelText('Logout'));
    await screen.findByText('Elsewhere');
    expect([address(), store.getState().session.token, localStorage.getItem('affiliateToken')]).toEqual(['/affiliate/login', null, null]);
    expect(sentTo('POST /api/account/logout')).toHaveLength(1);
  });
});

describe('the live connection of a dashboard', () => {
  const openLive = async () => {
    jest.useFakeTimers();
    const opened = await openDashboard('cashouts', { fakeClock: true });
    await opened.screen.findByText('Live');
    const loads = () => opened.sentTo(stats).length;
    return { ...opened, loads };
  };

  it('loads what is shown again once for news that come close together, and then at most every two seconds', async () => {
    const { live, loads, pass } = await openLive();
    for (const position of [2, 3, 4]) live.tell({ position, events: ['SaleRecorded'] });
    await pass(300);
    expect(loads()).toBe(1);
    await pass(200);
    expect(loads()).toBe(2);
    live.tell({ position: 5, events: ['SaleRecorded'] });
    await pass(1_500);
    expect(loads()).toBe(2);
    await pass(500);
    expect(loads()).toBe(3);
  });

  it('is taken up again when it is lost, and what happened meanwhile is loaded', async () => {
    const { live, loads, pass, screen } = await openLive();
    live.lose();
    await pass(500);
    expect([seen(screen.getByText('Reconnecting…').parentElement!), live.connections, loads()]).toEqual([['Reconnecting… (yellow)'], 1, 1]);
    await pass(1_000);
    expect([live.connections, screen.queryByText('Reconnecting…')]).toEqual([2, null]);
    await pass(500);
    expect(loads()).toBe(2);
  });

  it('leads to the login where only it learns that the session is over', async () => {
    const { live, pass, screen, address } = await openLive();
    live.refuse();
    await pass(1_500);
    await screen.findByText('Elsewhere');
    expect([address(), store.getState().session.token]).toEqual(['/affiliate/login', null]);
  });

  it('reloads until the read model has the reported events', async () => {
    const { live, loads, pass, lag } = await openLive();
    lag(1);
    live.tell({ position: 7, events: ['SaleRecorded'] });
    await pass(1_000);
    expect(loads()).toBe(2);
    // Again after 2 s, then after 4 s.
    await pass(2_500);
    expect(loads()).toBe(3);
    lag();
    await pass(8_000);
    expect(loads()).toBe(4);
    await pass(20_000);
    expect(loads()).toBe(4);
  });

  it('is given up after 35 s without a word', async () => {
    const { live, pass, screen } = await openLive();
    live.tell({ position: 2, events: [] });
    await pass(34_000);
    screen.getByText('Live');
    await pass(1_500);
    screen.getByText('Reconnecting…');
  });
});

describe('notifications', () => {
  const one = 'PUT /api/affiliate/notifications/:id/read' as const;
  const all = 'PUT /api/affiliate/notifications/read-all' as const;
  const open = async (answers: Answers = {}, view: Partial<DashboardView> = {}) => {
    const opened = await openDashboard('cashouts', { answers: { [all]: refusal(500, 'An error occurred'), ...answers }, view });
    await opened.user.click(opened.screen.getByLabelText(/^Notifications/));
    await opened.screen.findByRole('dialog');
    return opened;
  };

  it('are listed by day with what they say, the unread ones marked', async () => {
    const [first, second, third] = dashboard.notifications;
    await open({}, { notifications: [first!, { ...second!, createdAt: first!.createdAt }, third!] });
    const dialog = part('Notifications');
    expect(seen(dialog)).toEqual([
      'Notifications',
      'Mark All Read',
      'Apr 20, 2026',
      'Cashout paid',
      'We sent you €103.30.',
      'Mark Read',
      'New sale',
      'You earned €17.51.',
      'Apr 18, 2026',
      'Silver',
      'You are on another tier.',
      'Mark Read',
    ]);
    expect([...dialog.querySelectorAll('li')].map((entry) => entry.dataset['new'])).toEqual(['true', undefined, 'true']);
  });

  it('say that there are none', async () => {
    await open({}, { notifications: [] });
    expect(seen(part('Notifications'))).toEqual(['Notifications', 'No notifications.']);
  });

  it('are all read by opening them, and marked as new until they close', async () => {
    let view: DashboardView = dashboard;
    const read = () => {
      view = { ...dashboard, notifications: dashboard.notifications.map((each) => ({ ...each, isRead: true })) };
      return { success: true } as const;
    };
    const { screen, user, sentTo } = await open({ [stats]: () => view, [all]: read });
    await screen.findByRole('button', { name: 'Notifications' });
    expect([sentTo(all).length, screen.queryByText('Mark All Read')]).toEqual([1, null]);
    const marks = () => [...document.querySelectorAll<HTMLElement>('[role=dialog] li')].map((entry) => entry.dataset['new']);
    expect(marks()).toEqual(['true', undefined, 'true']);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Notifications' }));
    expect([marks(), sentTo(all).length]).toEqual([[undefined, undefined, undefined], 1]);
  });

  it('that came or stayed unread are read one by one', async () => {
    let view: DashboardView = dashboard;
    const read = () => {
      view = { ...dashboard, notifications: dashboard.notifications.map((each) => ({ ...each, isRead: each.id !== 'n1' })) };
      return { success: true } as const;
    };
    const { user, screen, sentTo } = await open({ [stats]: () => view, [one]: read });
    await user.click(screen.getByLabelText('Mark read: Silver'));
    await screen.findByLabelText('Notifications, 1 unread');
    expect(sentTo(one).map(({ path }) => path)).toEqual(['/api/affiliate/notifications/n3/read']);
  });

  it('are all read at once on demand, and say nothing where that fails', async () => {
    const { user, screen, sentTo } = await open();
    await user.click(screen.getByText('Mark All Read'));
    expect([sentTo(all).length, screen.queryByRole('alert')]).toEqual([2, null]);
    within(part('Notifications')).getByText('Mark All Read');
  });

  it('offer no Mark All Read where all are read', async () => {
    const { screen } = await open({}, { notifications: dashboard.notifications.slice(1, 2) });
    expect(screen.queryByText('Mark All Read')).toBeNull();
  });
});

it('a dashboard that is still loading has no tabs', () => {
  const { screen } = openRoute({ [stats]: onItsWay });
  expect(screen.queryByRole('tablist')).toBeNull();
});
