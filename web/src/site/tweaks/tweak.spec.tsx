import { beforeEach, describe, expect, it } from '@jest/globals';
import { named } from '@framelift/contracts/brand';
import { tweaks as firstTweaks } from '@framelift/contracts/content/tweaks';
import { repoOf } from '@framelift/contracts/tweaks';
import { type AnswerOf, closeScreens, openScreen } from '../../../../test/support/screen.tsx';
import { tweakPath } from '../../lib/paths.ts';
import TweakPage from './tweak.route.tsx';
import { tweakData } from './tweakData.ts';

const tweaks = named(firstTweaks, 'Framelift');

closeScreens();
beforeEach(() => sessionStorage.clear());
const call = 'GET /api/public/tweaks' as const;
const counts: AnswerOf<typeof call> = { tweaks: tweaks.map((tweak) => ({ repo: repoOf(tweak)!, downloads: 1_234, downloadUrl: null })) };
const open = (address: string) =>
  openScreen(address, TweakPage, {
    path: '/tweaks/:slug',
    answers: { [call]: () => Response.json(counts, { headers: { 'Cache-Control': 'no-store' } }) },
  });

describe('the page of a tweak', () => {
  it.each(tweaks)('$title says what it changes and how to undo it', async (tweak) => {
    const { screen } = open(tweakPath(tweak));
    screen.getByRole('heading', { level: 1, name: tweak.title });
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual(tweak.changes.map(({ setting, to, where }) => [setting, to, where]));
    expect(rows.length).toBeGreaterThan(1);
    screen.getByText(tweak.undo);
    await screen.findByText('1,234');
    expect(screen.getByLabelText<HTMLAnchorElement>(`Download ${tweak.title}`).href).toBe(tweak.downloadUrl);
  });

  it('says at an address without a tweak that there is none', () => {
    const { screen } = open('/tweaks/no-such-tweak');
    screen.getByRole('heading', { level: 1, name: 'Page Not Found' });
  });
});

it('search engines read the day a tweak was added', () =>
  expect(tweaks.map((tweak) => tweakData(tweak).datePublished)).toEqual([
    '2025-06-14',
    '2025-05-23',
    '2025-04-11',
    '2025-03-07',
    '2025-01-25',
    '2024-12-13',
    '2024-11-08',
    '2024-10-19',
  ]));
