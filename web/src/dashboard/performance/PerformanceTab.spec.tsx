import { describe, expect, it } from '@jest/globals';
import { openDashboard } from '../../../../test/support/dashboard-screen.ts';
import { breakdown } from '../../../../test/support/golden/affiliate.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const call = 'GET /api/affiliate/breakdown' as const;
const open = (answers: Answers = {}) => openDashboard('performance', { answers });
const figures = [
  ['1,801', '36', '2%', '€640.50'],
  ['250', '5', '2.46%', '€71.10'],
  ['0', '1', '–', '€12.34'],
];
const [spring, unknown, stream] = figures as [string[], string[], string[]];

describe('the performance tab', () => {
  it('shows clicks, sales, conversion and commission of each campaign in the last 30 days', async () => {
    const { screen, sentTo } = await open();
    await screen.findByText('spring');
    expect(rowsOf('By campaign, 30 days')).toEqual([
      ['Campaign', 'Clicks', 'Sales', 'Conversion', 'Commission'],
      ['spring', ...spring],
      ['No campaign', ...unknown],
      ['stream', ...stream],
    ]);
    expect(sentTo(call).map(({ query }) => query)).toEqual([{ by: 'campaign', range: '30' }]);
  });

  it('compares clicks and commission by bars, as long as their part of the largest', async () => {
    const { screen } = await open();
    const barOf = (text: string) => screen.getByText(text).style.backgroundSize;
    await screen.findByText('spring');
    expect(['1,801', '250', '0'].map(barOf)).toEqual(['100% 100%', '14% 100%', '0% 100%']);
    expect(['€640.50', '€71.10', '€12.34'].map(barOf)).toEqual(['100% 100%', '11% 100%', '2% 100%']);
  });

  it('tells them apart by page or referring site, in any time', async () => {
    const { screen, user, sentTo } = await open();
    await user.click(screen.getByText('By page'));
    await screen.findByText('Not known');
    expect(rowsOf('By page, 30 days')[0]![0]).toBe('Page');
    await user.click(screen.getByText('By referring site'));
    await screen.findByText('Not known, or none');
    await user.click(screen.getByText('All time'));
    await screen.findByText('By referring site, all time');
    expect(rowsOf('By referring site, all time').map(([name]) => name)).toEqual([
      'Referring site',
      'spring',
      'Not known, or none',
      'stream',
    ]);
    expect(sentTo(call).map(({ query }) => query)).toEqual([
      { by: 'campaign', range: '30' },
      { by: 'page', range: '30' },
      { by: 'referrer', range: '30' },
      { by: 'referrer', range: 'all' },
    ]);
  });

  it('shows products without clicks, which are of none', async () => {
    const { screen, user } = await open();
    await screen.findByText('spring');
    await user.click(screen.getByText('By product'));
    await screen.findByText('Not known');
    expect(rowsOf('By product, 30 days')).toEqual([
      ['Product', 'Sales', 'Commission'],
      ['spring', '36', '€640.50'],
      ['Not known', '5', '€71.10'],
      ['stream', '1', '€12.34'],
    ]);
  });

  it('shows nothing of another choice while the chosen one loads', async () => {
    const { screen, user } = await open({ [call]: ({ query }) => (query['by'] === 'page' ? onItsWay() : breakdown) });
    await screen.findByText('spring');
    await user.click(screen.getByText('By page'));
    screen.getByText('Loading figures...');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says what failed and tries again', async () => {
    let answer: Response | typeof breakdown = refusal(503, 'Being built again');
    const { screen, user } = await open({ [call]: () => answer });
    expect(seen(await screen.findByRole('alert'))).toEqual(['Being built again']);
    answer = breakdown;
    await user.click(screen.getByText('Retry'));
    await screen.findByText('spring');
  });

  it('leads to a link where there is nothing yet', async () => {
    const { screen, user } = await open({ [call]: { rows: [] } });
    await screen.findByText('No activity in this period.');
    screen.getByText('Share a link with a campaign to see its results here.');
    await user.click(screen.getByText('Make a link'));
    await screen.findByText('Share Your Affiliate Link');
  });

  it('hands out what is chosen as a file, and says where that fails', async () => {
    let answer = new Response('Page;Clicks');
    const { screen, user, sentTo, kept } = await open({ 'GET /api/affiliate/breakdown.csv': () => answer });
    await user.click(screen.getByText('By page'));
    await user.click(screen.getByText('7 days'));
    await user.click(screen.getByText('Download CSV'));
    expect(sentTo('GET /api/affiliate/breakdown.csv').map(({ query }) => query)).toEqual([{ by: 'page', range: '7' }]);
    expect(await kept()).toEqual([['performance-by-page.csv', 'Page;Clicks']]);
    answer = refusal(503, 'Busy');
    await user.click(screen.getByText('Download CSV'));
    await screen.findByText('Failed. Try again');
  });
});
