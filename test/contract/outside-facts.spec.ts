import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { IMPORT_SOURCES, refusals, solanaPayLink, USDC_MINT } from '@framelift/contracts';
import { Webhook as Receiver } from 'standardwebhooks';
import StripeApi from 'stripe';
import { columnName, formats } from '../../services/src/operating/ops/programme-formats.ts';
import { kindOf } from '../../services/src/operating/ops/programme-rows.ts';
import { readReport, REPORT_COLUMNS, REPORT_WORDS } from '../../services/src/programme/payouts/payer-report.ts';
import { parseSettings } from '../../services/src/platform/settings.ts';
import { SellAuth } from '../../services/src/store/providers/sellauth/sellauth.ts';

/** Facts of the outside world, each compared with a second, independently written form. */

describe('Solana Pay', () => {
  /** The bytes by which the bridges Across and CCTP call USDC on Solana's main network. */
  const usdc = 'c6fa7af3bedbad3a3d65f36aabc97431b1bbe4c2d2f6e0e47ca60203452f5d61';

  it('names the token USDC, byte for byte', () => expect(Buffer.from(base58.decode(USDC_MINT)).toString('hex')).toBe(usdc));
  it('requests it in the fields that the specification of transfer requests defines', () => {
    // solana:<recipient>?amount=<amount>&spl-token=<spl-token>&reference=<reference>&label=<label>&message=<message>&memo=<memo>
    const link = new URL(solanaPayLink('ADDRESS', '12.5', 'run 1 + 2'));
    expect([link.protocol, link.pathname, ...link.searchParams.keys()]).toEqual(['solana:', 'ADDRESS', 'amount', 'spl-token', 'memo']);
    expect(Buffer.from(base58.decode(link.searchParams.get('spl-token')!)).toString('hex')).toBe(usdc);
  });
});

describe('PayPal', () => {
  /** The first line of its activity report, as quoted by several programs that read it; then the same in German. */
  const activity =
    '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Shipping Address","Address Status","Item Title","Item ID","Shipping and Handling Amount","Insurance Amount","Sales Tax","Option 1 Name","Option 1 Value","Option 2 Name","Option 2 Value","Reference Txn ID","Invoice Number","Custom Number","Quantity","Receipt ID","Balance"';
  const german =
    '"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Absender E-Mail-Adresse","Empfänger E-Mail-Adresse","Transaktionscode","Lieferadresse","Adress-Status","Artikelbezeichnung","Artikelnummer","Versand- und Bearbeitungsgebühr","Versicherungsbetrag","Umsatzsteuer","Option 1 Name","Option 1 Wert","Option 2 Name","Option 2 Wert","Zugehöriger Transaktionscode","Rechnungsnummer","Zollnummer","Anzahl","Empfangsnummer","Guthaben"';
  const row = (names: string, cells: Record<string, string>) =>
    names.replaceAll(/"([^"]*)"/g, (_, name: string) => `"${cells[name] ?? ''}"`);

  it.each([
    ['English', activity, { 'Custom Number': 'a1-1', Status: 'Completed', Gross: '-60.00' }],
    ['German', german, { Zollnummer: 'a1-1', Status: 'Abgeschlossen', Brutto: '-60,00' }],
  ])('has a report of activity that is read in %s', (_, names, cells) =>
    expect(readReport(`\uFEFF${names}\r\n${row(names, cells)}\r\n`)).toEqual([
      { row: 1, cashoutId: 'a1-1', amountCents: 60_00, says: 'completed' },
    ]),
  );
  it('has states for items of a payout, all known here', () => {
    // Payouts API v1, `transaction_enum`: "SUCCESS", "FAILED", "PENDING", "UNCLAIMED", "RETURNED", "ONHOLD", "BLOCKED", "REFUNDED", "REVERSED"
    const states = ['SUCCESS', 'FAILED', 'PENDING', 'UNCLAIMED', 'RETURNED', 'ONHOLD', 'BLOCKED', 'REFUNDED', 'REVERSED'];
    const report = `sender_item_id,transaction_status\n${states.map((state, i) => `a1-${i},${state}`).join('\n')}\n`;
    expect(readReport(report).map(({ says }) => says)).toEqual([
      'completed',
      'failed',
      'unclaimed',
      'unclaimed',
      'returned',
      'unclaimed',
      'failed',
      'returned',
      'returned',
    ]);
  });
});

