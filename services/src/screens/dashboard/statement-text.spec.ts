import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { firstSite, type Call, calls, type StatementLayout } from '@framelift/contracts';
import { openSync, type Font } from 'fontkit';
import sharp from 'sharp';
import { fontFile } from '../../platform/letters.ts';
import type { Issuer, MonthStatement } from './month-statement.ts';
import { monthPdf, payoutPdf } from './statement.pdf.ts';
import { paragraphOf, runsOf } from '../../platform/runs.ts';

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
  const payout = (name: string, layout: StatementLayout, issuer: Issuer = { brand: firstSite.brand }, link?: string) =>
    payoutPdf(
      {
        ...issuer,
        cashoutId: 'a1-1',
        payee: payee(name),
        cents: 60_00,
        paidTo: 'PayPal a@b.example',
        requestedAt: '2026-01-01T00:00:00Z',
        paidAt: '2026-01-02T00:00:00Z',
        reference: 'PP-1',
        head,
        layout,
        link,
      },
      'a4',
    );
  it('whose letters one font has keeps the bytes it was issued with', async () => {
    // Of the program before there were other fonts.
    expect(await bytesOf(payout('Zoë Żółtowska-Ünal', 1))).toBe('341645eec67c56fe6a3af7f89beebd701a1dbfa27ea9695ac438ee4c6ae76a8c');
    expect(await bytesOf(payout('Zoë Żółtowska-Ünal', 2))).toBe('5299f8e29d2b14eca21297be3bd11df0235dad0d2f94d20b27dd952a8c25e95b');
  });
  it('of another brand keeps its bytes too, however its logo is compressed', async () => {
    const brand = { ...firstSite.brand, name: 'Zephyr', accent: '#1d4ed8', address: ['1 Wind Street'] };
    const pixels = { raw: { width: 8, height: 8, channels: 4 } } as const;
    const picture = sharp(Buffer.from(Array.from({ length: 256 }, (_, i) => i)), pixels);
    for (const compressionLevel of [0, 9]) {
      const logo = await picture.clone().png({ compressionLevel }).toBuffer();
      expect(await bytesOf(payout('Zoë', 2, { brand, logo }))).toBe('41b74f6a0fefdda112c1cb9f24a58d200f80ea5a37461941bcf95bf81ad858a6');
    }
  });
  it('has the same bytes each time in any script', async () => {
    for (const name of ['王小明 有限公司', 'شركة النور', 'ऋषि 김민수'])
      for (const layout of [1, 2] as const) expect(await bytesOf(payout(name, layout))).toBe(await bytesOf(payout(name, layout)));
  });
  const pagesOf = async (movements: MonthStatement['movements'], layout: StatementLayout, name = 'Zoë') => {
    const statement = {
      month: '2026-01',
      payee: payee(name),
      openingCents: 0,
      movements,
      closingCents: movements.length,
      onHoldCents: 0,
      terms: [['Tier', 'Gold'] as const],
      head,
      layout,
      brand: firstSite.brand,
    };
    let pages = '';
    for await (const chunk of monthPdf(statement, 'a4')) pages += (chunk as Buffer).toString('latin1');
    return pages.match(/\/Type \/Page\b/g)!.length;
  };
  const moved = (count: number, why = 'Commission of 20% (Gold tier) on sale sellauth-1') =>
    Array.from({ length: count }, () => ({ at: '2026-01-02T00:00:00Z', why, cents: 1, balanceCents: 1 }));
  it('leads from its amount to the panel, from the fourth layout on', async () => {
    const textOf = async (pdf: AsyncIterable<unknown>) => {
      let text = '';
      for await (const chunk of pdf) text += (chunk as Buffer).toString('latin1');
      return text;
    };
    const link = 'https://shop.example/affiliate/dashboard?why=paid&of=a1-1&at=3';
    expect(await textOf(payout('Zoë', 4, { brand: firstSite.brand }, link))).toContain(`/URI (${link})`);
    expect(await textOf(payout('Zoë', 4))).not.toContain('/URI');
  });
  it('has no page for its fingerprint alone', async () => {
    expect([await pagesOf([], 2), await pagesOf(moved(1), 2), await pagesOf(moved(15), 2), await pagesOf(moved(60), 2)]).toEqual([
      1, 1, 1, 3,
    ]);
  });
  it('makes a line as high as a long text in any script takes', async () => {
    const why = `Commission of 20% (${'金牌会员'.repeat(30)} tier) on sale x`;
    expect(await pagesOf(moved(15, why), 2, '王')).toBeGreaterThan(1);
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
    'POST /api/admin/cashouts/:id/outcome.reference',
    'POST /api/admin/payout-runs/:id/outcome.reference',
    'POST /api/admin/payout-runs/:id/settle.reference',
    'POST /api/admin/site/preview/:page.content.oneOf.address',
    'POST /api/admin/site/preview/:page.content.oneOf.name',
    'POST /api/admin/terms/preview.selfBilling.vatNumber',
    'POST /api/admin/terms/preview.tiers.name',
    'POST /api/affiliate/payment-methods.paymentDetails.email',
    'POST /api/affiliate/payment-methods.paymentDetails.name',
    'PUT /api/admin/payout-account.name',
    'PUT /api/admin/site/:section.content.oneOf.address',
    'PUT /api/admin/site/:section.content.oneOf.name',
    'PUT /api/admin/terms.selfBilling.vatNumber',
    'PUT /api/admin/terms.tiers.name',
    'PUT /api/affiliate/billing.address',
    'PUT /api/affiliate/billing.country',
    'PUT /api/affiliate/billing.name',
    'PUT /api/affiliate/billing.taxNumber',
    'PUT /api/affiliate/payment-methods/:id.paymentDetails.email',
    'PUT /api/affiliate/payment-methods/:id.paymentDetails.name',
  ]);
});
