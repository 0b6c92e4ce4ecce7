import { describe, expect, it } from '@jest/globals';
import { type AnswerOf, closeScreens, openScreen, refusal } from '../../../../test/support/screen.tsx';
import { part, seen } from '../../../../test/support/seen.ts';
import FortnitePage from '../fortnite/fortnite.route.tsx';
import FreePage from '../free/free.route.tsx';

closeScreens();
/** Of sources that failed: it is not kept for the next test. */
const unkept = (body: unknown) => Response.json(body, { headers: { 'Cache-Control': 'no-store' } });
const published: AnswerOf<'GET /api/public/releases/:product'> = {
  version: 'v4.1',
  downloads: 91_000,
  downloadUrl: 'https://code.example/free.exe',
};

describe.each([
  ['/free', 'Free Utility', FreePage],
  ['/fortnite-optimizer', 'Fortnite Optimizer', FortnitePage],
])('the download on %s', (path, name, Page) => {
  const open = (answer: Promise<Response> | Response) =>
    openScreen(path, Page, { answers: { 'GET /api/public/releases/:product': () => answer as Response } });
  const facts = () => seen(part(name)).slice(1, 5);
  const button = () => part(name).querySelector('button');

  it('waits for the release, then is a link to its file', async () => {
    let release: (answer: Response) => void = () => {};
    const { screen, sentTo } = open(new Promise<Response>((done) => (release = done)));
    expect(facts()).toEqual(['Version', 'Loading...', 'Total downloads', 'Loading...']);
    expect([button()!.textContent, button()!.disabled]).toEqual(['Loading...', true]);
    release(unkept(published));
    const link = await screen.findByText('Download');
    expect([link.getAttribute('href'), button()]).toEqual(['https://code.example/free.exe', null]);
    expect(facts()).toEqual(['Version', 'v4.1', 'Total downloads', '91,000']);
    expect(sentTo('GET /api/public/releases/:product').map((sent) => sent.path)).toEqual([
      `/api/public/releases/${path === '/free' ? 'free' : 'fortnite'}`,
    ]);
  });

  it('is none where the release is not known', async () => {
    const { screen } = open(refusal(503, 'Busy'));
    await screen.findByText('No download available');
    expect([facts(), button()!.disabled]).toEqual([['Version', 'Error', 'Total downloads', 'Error'], true]);
  });
});
