import { describe, expect, it } from '@jest/globals';
import { tweaks } from '@framelift/contracts/content/tweaks';
import { findTweaks, readWanted, timeOf, writeWanted } from './tweakList.ts';

const find = (query: string) => findTweaks(tweaks, readWanted(new URLSearchParams(query))).map(({ repo }) => repo.split('/')[1]);

describe('the tweaks', () => {
  it('are eight, dated from October 2024 to June 2025', () => {
    expect(tweaks).toHaveLength(8);
    const times = tweaks.map(({ dateAdded }) => timeOf(dateAdded)).sort();
    expect(times[0]).toBe(new Date(2024, 9, 19).getTime());
    expect(times.at(-1)).toBe(new Date(2025, 5, 14).getTime());
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

it('a date that is none has no time', () => {
  expect(timeOf('2025 Juno 1')).toBeNaN();
  expect(timeOf('')).toBeNaN();
});
