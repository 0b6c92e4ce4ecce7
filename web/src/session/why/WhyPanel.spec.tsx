import { describe, expect, it } from '@jest/globals';
import type { WhyView } from '@framelift/contracts';
import { waitFor } from '@testing-library/react';
import { openDashboard } from '../../../../test/support/dashboard-screen.ts';
import { type Answers, closeScreens, loadCode, refusal } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';

closeScreens();
const call = 'GET /api/why/:figure' as const;
const recordedAt = '2026-05-04T12:00:00.000Z';
const event = { recordedAt, figure: null };
const balance: WhyView = {
  figure: 'balance',
  value: 376_20,
  unit: 'cents',
  at: { position: 1_906, recordedAt },
  beganAt: '2026-01-02T00:00:00.000Z',
  parts: [
    { position: 1_906, recordedAt, says: 'On hold', amount: -12_00, running: 376_20, of: 'a3', figure: 'on-hold' },
    { ...event, position: 1_700, says: 'Sale sellauth-i1 was taken back', amount: -26_40, running: 388_20, of: 'sellauth-i1' },
    {
      ...event,
      position: 1_600,
      says: 'Commission of 20% (own rate) on sale sellauth-i1',
      amount: 414_60,
      running: 414_60,
      of: 'sellauth-i1',
    },
  ],
  sums: [
    { kind: 'sale', count: 41, amount: 414_60 },
    { kind: 'reversal', count: 1, amount: -26_40 },
    { kind: 'on-hold', count: 1, amount: -12_00 },
  ],
  next: null,
  checkpoint: null,
};
const earlier: WhyView = { ...balance, value: 300_00, sums: [{ kind: 'sale', count: 30, amount: 300_00 }], parts: [] };

const open = async (answers: Answers = {}) => {
  await loadCode('web/src/session/why/WhyPanel.tsx');
  const opened = await openDashboard('overview', { answers: { [call]: ({ query }) => (query['at'] ? earlier : balance), ...answers } });
  await opened.user.click(opened.screen.getByRole('button', { name: 'Balance, €412.34, show why' }));
  const panel = await opened.screen.findByRole('dialog', { name: 'Balance' });
  return { ...opened, panel };
};

describe('the panel of a number', () => {
  it('shows the sum as a sentence, its kinds and its events, each with the value after it', async () => {
    const { screen, panel, sentTo, address } = await open();
    await screen.findByText('41 sales €414.60, 1 refund −€26.40, on hold −€12.00');
    expect(address()).toBe('/affiliate/dashboard/overview?why=balance');
    expect(sentTo(call).map(({ path, query }) => [path, query])).toEqual([['/api/why/balance', { limit: '50' }]]);
    const day = 'May 4, 2026';
    expect([...panel.querySelectorAll('li')].map(seen)).toEqual([
      ['On hold', '−€12.00', '€376.20'],
      ['Sale sellauth-i1 was taken back', day, '−€26.40', '€388.20'],
      ['Commission of 20% (own rate) on sale sellauth-i1', day, '+€414.60', '€414.60'],
    ]);
    expect([...panel.querySelectorAll('dl > div')].map(seen)).toEqual([
      ['41 sales', '€414.60'],
      ['1 refund', '−€26.40'],
      ['On hold', '−€12.00'],
    ]);
  });

  it('leads to the figures and the sales in it, and closes', async () => {
    const { screen, user, address, panel } = await open();
    await screen.findByText('376.20', { exact: false, selector: '.value' });
    await user.click(screen.getByRole('button', { name: /^Commission of 20%/ }));
    expect(address()).toBe('/affiliate/dashboard/overview?why=earned&of=sellauth-i1');
    await user.click(screen.getByRole('button', { name: 'On hold, €87.21, show why' }));
    expect(address()).toBe('/affiliate/dashboard/overview?why=on-hold');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(panel.isConnected).toBe(false));
    expect(address()).toBe('/affiliate/dashboard/overview');
  });

  it('of an earlier moment shows what changed since', async () => {
    await loadCode('web/src/session/why/WhyPanel.tsx');
    const answers: Answers = { [call]: ({ query }) => (query['at'] ? earlier : balance) };
    const { screen } = await openDashboard('overview?why=balance&at=2026-03-01T23:59:59.999Z', { answers });
    await screen.findByText('30 sales €300.00');
    expect(seen((await screen.findByText(/€76.20 since/)).parentElement!)).toEqual([
      '+€76.20 since May 4, 2026',
      '11 sales',
      '+€114.60',
      '1 refund',
      '−€26.40',
      'On hold',
      '−€12.00',
    ]);
  });

  it('says why there is no answer', async () => {
    const { screen } = await open({ [call]: () => refusal(503, 'Being built again') });
    await screen.findByText('Being built again');
  });
});
