import { describe, expect, it } from '@jest/globals';
import { tweaks } from '@framelift/contracts/content/tweaks';
import { findTweaks, readWanted, tagsOf, writeWanted } from './tweakList.ts';

const find = (query: string) => findTweaks(tweaks, readWanted(new URLSearchParams(query), tagsOf(tweaks))).map(({ slug }) => slug);

describe('the tweaks', () => {
  it('are eight, dated from October 2024 to June 2025', () => {
    expect(tweaks).toHaveLength(8);
    const days = tweaks.map(({ added }) => added).sort();
    expect([days[0], days.at(-1)]).toEqual(['2024-10-19', '2025-06-14']);
  });

  it('are found by title, description or tag, whatever the case', () => {
    expect(find('search=TIMER')).toEqual(['timer-resolution-service']);
    expect(find('search=radeon')).toEqual(['amd-adrenalin-tuning']);
    expect(find('search=amd+guide')).toEqual(['amd-adrenalin-tuning', 'fortnite-stretched-resolution']);
    expect(find('search=no+such+thing')).toEqual([]);
  });

  it('are filtered by a tag, which an unknown one does not', () => {
    expect(find('tag=Fortnite+Guide')).toEqual(['fortnite-competitive-config', 'fortnite-stretched-resolution']);
    expect(find('tag=Other')).toHaveLength(8);
    expect(find('tag=Nvidia+Guide&search=driver')).toEqual(['nvidia-low-latency', 'nvidia-debloated-driver']);
  });

  it('are sorted by the day they were added', () => {
    expect(find('sort=newest')[0]).toBe('nvidia-low-latency');
    expect(find('sort=oldest')[0]).toBe('fortnite-stretched-resolution');
    expect(find('sort=backwards')).toEqual(find(''));
  });
});

it('an address keeps what it had, without what asks for nothing', () => {
  const params = new URLSearchParams('ref=someone&search=timer&sort=newest');
  expect(writeWanted(params, { search: '', sort: 'none', tag: 'AMD Guide' }).toString()).toBe('ref=someone&tag=AMD+Guide');
});

it('tags are each listed once, the first ones in their order', () => {
  const tagged = (...tags: string[]) => ({ ...tweaks[0]!, tags });
  expect(tagsOf(tweaks)).toEqual(['Nvidia Guide', 'AMD Guide', 'Windows Guide', 'Fortnite Guide', 'Additional']);
  expect(tagsOf([tagged('Mine', 'AMD Guide'), tagged('Mine'), tagged('Nvidia Guide'), tagged()])).toEqual([
    'Nvidia Guide',
    'AMD Guide',
    'Mine',
  ]);
});
