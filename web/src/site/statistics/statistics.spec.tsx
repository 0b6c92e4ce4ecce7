import { describe, expect, it } from '@jest/globals';
import { type AnswerOf, type Answers, closeScreens, onItsWay, openScreen, refusal } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';
import StatisticsPage, { ErrorBoundary } from './statistics.route.tsx';

closeScreens();
const call = 'GET /api/public/statistics' as const;
const statistics: AnswerOf<typeof call> = {
  freeUtilityVersion: '4.2',
  freeUtilityDownloads: 91_000,
  recentDownloads: 7,
  freeTweaksDownloads: 1_234,
  premiumVersion: '8.1',
  premiumTotalTweaksRaw: '20k',
  customersTotalRaw: '312',
  discordMembers: 12_345,
  videoSubscribers: 678,
  codeStars: 88,
};
const nothing = Object.fromEntries(Object.keys(statistics).map((name) => [name, null])) as unknown as typeof statistics;
/** An answer of sources that failed is not kept. */
const unkept = (body: typeof statistics) => () => Response.json(body, { headers: { 'Cache-Control': 'no-store' } });
const open = (answer: Answers[typeof call]) => openScreen('/statistics', StatisticsPage, { answers: { [call]: answer } });
const figures = () =>
  [...document.querySelectorAll('section')].filter((part) => !part.querySelector('section')).map((part) => seen(part).join(' / '));
const failed = 'Failed to load statistics. Using fallback data.';

describe('the statistics', () => {
  it('are shown figure by figure', async () => {
    const { screen } = open(unkept(statistics));
    await screen.findByText('92,234');
    expect(figures()).toEqual([
      'Highlights / Total downloads / 92,234 / Active community / 12,345 / Premium users / 312',
      'Free Utility / Version / 4.2 / Downloads / 91,000',
      'Premium / Version / 8.1 / Tweaks / 20k',
      'Community / Active users / 12,345 / Customers / 312',
      'Free Tweaks / Total tweaks / 8 / Downloads / 1,234',
    ]);
  });

  it.each([
    ['none is known', unkept(nothing)],
    ['the call fails', refusal(503, 'Too busy')],
  ])('fall back where %s', async (_, answer) => {
    const { screen } = open(answer);
    await screen.findByText(failed);
    expect(figures()).toEqual([
      'Highlights / Total downloads / 0 / Active community / 0 / Premium users / 0',
      'Free Utility / Version / Unknown / Downloads / 0',
      'Premium / Version / Unknown / Tweaks / –',
      'Community / Active users / 0 / Customers / 0',
      'Free Tweaks / Total tweaks / 8 / Downloads / 0',
    ]);
  });

  it('say what to do where they cannot be shown', () => {
    const { screen } = openScreen('/statistics', ErrorBoundary, { answers: {} });
    screen.getByText('Something went wrong. Please try again later.');
    screen.getByRole('button', { name: 'Retry' });
  });

  // The last one: who asks within a minute shares an answer, and this one never comes.
  it('say that they load', () => {
    const { screen } = open(onItsWay);
    screen.getByText('Loading statistics...');
  });
});