describe('other programmes', () => {
  /** Fields of their APIs and imports, from their documents; their exports use the same names as columns. */
  const documented = {
    // developers.rewardful.com: the commission, sale, payout and affiliate objects; help.rewardful.com: 'How do I import data into Rewardful?'
    rewardful:
      'id created_at updated_at amount currency state due_at paid_at voided_at charged_at invoiced_at charge_amount_cents sale_amount_cents first_name last_name email paypal_email wise_email token confirmed_at',
    // docs.firstpromoter.com: promoters and payouts API v1
    firstpromoter:
      'id status cust_id email created_at pref default_ref_id ref_id promoter_email promoter_id earnings_balance current_balance paid_balance first_name last_name amount date_paid due_date unit sale_amount',
    // tapfiliate.com/docs/rest: affiliates, conversions, commissions, payments
    tapfiliate:
      'id external_id amount program_id affiliate_id email firstname lastname referral_code approved conversion_id created_at commission_amount paid_at balance currency status',
  };
  it.each(Object.entries(documented))('%s documents a column for every field that identifies a file', (rival, words) => {
    const known = words.split(' ');
    for (const { columns, needs } of Object.values(formats[rival as keyof typeof documented].files))
      for (const field of needs)
        if (field !== 'who') expect([field, columns[field]!.some((column) => known.includes(column))]).toEqual([field, true]);
  });
  it('are recognised by the columns that their documents show', () => {
    const names = (line: string) => line.split(',').map(columnName);
    // Rewardful's template of an import, and FirstPromoter's list of payouts.
    expect(kindOf('rewardful', names('first_name,last_name,email,paypal_email,wise_email,token'))).toBe('affiliates');
    expect(kindOf('firstpromoter', names('id,status,amount,date_paid,due_date,unit,created_at,promoter_id'))).toBe('payouts');
    expect(kindOf('tapfiliate', names('id,external_id,amount,created_at,affiliate_email,commission_amount'))).toBe('sales');
  });
});

describe('providers that notify us', () => {
  it('sign as their own software does: SellAuth in X-Signature, hexadecimal HMAC-SHA256 of the whole body', () => {
    const raw = Buffer.from('{"event":"INVOICE.ITEM.DELIVER-DYNAMIC"}');
    const sellauth = new SellAuth({ apiUrl: 'https://api.sellauth.com/v1/shops/1', apiKey: 'k', webhookSecret: 's3cret' });
    const hex = createHmac('sha256', 's3cret').update(raw).digest('hex');
    const verifying = (signature: string) => () => sellauth.verifyNotification(raw, { 'x-signature': signature });
    expect(verifying(hex.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toThrow(refusals.signatureInvalid);
    // After the signature check, the body is refused.
    expect(verifying(hex)).toThrow(refusals.badRequest);
  });
  it('are called at the address that their libraries use', () => {
    const stripe = new StripeApi('sk_test_x');
    expect(`https://${(stripe as unknown as { getApiField(name: string): string }).getApiField('host')}`).toBe('https://api.stripe.com');
  });
});

describe('receivers of webhooks', () => {
  it('verify by the headers that Standard Webhooks names', () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const at = new Date();
    const signature = new Receiver(secret).sign('msg_1', at, '{}');
    // "The three headers: webhook-id, webhook-timestamp (integer Unix seconds), webhook-signature (v1,<base64>)"
    const mac = createHmac('sha256', Buffer.alloc(24, 7))
      .update(`msg_1.${Math.floor(at.getTime() / 1000)}.{}`)
      .digest('base64');
    expect(signature).toBe(`v1,${mac}`);
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)), 'webhook-signature': signature };
    expect(new Receiver(secret).verify('{}', headers)).toEqual({});
    const sender = readFileSync(join(import.meta.dirname, '../../services/src/reactors/webhooks/webhooks.sender.ts'), 'utf8');
    for (const name of Object.keys(headers)) expect(sender).toContain(`'${name}':`);
  });
});

describe('the columns of files', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/product.md'), 'utf8');
  const listed = (name: string, words: readonly string[]) => `| ${name} | ${words.map((word) => `\`${word}\``).join(', ')} |`;
  const compact = page.replaceAll(/ +\|/g, ' |').replaceAll(/\| +/g, '| ');

  it.each([
    ['the cashout', REPORT_COLUMNS.cashoutId],
    ['its status', REPORT_COLUMNS.status],
    ['its amount', REPORT_COLUMNS.amount],
    ...[...new Set(Object.values(REPORT_WORDS))].map(
      (meaning) => [`means ${meaning}`, Object.keys(REPORT_WORDS).filter((word) => REPORT_WORDS[word] === meaning)] as const,
    ),
  ])('of a payer’s report is in docs/product.md: %s', (name, words) => expect(compact).toContain(listed(name, words)));

  it.each(
    IMPORT_SOURCES.flatMap((rival) =>
      Object.entries(formats[rival].files).map(
        ([kind, { columns }]) =>
          [`${rival}: ${kind}`, Object.entries(columns).map(([field, names]) => `${field}=${names.join(' or ')}`)] as const,
      ),
    ),
  )('of an export is in docs/product.md: %s', (name, words) => expect(compact).toContain(listed(name, words)));
});

describe('the public sources', () => {
  /** Whole requests as in their documents, and in programs that make them. */
  it.each([
    ['FEEDS_CODE_URL', 'https://api.github.com/repos/OWNER/REPO/releases/latest', /\/repos\/.+$/],
    ['FEEDS_CHAT_URL', 'https://discord.com/api/v10/invites/{invite.code}?with_counts=true', /\/invites\/.+$/],
    ['FEEDS_VIDEO_URL', 'https://www.googleapis.com/youtube/v3/channels?part=statistics', /\/channels.+$/],
    ['FEEDS_PEOPLE_URL', 'https://discord.com/api/v10/users/{user.id}', /\/\{user\.id\}$/],
    ['FEEDS_AVATARS_URL', 'https://cdn.discordapp.com/avatars/user_id/user_avatar.png', /\/user_id\/.+$/],
  ] as const)('are asked where %s says', (name, documented, request) => {
    expect(parseSettings({})[name]).toBe(documented.replace(request, ''));
  });
});
