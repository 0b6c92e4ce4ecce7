import { describe, expect, it } from '@jest/globals';
import { fireEvent, within } from '@testing-library/react';
import { openDashboard } from '../../../../test/support/dashboard-screen.ts';
import { trends } from '../../../../test/support/golden/affiliate.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { part, rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const call = 'GET /api/affiliate/trends' as const;
const open = (answers: Answers = {}) => openDashboard('overview', { answers });
const figures = () => [...part('Performance').querySelectorAll('.metric')];

describe('figures over time', () => {
  it('are added up, and compared with the time before', async () => {
    const { screen } = await open();
    await screen.findByText('Show as table');
    expect(figures().map((figure) => [...figure.children].map(({ textContent }) => textContent))).toEqual([
      ['Commission', '€103.75', '+€23.75 (+29.7%)'],
      ['Sales', '7', '+5 sales (+250%)'],
      ['Clicks', '58', '+8 clicks (+16%)'],
    ]);
  });

  it('are in the table behind them, the newest first', async () => {
    const { screen } = await open();
    await screen.findByText('Show as table');
    expect(rowsOf('Performance, 30 days')).toEqual([
      ['Day', 'Commission', 'Sales', 'Clicks'],
      ['Apr 20', '€41.25', '3', '27'],
      ['Apr 19', '€62.50', '4', '31'],
    ]);
  });

  it('are read point by point, with the point before, by the slider', async () => {
    const { screen } = await open();
    const slider = await screen.findByLabelText<HTMLInputElement>('Commission – Performance, 30 days');
    expect(slider.getAttribute('aria-valuetext')).toMatch(
      /^Apr 20: Commission €41.25, Sales 3, Clicks 27. Apr 18: Commission €0.00, Sales 0, Clicks 0/,
    );
    fireEvent.change(slider, { target: { value: '0' } });
    expect(slider.getAttribute('aria-valuetext')).toMatch(
      /^Apr 19: Commission €62.50, Sales 4, Clicks 31. Apr 17: Commission €80.00, Sales 2, Clicks 50/,
    );
    expect([...document.querySelectorAll('.tip tr')].map((row) => seen(row))).toEqual([
      ['Apr 19', 'Apr 17'],
      ['Commission', '€62.50', '€80.00'],
      ['Sales', '4', '2'],
      ['Clicks', '31', '50'],
    ]);
    fireEvent.keyDown(slider, { key: 'Escape' });
    expect(document.querySelector('.tip')).toBeNull();
  });

  it('show the figure that is chosen', async () => {
    const { screen, user } = await open();
    await screen.findByText('Show as table');
    await user.click(figures()[2]!);
    expect(figures().map((figure) => figure.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true']);
    await screen.findByLabelText('Clicks – Performance, 30 days');
  });

  it('are asked for by their time, and compared with nothing in all of it', async () => {
    const { screen, user, sentTo } = await open({
      [call]: ({ query }) => (query['range'] === 'all' ? { unit: 'month', points: trends.points, before: null } : trends),
    });
    await user.click(within(part('Performance')).getByText('All time'));
    await screen.findByText('Month', { selector: 'th' });
    expect(sentTo(call).map(({ query }) => query)).toEqual([{ range: '30' }, { range: 'all' }]);
    expect(figures().map((figure) => seen(figure))).toEqual([['Commission€103.75'], ['Sales7'], ['Clicks58']]);
    expect(screen.queryByText('This period')).toBeNull();
  });

  it('say which days they are compared with', async () => {
    const { screen } = await open();
    await screen.findByText('Show as table');
    expect(seen(document.querySelector('.legend')!)).toEqual(['This period', 'The 2 days before', 'Days in UTC, today is partial']);
  });

  it('are drawn by weeks where few days have a sale', async () => {
    const day = (date: string, sales: number) => ({ from: date, clicks: 1, sales, commission: sales * 10 });
    const month = (name: string) =>
      Array.from({ length: 30 }, (_, i) => day(`2026-${name}-${String(i + 1).padStart(2, '0')}`, i % 15 ? 0 : 1));
    const { screen } = await open({ [call]: { unit: 'day', points: month('04'), before: month('03') } });
    await screen.findByText('Show as table');
    expect(seen(document.querySelector('.legend')!)).toEqual([
      'This period',
      'The 30 days before',
      'Weeks from Monday to Sunday in UTC, the first and last are partial',
    ]);
    expect(rowsOf('Performance, 30 days')).toEqual([
      ['Week from', 'Commission', 'Sales', 'Clicks'],
      ['Apr 27 (4 days)', '€0.00', '0', '4'],
      ['Apr 20', '€0.00', '0', '7'],
      ['Apr 13', '€10.00', '1', '7'],
      ['Apr 6', '€0.00', '0', '7'],
      ['Apr 1 (5 days)', '€10.00', '1', '5'],
    ]);
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(
      'Week from Apr 27, 2026 (4 days): Commission €0.00, Sales 0, Clicks 4. Week from Mar 27, 2026 (4 days): Commission €0.00, Sales 0, Clicks 4',
    );
  });

  it('say what to do where there are none, and that those of another time failed', async () => {
    const quiet = { clicks: 0, sales: 0, commission: 0 };
    let answer: Response | typeof trends = { unit: 'day', points: [{ from: '2026-04-20', ...quiet }], before: null };
    const { screen, user } = await open({ [call]: () => answer });
    await screen.findByText('No activity in this period. Share your link to see clicks and sales here.');
    expect([screen.queryByRole('slider'), screen.queryByText('Show as table')]).toEqual([null, null]);
    answer = refusal(503, 'Being built again');
    await user.click(within(part('Performance')).getByText('90 days'));
    await screen.findByText('Failed to fetch figures');
    answer = trends;
    await user.click(within(part('Performance')).getByText('Retry'));
    await screen.findByText('Performance, 90 days');
  });

  it('say that they load', async () => {
    await open({ [call]: onItsWay });
    expect(seen(part('Performance')).slice(-1)).toEqual(['Loading figures...']);
  });
});
