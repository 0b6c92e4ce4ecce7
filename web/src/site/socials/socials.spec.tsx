import { describe, expect, it } from '@jest/globals';
import { firstSite } from '@framelift/contracts/content/first-site';
import { fireEvent } from '@testing-library/react';
import { closeScreens, onItsWay, openScreen, refusal } from '../../../../test/support/screen.tsx';
import SocialsPage from './socials.route.tsx';

const links = firstSite.brand;

closeScreens();
const call = 'GET /api/public/socials' as const;
/** Answers are shared for a minute, unless they may not be kept. */
const answered = (frameUrl: string | null) => () => Response.json({ frameUrl }, { headers: { 'Cache-Control': 'no-store' } });
const open = (answer: (() => Response) | typeof onItsWay) => openScreen('/socials', SocialsPage, { answers: { [call]: answer } });
const frame = () => document.querySelector('iframe');

describe('the socials page', () => {
  it('shows the seller’s own links alone where the page elsewhere does not answer or may not be framed', async () => {
    const { screen } = open(answered(null));
    await Promise.resolve();
    screen.getByRole('link', { name: 'Discord' });
    expect(frame()).toBeNull();
  });

  it('shows them alone where the server fails', async () => {
    const { screen } = open(() => refusal(503, 'No'));
    await Promise.resolve();
    screen.getByRole('link', { name: 'Discord' });
    expect(frame()).toBeNull();
  });

  it('covers them with the page elsewhere once that has loaded', async () => {
    const { screen } = open(answered('https://elsewhere.example/us'));
    const loading = await screen.findByTitle<HTMLIFrameElement>('Our socials');
    expect([loading.src, loading.className]).toEqual(['https://elsewhere.example/us', 'loading']);
    fireEvent.load(loading);
    expect([loading.className, screen.queryByRole('link', { name: 'Discord' })?.closest('[inert]')?.tagName]).toEqual(['frame', 'SECTION']);
  });

  it('shows the seller’s own links before anything else is known', () => {
    const { screen } = open(onItsWay);
    const hrefs = ['Discord', 'YouTube', 'GitHub'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
    expect([hrefs, frame()]).toEqual([[links.chat, links.video, links.code], null]);
  });
});
