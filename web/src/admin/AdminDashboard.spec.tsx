import { describe, expect, it, jest } from '@jest/globals';
import { noticeTexts } from '@framelift/contracts/notices';
import { refusals } from '@framelift/contracts/refusals';
import { waitFor } from '@testing-library/react';
import { openAdminTab } from '../../../test/support/admin-tab.ts';
import { adminAnswers, overview, session } from '../../../test/support/golden/admin.ts';
import { dashboard } from '../../../test/support/golden/affiliate.ts';
import { eventAnswers } from '../../../test/support/golden/events.ts';
import { type Answers, closeScreens, onItsWay, openScreen, refusal } from '../../../test/support/screen.tsx';
import { momentSeen, seen } from '../../../test/support/seen.ts';
import AdminPage from './admin.route.tsx';

closeScreens();
const open = (answers: Answers = {}) => openScreen('/admin/dashboard', AdminPage, { answers: { ...adminAnswers, ...answers }, session });
const alerts = () => [...document.querySelectorAll('[role=alert]')].map(seen);

describe('the admin dashboard', () => {
  it('says whose it is, that it is live, and has its places in groups', async () => {
    const { screen } = await openAdminTab('overview');
    await screen.findByTitle('Live');
    expect(seen(document.querySelector('header')!)).toEqual(['Framelift', 'Admin Dashboard', 'SearchCtrl K', 'Live (green)', 'root']);
    expect(screen.getAllByRole('tab').map((tab) => tab.querySelector('span')!.textContent)).toEqual([
      'Overview',
      'Affiliates',
      'Sales',
      'Cashouts',
      'Payouts',
      'Review',
      'Programme',
      'Site',
      'Integrations',
      'Actions',
      'Events',
      'Access',
      'Read models',
      'Backups',
    ]);
  });

  it('says that it loads', async () => {
    const { screen } = open({ 'GET /api/affiliate/stats': onItsWay });
    await screen.findByText('Loading admin dashboard...');
  });

  it('refuses somebody who is no admin, asks for nothing, and leads to their own dashboard', async () => {
    const { screen, sent } = open({ 'GET /api/affiliate/stats': dashboard });
    await screen.findByText(refusals.adminOnly);
    expect(screen.getByText('Your Dashboard').closest('a')!.getAttribute('href')).toBe('/affiliate/dashboard');
    expect(screen.getByLabelText('Framelift home').getAttribute('href')).toBe('/');
    screen.getByLabelText('Logout');
    expect(sent.filter(({ call }) => call.includes('/admin/'))).toEqual([]);
  });

  it('keeps the way home where a part of it failed, and tries again', async () => {
    let answer: Response | typeof overview = new Response('gone', { status: 502 });
    const { screen, user } = open({ 'GET /api/admin/overview': () => answer });
    await screen.findByText('Failed to fetch overview: 502 - gone');
    screen.getByLabelText('Framelift home');
    screen.getByLabelText('Logout');
    answer = overview;
    await user.click(screen.getByText('Retry'));
    await screen.findByText('System Status');
  });

  it('leads to the login without a session', async () => {
    const { screen, address } = open({ 'GET /api/affiliate/stats': () => refusal(401, 'Please sign in') });
    await screen.findByText('Elsewhere');
    expect(address()).toBe('/affiliate/login');
  });

  it('leads an admin without two factors to the account', async () => {
    const { screen, address } = open({ 'GET /api/admin/overview': () => refusal(403, refusals.totpFirst) });
    await screen.findByText('Elsewhere');
    expect(address()).toBe('/account');
  });
});

