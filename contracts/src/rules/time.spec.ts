import { describe, expect, it } from '@jest/globals';
import { DAY_MS, dayText, HOUR_MS, isDay, isoOf, MINUTE_MS, momentOf } from './time.ts';

it('time is counted in ms', () => expect([MINUTE_MS, HOUR_MS, DAY_MS]).toEqual([60_000, 3_600_000, 86_400_000]));

describe('a time from outside', () => {
  it.each([
    ['2026-01-31T12:00:00Z', Date.UTC(2026, 0, 31, 12)],
    ['2026-01-31T12:00Z', Date.UTC(2026, 0, 31, 12)],
    ['2026-01-31t12:00:00z', Date.UTC(2026, 0, 31, 12)],
    ['2026-01-31T12:00:00.123456+02:00', Date.UTC(2026, 0, 31, 10, 0, 0, 123)],
    ['2026-01-31T12:00:00-14:00', Date.UTC(2026, 1, 1, 2)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2026-03-04', Date.UTC(2026, 2, 4)],
    ['0001-01-01', -62_135_596_800_000],
    ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
  ])('reads %s', (text, ms) => expect(momentOf(text)).toBe(ms));

  it.each([
    ['two orders of day and month', '03/04/2026'],
    ['a day that is none', '2026-02-30T00:00:00Z'],
    ['29 February of another year', '2026-02-29'],
    ['a year', '2026'],
    ['a month', '2026-03'],
    ['a time without its zone', '2026-03-04T10:00:00'],
    ['a space instead of T', '2026-03-04 10:00'],
    ['words', 'Mar 4 2026 10:00 GMT'],
    ['an hour 24', '2026-03-04T24:00:00Z'],
    ['a second 60', '2026-03-04T10:00:60Z'],
    ['a zone by name', '2026-03-04T10:00:00 CET'],
    ['a zone further than any', '2026-03-04T10:00:00+15:00'],
    ['a day of a week', '2026-W10-3'],
    ['more digits of a year', '+012026-03-04T10:00:00Z'],
    ['the year 0', '0000-01-01T00:00:00Z'],
    ['a moment after the year 9999', '9999-12-31T23:59:59-14:00'],
    ['spaces around', ' 2026-03-04'],
    ['seconds since 1970', '1772582400'],
    ['nothing', ''],
  ])('is not %s', (_, text) => expect(momentOf(text)).toBeUndefined());

  it('is kept in UTC', () =>
    expect(['2026-01-31T12:00:00+02:00', '2026-01-31', '31.01.2026'].map(isoOf)).toEqual([
      '2026-01-31T10:00:00.000Z',
      '2026-01-31T00:00:00.000Z',
      undefined,
    ]));
  it('is read as its day in UTC', () =>
    expect(['2026-11-27T23:59:59.999Z', '2026-01-02T00:00:00.000Z'].map(dayText)).toEqual(['Nov 27, 2026', 'Jan 2, 2026']));

  it('has days of the calendar only', () => {
    expect(isDay('2026-02-28')).toBe(true);
    expect(['2026-02-29', '2026-13-01', '2026-1-1', '2026-00-10', '28.02.2026', '2026-02', '+012026-02-28'].filter(isDay)).toEqual([]);
  });
});
