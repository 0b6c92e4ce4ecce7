import { describe, expect, it } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { receipts } from '../../../../test/support/golden/affiliate.ts';
import { programme } from '../../../../test/support/golden/programme.ts';
import { type AnswerOf, type Answers, closeScreens, openScreen, refusal } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';
import { Receipts } from './Receipts.tsx';
import AffiliateLandingPage from './affiliateLanding.route.tsx';

closeScreens();
const termsCall = 'GET /api/public/terms' as const;
const statsCall = 'GET /api/affiliate/system-stats' as const;
const stats: AnswerOf<typeof statsCall> = {
  activeAffiliates: 1_402,
  totalPayouts: 12_345.67,
  successRate: 97.5,
  avgMonthlyEarnings: 210.4,
};
const { tiers, windowDays, paymentTypes } = programme.terms;
const terms: AnswerOf<typeof termsCall> = { tiers, windowDays: windowDays - 15, paymentTypes, minimumCashout: 80, holdDays: 14 };
const unkept = (body: object) => () => Response.json(body, { headers: { 'Cache-Control': 'no-store' } });
const open = (answers: Answers) => openScreen('/affiliate', AffiliateLandingPage, { answers });

describe('the page of the affiliate programme', () => {
  it('states the programme’s terms and figures', async () => {
    const { screen } = open({ [termsCall]: unkept(terms), [statsCall]: unkept(stats) });
    await screen.findByText('Star');
    await screen.findByText('1,402');
    const lines = seen(document.body);
    for (const text of ['Start at 20% and climb to 55%.', 'Minimum payout €80.', '45 days of credit'])
      expect(lines.join('\n')).toContain(text);
    expect([...document.querySelectorAll('ol')].map((list) => [...list.children].map((item) => seen(item).join(' / ')))[0]).toEqual([
      'Bronze / 20% / From your first sale',
      'Silver / 27% / From 30 sales',
      'Star / 55% / From 1,300 sales',
    ]);
    for (const text of ['1,402', '€12,345.67', '97.5%', '€210.40']) expect(lines).toContain(text);
  });

  it('shows the receipts that affiliates allowed, where the page is to show them', async () => {
    const { screen } = openScreen('/affiliate', () => <Receipts title="Paid" />, {
      answers: { 'GET /api/public/receipts': unkept({ receipts: receipts.receipts }) },
    });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: '€312.75' });
    expect(link.getAttribute('href')).toBe('/receipt/r4mq7c2x9tz0k5ab');
    screen.getByText('Nina P. · Cashout paid within 2 days');
  });

  it('states the first terms and the usual figures, silently, where it does not know them', async () => {
    const { screen, sent } = open({ [termsCall]: refusal(503, 'Too busy'), [statsCall]: refusal(503, 'Too busy') });
    screen.getByText('Platinum');
    expect(sent.length).toBeLessThanOrEqual(2);
    const lines = seen(document.body);
    expect(lines.join('\n')).toContain('Minimum payout €50.');
    for (const text of ['€1,728.00', '95%', '€500.00']) expect(lines).toContain(text);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('computes what a month brings from the terms in force, at the rate that so many sales reach', async () => {
    const { screen } = open({ [termsCall]: refusal(503, 'Too busy'), [statsCall]: refusal(503, 'Too busy') });
    const slider = screen.getByLabelText<HTMLInputElement>('Sales a month');
    const result = () => seen(screen.getByRole('status')).join(' ').replaceAll(/\s+/g, ' ');
    const at = (sales: number) => {
      fireEvent.change(slider, { target: { value: String(sales) } });
      return result();
    };
    expect(result()).toBe('50 sales a month at 30% = €449.85');
    expect([1, 19, 20, 39, 40, 99, 100, 200].map(at)).toEqual([
      '1 sale a month at 20% = €6.00',
      '19 sales a month at 20% = €113.96',
      '20 sales a month at 25% = €149.95',
      '39 sales a month at 25% = €292.40',
      '40 sales a month at 30% = €359.88',
      '99 sales a month at 30% = €890.70',
      '100 sales a month at 40% = €1,199.60',
      '200 sales a month at 40% = €2,399.20',
    ]);
  });
});
