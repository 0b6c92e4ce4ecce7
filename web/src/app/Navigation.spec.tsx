import { describe, expect, it } from '@jest/globals';
import { firstBrand } from '@framelift/contracts/content/brand';
import { act, cleanup } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { session } from '../../../test/support/golden/affiliate.ts';
import { closeScreens, openScreen } from '../../../test/support/screen.tsx';
import { KnownAnswersContext } from '../lib/known.ts';
import { keptSession } from '../session/session.ts';
import { Footer } from './Footer.tsx';
import { Navigation } from './Navigation.tsx';

closeScreens();
const open = (kept?: typeof session) => openScreen('/', Navigation, { answers: {}, session: kept });
const linksTo = (path: string) => [...document.querySelectorAll(`a[href="${path}"]`)].map(({ textContent }) => textContent);

describe('the navigation', () => {
  it('has Log in for a visitor, on a phone too', async () => {
    const { screen, user } = open();
    expect(linksTo('/affiliate/login')).toEqual(['Log in', 'Log in']);
    await user.click(screen.getByLabelText('Open menu'));
    expect(screen.getByLabelText('Close menu').getAttribute('aria-expanded')).toBe('true');
  });

  it.each([
    [false, '/affiliate/dashboard'],
    [true, '/admin/dashboard'],
  ])('has the way to the dashboard for a person who is signed in (admin: %s)', (isAdmin, dashboard) => {
    open({ ...session, affiliate: { ...session.affiliate, isAdmin } });
    expect([linksTo(dashboard), linksTo('/affiliate/login')]).toEqual([['Dashboard', 'Dashboard'], []]);
  });

  it('follows a login in another tab', () => {
    open();
    keptSession.write(session);
    act(() => void window.dispatchEvent(new window.StorageEvent('storage')));
    expect(linksTo('/affiliate/dashboard')).toEqual(['Dashboard', 'Dashboard']);
  });

  it('and the footer have no link to a page that is switched off', () => {
    const frame = () => (
      <>
        <Navigation />
        <Footer />
      </>
    );
    const data = {
      changed: ['pages.free'],
      brand: null,
      announcement: null,
      hidden: ['/free', '/about-us', '/socials', '/tweaks'],
      tweaks: null,
    };
    openScreen('/', () => <KnownAnswersContext value={{ '/api/public/site': { data, example: false } }}>{frame()}</KnownAnswersContext>, {
      answers: {},
    });
    expect(data.hidden.flatMap(linksTo)).toEqual([]);
    expect([linksTo('/pricing'), linksTo('/premium')]).toEqual([['Pricing', 'Pricing'], ['Premium Utility']]);
    cleanup();
    openScreen('/', frame, { answers: {} });
    expect(data.hidden.map((path) => linksTo(path).length)).toEqual([3, 3, 3, 2]);
  });

  it('has the logo of the seller beside the name, or the drawn mark', () => {
    const path = '/site/pictures/x.webp';
    const data = { changed: ['brand'], brand: { ...firstBrand, name: 'Zephyr', logo: path }, announcement: null, hidden: [] };
    const shown = () =>
      ['svg rect', `img[src="${path}"][alt=""]`].map((mark) => document.querySelectorAll(`a[aria-label$="home"] ${mark}`).length > 0);
    openScreen(
      '/',
      () => <KnownAnswersContext value={{ '/api/public/site': { data, example: false } }}>{<Navigation />}</KnownAnswersContext>,
      { answers: {} },
    );
    expect([shown(), document.querySelector('a[aria-label$="home"]')!.textContent]).toEqual([[false, true], 'Zephyr']);
    cleanup();
    open();
    expect(shown()).toEqual([true, false]);
  });

  it('is rendered by the server for a visitor', () => {
    open(session);
    const html = renderToString(
      <MemoryRouter>
        <Navigation />
      </MemoryRouter>,
    );
    expect([html.includes('Log in'), html.includes('Dashboard')]).toEqual([true, false]);
  });
});
