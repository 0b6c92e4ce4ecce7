import { describe, expect, it } from '@jest/globals';
import { layoutOf, siteOf } from './statement-layout.ts';

const head = (day: string, layout?: number, site?: string) => ({
  recordedAt: new Date(`${day}T00:10:00Z`),
  data: { layout, site } as never,
});
const ends = (day: string) => new Date(`${day}T00:00:00Z`);

describe('the layout of a statement', () => {
  it('is the newest where no program of the first one ran', () => {
    expect(layoutOf([], ends('2026-01-01'))).toBe(4);
    expect(layoutOf([head('2026-02-01', 3)], ends('2026-01-01'))).toBe(3);
    expect(layoutOf([head('2026-02-01', 2)], ends('2026-01-01'))).toBe(2);
  });
  it('stays what it was until a head names a newer one', () => {
    const upgraded = [head('2026-01-30', 2), head('2026-02-10', 3), head('2026-02-11', 2)];
    expect(['2026-01-01', '2026-02-01', '2026-02-10', '2026-03-01'].map((day) => layoutOf(upgraded, ends(day)))).toEqual([2, 2, 2, 3]);
  });
  it('stays the first until a head names another', () => {
    expect(layoutOf([head('2026-01-30')], ends('2026-01-01'))).toBe(1);
    expect(layoutOf([head('2026-01-30')], ends('2026-03-01'))).toBe(1);
    const upgraded = [head('2026-01-30'), head('2026-02-10', 2)];
    expect(['2026-02-01', '2026-02-10', '2026-03-01'].map((day) => layoutOf(upgraded, ends(day)))).toEqual([1, 1, 2]);
  });
});

describe('the address that links in a statement lead to', () => {
  it('is that of the heads before it, so that a move changes no issued statement', () => {
    const heads = [head('2026-01-30', 3), head('2026-02-10', 4, 'https://a.example'), head('2026-03-10', 4, 'https://b.example')];
    const sites = ['2026-02-01', '2026-03-01', '2026-04-01'].map((day) => siteOf(heads, ends(day), 'https://now.example'));
    expect(sites).toEqual([undefined, 'https://a.example', 'https://b.example']);
    expect(siteOf([], ends('2026-01-01'), 'https://now.example')).toBe('https://now.example');
  });
});
