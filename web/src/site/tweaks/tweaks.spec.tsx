import { beforeEach, describe, expect, it } from '@jest/globals';
import { tweaks } from '@framelift/contracts/content/tweaks';
import { repoOf } from '@framelift/contracts/tweaks';
import { type AnswerOf, closeScreens, openScreen } from '../../../../test/support/screen.tsx';
import TweaksPage from './tweaks.route.tsx';

closeScreens();
beforeEach(() => sessionStorage.clear());
const call = 'GET /api/public/tweaks' as const;
type Counts = AnswerOf<typeof call>;
const counts = (known: (repo: string, i: number) => number | null): Counts => ({
  tweaks: tweaks.map((tweak, i) => ({ repo: repoOf(tweak)!, downloads: known(repoOf(tweak)!, i), downloadUrl: null })),
});
const open = (answer: Counts, query = '') =>
  openScreen(`/tweaks${query}`, TweaksPage, {
    answers: { [call]: () => Response.json(answer, { headers: { 'Cache-Control': 'no-store' } }) },
  });

describe('free tweaks', () => {
  it('are downloaded in a new tab and say how often, or N/A', async () => {
    const { screen } = open(counts((_, i) => (i === 0 ? 1_234 : null)));
    await screen.findByText('1,234');
    expect(screen.getAllByText('N/A', { exact: false, selector: 'span' })).toHaveLength(tweaks.length - 1);
    const link = screen.getByLabelText<HTMLAnchorElement>(`Download ${tweaks[0]!.title}`);
    expect([link.target, link.href]).toEqual(['_blank', tweaks[0]!.downloadUrl]);
  });

  it('show the drawing over a thumbnail that is only an example', async () => {
    const { screen } = openScreen('/tweaks', TweaksPage, {
      answers: {
        [call]: () =>
          Response.json(
            counts(() => 7),
            { headers: { 'Cache-Control': 'no-store', 'Example-Data': '1' } },
          ),
      },
    });
    await screen.findAllByText('7');
    expect(document.querySelectorAll('[data-drawing].above')).toHaveLength(tweaks.length);
  });

  it('play one video at a time, until the list changes', async () => {
    const { screen, user } = open(counts(() => null));
    const frames = () => [...document.querySelectorAll('iframe')].map(({ src }) => src.split('?')[0]);
    expect(frames()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Play video: Nvidia Low Latency Profile' }));
    expect(frames()).toEqual(['https://www.youtube-nocookie.com/embed/fl_tweaks01']);
    await user.click(screen.getByRole('button', { name: 'Play video: AMD Adrenalin Tuning' }));
    expect(frames()).toHaveLength(1);
    await user.selectOptions(screen.getByLabelText('Sort'), 'Newest first');
    expect(frames()).toEqual([]);
  });

  it('that none fits say so', () => {
    const { screen } = open(
      counts(() => null),
      '?search=zzz',
    );
    screen.getByText('No tweaks found.');
  });

  const keptAgo = (ms: number) => {
    const kept = { at: Date.now() - ms, view: counts((_, i) => 3_000 + i), example: false };
    sessionStorage.setItem('tweakDownloads', JSON.stringify(kept));
  };

  it('ask for the counts again after five minutes, and keep them once each is known', async () => {
    keptAgo(300_000);
    const { screen, sentTo } = open(counts((_, i) => 1_000 + i));
    await screen.findByText('1,000');
    expect(sentTo(call)).toHaveLength(1);
    expect(JSON.parse(sessionStorage.getItem('tweakDownloads')!)).toMatchObject({ view: counts((_, i) => 1_000 + i) });
  });

  it('keep no counts of which one is unknown', async () => {
    const { screen } = open(counts((_, i) => (i === 0 ? 1_234 : null)));
    await screen.findByText('1,234');
    expect(sessionStorage.getItem('tweakDownloads')).toBeNull();
  });

  it('do not ask for counts that were kept less than five minutes ago', async () => {
    keptAgo(240_000);
    const { screen, sentTo } = open(counts(() => 1));
    await screen.findByText('3,000');
    expect(sentTo(call)).toEqual([]);
  });
});
