import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { readModelAnswers, steps } from '../../../../test/support/golden/read-models.ts';
import { type Answers, closeScreens, refusal } from '../../../../test/support/screen.tsx';
import { entriesIn, momentSeen, part, seen } from '../../../../test/support/seen.ts';

closeScreens();
const call = 'GET /api/admin/read-models/:name/:table/steps' as const;
const place = `read-models?${new URLSearchParams({ model: 'dashboard', table: 'totals', key: '["a3"]' }).toString()}`;
const open = async (answers: Answers = {}) => openAdminTab(place, { answers: { ...readModelAnswers, [call]: steps, ...answers } });

describe('the row of a read model', () => {
  it('is shown as it is now, with its key and without what is personal', async () => {
    const { screen, sentTo } = await open();
    await screen.findByText('Current row');
    expect(seen(part('Current row'))).toEqual([
      'Current row',
      'Matches the log (green)',
      'affiliate_id',
      'a3',
      'earned_cents',
      '€34.50',
      'rate_bps',
      '21.5%',
      'sales',
      '2',
      'note',
      'not shown here',
    ]);
    expect(sentTo(call).map(({ path, query }) => [path, query])).toEqual([
      ['/api/admin/read-models/dashboard/totals/steps', { limit: '25', key: '["a3"]' }],
    ]);
  });

  it('is shown with each event that touched it, and what the event changed', async () => {
    const { screen } = await open();
    await screen.findByText('1,006 events changed it');
    const under = (position: string) => [
      `#${position} · ${momentSeen('2026-04-02T12:00:00.000Z')} · affiliate-a3`,
      `Recorded ${momentSeen('2026-04-02T12:05:00.000Z')}`,
    ];
    expect(entriesIn(part('1,006 events changed it'))).toEqual([
      ['Affiliate deleted', 'Row deleted (red)', ...under('6,206')],
      ['Sale recorded', ...under('6,205'), 'earned_cents', '€12.00€34.50', 'rate_bps', '20%21.5%', 'sales', '12'],
      ['Affiliate edited', 'Nothing changed (grey)', ...under('6,204')],
      ['Sale reversed', 'Skipped by an operator (yellow)', ...under('6,203')],
      ['Sale restored', 'Parked (red)', ...under('6,202')],
      ['Affiliate registered', 'Row created (green)', ...under('6,201'), 'rate_bps', '20%'],
    ]);
    expect([...document.querySelectorAll('del')].map(seen)).toEqual([['€12.00'], ['20%'], ['1']]);
    expect(screen.getByText('Sale recorded').getAttribute('href')).toBe('/admin/dashboard/events/6205');
  });

  it('that differs from its events, or is gone, is called so', async () => {
    const { screen } = await open({ [call]: { ...steps, isSame: false, row: null, events: 1 } });
    await screen.findByText('1 event changed it');
    expect(seen(part('Current row'))).toEqual([
      'Current row',
      'Differs from the log (red)',
      'No such row at position 6,300.',
      'affiliate_id',
      'a3',
    ]);
  });

  it('goes on to older events', async () => {
    const { screen, user, sentTo } = await open({
      [call]: ({ query }) =>
        query['after'] ? { ...steps, steps: [{ ...steps.steps.at(-1)!, position: 6_200 }] } : { ...steps, next: '6201' },
    });
    await user.click(await screen.findByText('Show older events'));
    await waitFor(() => expect(screen.getAllByText('Row created')).toHaveLength(2));
    expect(sentTo(call).map(({ query }) => query['after'])).toEqual([undefined, '6201']);
    expect(screen.queryByText('Show older events')).toBeNull();
  });

  it('that is not there says so, and leads back to all read models', async () => {
    const { screen, user, address } = await open({ [call]: () => refusal(404, 'Not found') });
    await screen.findByText('Not found');
    await user.click(screen.getByText('All read models'));
    await screen.findByText('Read models', { selector: 'h2' });
    expect(address()).toBe('/admin/dashboard/read-models');
  });
});
