import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { type Call, calls } from '@framelift/contracts';
import { openSync, type Font } from 'fontkit';
import { fontFile } from '../../platform/letters.ts';
import { monthPdf, payoutPdf } from './statement.pdf.ts';
import { paragraphOf, runsOf } from './statement-text.ts';

/** The letters of a line from the left, as the fonts set them. */
const seen = (text: string): string =>
  runsOf(paragraphOf(text), 0, text.length)
    .flatMap((run) => (openSync(fontFile(run.font)) as Font).layout(run.text, []).glyphs.flatMap(({ codePoints }) => codePoints))
    .map((code) => String.fromCodePoint(code))
    .join('');
const turned = (text: string) => [...text].toReversed().join('');

describe('a line of a document', () => {
  it.each([
    ['Zoë Żółtowska 12', 'Zoë Żółtowska 12'],
    ['王小明 2 山田', '王小明 2 山田'],
    ['شارع الملك فهد ١٢', `١٢ ${turned('شارع الملك فهد')}`],
    ['רחוב הרצל 12, דירה 3', `3 ${turned('דירה')} ,12 ${turned('רחוב הרצל')}`],
    // Brackets open where they are read, so their shapes are exchanged.
    ['אור (2024)', `(2024) ${turned('אור')}`],
    ['Commission (ذهب tier) on sale 12', `Commission (${turned('ذهب')} tier) on sale 12`],
    ['Tax number 300١٢', 'Tax number 300١٢'],
  ])('%s is set from the left as it is seen', (text, expected) => expect(seen(text)).toBe(expected));
});

describe('a document', () => {
  const head = { position: 3, hash: 'ab'.repeat(32) };
  const payee = (name: string) => ({
    id: 'a1',
    username: 'zoe',
    billing: { name, address: 'Długa 12\n00-238 Warszawa', country: 'Polska', taxNumber: 'PL5260250995' },
  });
  const bytesOf = async (pdf: AsyncIterable<unknown>) => {
    const hash = createHash('sha256');
    for await (const chunk of pdf) hash.update(chunk as Buffer);
    return hash.digest('hex');
  };
  const payout = (name: string) =>
    payoutPdf(
      {
        cashoutId: 'a1-1',
        payee: payee(name),
        cents: 60_00,
        paidTo: 'PayPal a@b.example',
        requestedAt: '2026-01-01T00:00:00Z',
        paidAt: '2026-01-02T00:00:00Z',
        reference: 'PP-1',
        head,
      },
      'a4',
    );
  it('whose letters one font has keeps the bytes it was issued with', async () => {
    // Of the program before there were other fonts.
    expect(await bytesOf(payout('Zoë Żółtowska-Ünal'))).toBe('341645eec67c56fe6a3af7f89beebd701a1dbfa27ea9695ac438ee4c6ae76a8c');
  });
  it('has the same bytes each time in any script', async () => {
    for (const name of ['王小明 有限公司', 'شركة النور', 'ऋषि 김민수'])
      expect(await bytesOf(payout(name))).toBe(await bytesOf(payout(name)));
  });
  it('makes a line as high as a long text in any script takes', async () => {
    const why = `Commission of 20% (${'金牌会员'.repeat(30)} tier) on sale x`;
    const movements = Array.from({ length: 80 }, () => ({ at: '2026-01-02T00:00:00Z', why, cents: 1, balanceCents: 1 }));
    const statement = {
      month: '2026-01',
      payee: payee('王'),
      openingCents: 0,
      movements,
      closingCents: 80,
      onHoldCents: 0,
      terms: [],
      head,
    };
    let pages = '';
    for await (const chunk of monthPdf(statement, 'a4')) pages += (chunk as Buffer).toString('latin1');
    expect(pages.match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(3);
  });
});

it('accepts no text that it cannot show, in any field that reaches a document', () => {
  const found: string[] = [];
  const walk = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (/^(printed-|payee-)/.test((value as { format?: string }).format ?? ''))
      found.push(at.replaceAll(/\.(properties|items|anyOf|\d+)\b/g, ''));
    for (const [key, inner] of Object.entries(value)) walk(inner, `${at}.${key}`);
  };
  for (const [name, call] of Object.entries(calls as Record<string, Call>)) walk(call.body, name);
  expect([...new Set(found)].toSorted()).toEqual([
    'POST /api/admin/payout-runs/:id/settle.reference',
    'POST /api/admin/terms/preview.tiers.name',
    'POST /api/affiliate/payment-methods.paymentDetails.email',
    'PUT /api/admin/terms.tiers.name',
    'PUT /api/affiliate/billing.address',
    'PUT /api/affiliate/billing.country',
    'PUT /api/affiliate/billing.name',
    'PUT /api/affiliate/billing.taxNumber',
    'PUT /api/affiliate/payment-methods/:id.paymentDetails.email',
  ]);
});
