import { describe, expect, it } from '@jest/globals';
import { openAdminTab } from '../../../test/support/admin-tab.ts';
import { attention } from '../../../test/support/golden/admin.ts';
import { closeScreens } from '../../../test/support/screen.tsx';
import { entriesIn, momentSeen, part, seen } from '../../../test/support/seen.ts';

closeScreens();
const open = (answer: object) => openAdminTab('overview', { answers: { 'GET /api/admin/attention': { ...attention, ...answer } } });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();

describe('what needs an admin', () => {
  it('is listed with count, money, age and one way to do it', async () => {
    const { screen } = await open({
      items: [
        { kind: 'missingSales', count: 1, amountCents: null, oldestAt: daysAgo(9), says: null },
        { kind: 'cashouts', count: 3, amountCents: 282_00, oldestAt: daysAgo(8), says: null },
        { kind: 'unknownPayments', count: 2, amountCents: 120_00, oldestAt: daysAgo(30), says: null },
        { kind: 'unmatchedPayments', count: 1, amountCents: 50_00, oldestAt: daysAgo(30), says: null },
        { kind: 'payouts', count: 1, amountCents: 60_00, oldestAt: daysAgo(29), says: null },
        { kind: 'mails', count: 2, amountCents: null, oldestAt: daysAgo(1), says: null },
        { kind: 'witnessRefusals', count: 1, amountCents: null, oldestAt: daysAgo(1), says: 'w.example: The witness has seen 9 events' },
      ],
    });
    await screen.findByText('Needs you');
    expect(entriesIn(part('Needs you')).map((lines) => lines.join(' '))).toEqual([
      '1 missing sale9 days Answer',
      '3 open cashouts€282.00oldest 8 days Pay',
      '2 payments with an unknown outcome€120.00oldest 30 days State the outcome',
      '1 payment at PayPal that no payout run has€50.0030 days Look',
      '1 payout run that PayPal never confirmed€60.0029 days Decide',
      '2 mails that cannot be sent: check the mail serveroldest 24 h',
      '1 witness that has seen another history w.example: The witness has seen 9 events24 h',
    ]);
    const links = [...part('Needs you').querySelectorAll('a')].map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
    expect(links).toEqual([
      ['Answer: 1 missing sale', '/admin/dashboard/sales?status=missing'],
      ['Pay: 3 open cashouts', '/admin/dashboard/cashouts'],
      ['State the outcome: 2 payments with an unknown outcome', '/admin/dashboard/payouts'],
      ['Look: 1 payment at PayPal that no payout run has', '/admin/dashboard/payouts'],
      ['Decide: 1 payout run that PayPal never confirmed', '/admin/dashboard/payouts'],
    ]);
  });

  it('is nothing where nothing waits, and says when the books were verified', async () => {
    const { screen } = await open({ items: [] });
    await screen.findByText('Needs you');
    expect(seen(part('Needs you'))[1]).toBe(
      `Nothing needs you. Books verified ${momentSeen(attention.verifiedAt!)}: 29,981 rows, 0 differ.`,
    );
  });

  it('says where the books were never verified', async () => {
    const { screen } = await open({ items: [], verifiedAt: null, verifiedRows: null, differingRows: null });
    await screen.findByText('Nothing needs you. The books have not been verified yet.');
  });
});