describe('a banner of the admin dashboard', () => {
  it('says that the database lost events, on every tab', async () => {
    const losses = [
      { noticedAt: '2026-04-02T12:00:00.000Z', position: 5_012, headPosition: 4_980 },
      { noticedAt: '2026-04-01T12:00:00.000Z', position: 312, headPosition: 208 },
    ];
    const { screen, user } = await openAdminTab('overview', { answers: { 'GET /api/admin/losses': { losses, missing: null } } });
    await screen.findByText(/^The database lost events/);
    const lost = `The database lost events, noticed ${momentSeen('2026-04-02T12:00:00.000Z')}: 5,012 had been seen, the log ended at 4,980. Recent decisions may be lost. To continue, an operator runs “npm run ops -- accept-loss”.`;
    expect(alerts()).toEqual([[lost]]);
    await user.click(screen.getByRole('tab', { name: 'Actions' }));
    expect(alerts()).toEqual([[lost]]);
  });

  it('puts lost events back that the archive has, after the password', async () => {
    const [losses, fill] = ['GET /api/admin/losses', 'POST /api/admin/archive/fill'] as const;
    let missing: { first: number; last: number; isFilling: boolean } | null = { first: 44_469, last: 44_522, isFilling: false };
    let answer: () => Response | { success: true } = () => refusal(403, refusals.confirmFirst);
    const { screen, user, sentTo } = await openAdminTab('overview', {
      answers: { [losses]: () => ({ losses: [], missing }), [fill]: () => answer(), 'POST /api/account/confirm': { success: true } },
    });
    await screen.findByText(
      'The database lost the events 44,469 to 44,522, and the archive has them. Nothing can be saved until they are put back.',
    );
    await user.click(screen.getByRole('button', { name: 'Put them back' }));
    await user.type(await screen.findByLabelText('Password'), 'the password');
    answer = () => {
      missing = { first: 44_469, last: 44_522, isFilling: true };
      return { success: true };
    };
    await user.keyboard('{Enter}');
    await screen.findByText('Putting them back...');
    expect(sentTo(fill)).toHaveLength(2);
    missing = null;
    await waitFor(() => expect(alerts()).toEqual([]), { timeout: 10_000 });
  });

  it('says what is set up wrong, and links to where to fix it', async () => {
    const notices = [noticeTexts.proxyUntold, noticeTexts.addressUnreachable];
    const { screen } = await openAdminTab('overview', { answers: { 'GET /api/admin/notices': { notices } } });
    const link = await screen.findByText('Change address');
    expect(link.getAttribute('href')).toBe('/account');
    expect(alerts().map((lines) => lines.join(' '))).toEqual([notices[0], `${notices[1]} Change address`]);
  });

  it('is not there where nothing is wrong', async () => {
    await openAdminTab('overview');
    expect(alerts()).toEqual([]);
  });
});

describe('live updates of the admin dashboard', () => {
  const openLive = async (tab: string, answers: Answers = {}) => {
    jest.useFakeTimers();
    const opened = await openAdminTab(tab, { answers, fakeClock: true });
    await opened.screen.findByText('Live');
    // The chart or list of the tab has come too.
    await opened.pass(1_000);
    let position = 2_000;
    const before = opened.sent.length;
    return {
      ...opened,
      tell: (...events: string[]) => opened.live.tell({ position: position++, events }),
      askedSince: () => opened.sent.slice(before).map(({ call }) => call),
    };
  };

  it('of 69 visits in 20 s make the event history ask at most 20 times', async () => {
    const { tell, pass, askedSince: sentSince } = await openLive('events', eventAnswers);
    for (let visit = 0; visit < 69; visit++) {
      tell('VisitTracked');
      await pass(290);
    }
    await pass(3_000);
    expect(sentSince().filter((call) => call === 'GET /api/admin/events').length).toBeGreaterThan(5);
    expect(sentSince().length).toBeLessThanOrEqual(20);
  });

  it('ask for nothing but the counts that the open tab does not show', async () => {
    const { tell, pass, askedSince: sentSince } = await openLive('cashouts');
    tell('VisitTracked', 'SaleCredited', 'TierReached');
    await pass(3_000);
    const counts = 'GET /api/admin/attention';
    expect(sentSince()).toEqual([counts]);
    tell('CashoutRequested');
    await pass(3_000);
    expect(sentSince().sort()).toEqual([counts, counts, 'GET /api/admin/cashouts']);
  });

  it('are on a tab that is opened later', async () => {
    const { screen, user, tell, pass, askedSince: sentSince } = await openLive('cashouts');
    tell('CouponGiven');
    await pass(3_000);
    await user.click(screen.getByRole('tab', { name: 'Actions' }));
    await pass(100);
    expect(sentSince()).toEqual(['GET /api/admin/actions']);
  });

  it('of a type that this page does not know refresh whatever it shows', async () => {
    const { tell, pass, askedSince: sentSince } = await openLive('cashouts');
    tell('SomethingNewer');
    await pass(3_000);
    expect(sentSince().sort()).toEqual(['GET /api/admin/attention', 'GET /api/admin/cashouts']);
  });
});
