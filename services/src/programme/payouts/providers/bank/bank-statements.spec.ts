import { describe, expect, it } from '@jest/globals';
import { readBankReport } from './bank-report.ts';
import type { PaidFile } from '../../payer-report.ts';

// What banks send in practice: statements of several days and accounts, other people's bookings, batches, and their habits of writing.
const attempt = '0a1b2c3d';
const ANN = 'abcdefgh12345678-1';
const BOB = 'bcdefghi12345678-12';
const paid: PaidFile = {
  id: 'run0123456789abc-20261127100000000',
  attempt,
  cashouts: [
    { cashoutId: ANN, amountCents: 60_00 },
    { cashoutId: BOB, amountCents: 70_05 },
  ],
};
const read = (xml: string, of: PaidFile = paid) =>
  readBankReport(xml, of).map(({ cashoutId, attempt: of, amountCents, says, bankCode, problem }) => [
    cashoutId,
    of,
    amountCents,
    says,
    ...(bankCode || problem ? [bankCode ?? problem] : []),
  ]);

const amount = (value: string, currency = 'EUR') => `<Amt Ccy="${currency}">${value}</Amt>`;
const refs = (id: string) => `<Refs><EndToEndId>${id}</EndToEndId></Refs>`;
const entry = (direction: string, value: string, details: string, { status = 'BOOK', more = '' } = {}) =>
  `<Ntry>${amount(value)}<CdtDbtInd>${direction}</CdtDbtInd>${more}<Sts>${status}</Sts><BookgDt><Dt>2026-11-30</Dt></BookgDt><BkTxCd/>${details}</Ntry>`;
const one = (inside: string) => `<NtryDtls><TxDtls>${inside}</TxDtls></NtryDtls>`;
const statement = (...entries: string[]) =>
  `<Stmt><Id>1</Id><CreDtTm>2026-11-30T20:00:00</CreDtTm><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp>${amount('1000.00')}<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-30</Dt></Dt></Bal>${entries.join('')}</Stmt>`;
const camt053 = (statements: string, { version = '001.08', root = '', encoding = 'UTF-8' } = {}) =>
  `<?xml version="1.0" encoding="${encoding}"?><Document${root || ` xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.${version}"`}><BkToCstmrStmt><GrpHdr><MsgId>S</MsgId></GrpHdr>${statements}</BkToCstmrStmt></Document>`;
const annPaid = [`${ANN}`, attempt, 60_00, 'completed'];
const annOut = entry('DBIT', '60.00', one(refs(`${ANN}-${attempt}`)));
const other = ['', undefined, undefined, undefined];

describe('a camt.053', () => {
  it('has several statements, balances, and bookings of others, which are counted', () => {
    const back = one(`${refs(`${ANN}-${attempt}`)}<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`);
    const xml = camt053(
      statement(annOut, entry('CRDT', '99.00', one(refs('INVOICE-7'))), entry('DBIT', '3.50', '')) +
        statement(entry('CRDT', '60.00', back)) +
        statement(),
    );
    expect(read(xml)).toEqual([annPaid, ['invoice-7', undefined, 99_00, 'returned'], other, [ANN, attempt, 60_00, 'returned', 'AC04']]);
  });
  it.each(['001.02', '001.03', '001.04', '001.05', '001.06', '001.07', '001.08', '001.09', '001.13'])('is read in version %s', (version) =>
    expect(read(camt053(statement(annOut), { version }))).toEqual([annPaid]),
  );
  it.each([
    ['no namespace', camt053(statement(annOut), { root: ' ' })],
    [
      'a schema’s place',
      camt053(statement(annOut), {
        root: ' xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x camt.053.001.02.xsd"',
      }),
    ],
    [
      'a prefix',
      camt053(statement(annOut))
        .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ns2:')
        .replace('xmlns=', 'xmlns:ns2='),
    ],
    ['a mark', `\uFEFF${camt053(statement(annOut))}`],
    ['another encoding', camt053(statement(annOut), { encoding: 'ISO-8859-15' })],
    [
      'spaces and lines',
      camt053(statement(annOut))
        .replaceAll('><', '>\r\n   <')
        .replaceAll(/>(60\.00|DBIT|BOOK)</g, '> $1 <'),
    ],
    ['an envelope', `<Envelope><AppHdr/>${camt053(statement(annOut)).replace(/<\?.*?\?>/, '')}</Envelope>`],
    ['a status as a code', camt053(statement(annOut)).replace('<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>')],
    ['capitals', camt053(statement(annOut)).replace(`${ANN}-${attempt}`, `${ANN}-${attempt}`.toUpperCase())],
  ])('is read with %s', (_, xml) => expect(read(xml)).toEqual([annPaid]));
  it.each(['60', '60.0', '60.', '60.00', '60.00000', '060.00', '000000000060.00', '000000000000060.00', '+60.00'])(
    '%s is 60 euros',
    (value) => expect(read(camt053(statement(entry('DBIT', value, one(refs(`${ANN}-${attempt}`))))))).toEqual([annPaid]),
  );
  it.each(['60,00', '-60.00', '6e1', '60.001', '.', '', '1.060.00'])('%s is no amount', (value) => {
    const [row] = readBankReport(camt053(statement(entry('DBIT', value, one(refs(ANN))))), paid);
    expect([Number.isNaN(row!.amountCents), row!.amountCents === undefined]).toContain(true);
  });
  it('that is not booked says nothing of a payment’s end', () => {
    for (const status of ['PDNG', 'INFO'])
      expect(read(camt053(statement(entry('DBIT', '60.00', one(refs(ANN)), { status }))))).toEqual([[ANN, undefined, 60_00, 'accepted']]);
  });
});

describe('a payment', () => {
  it('is found by the text for the payee where the bank kept no end-to-end id', () => {
    const lines = (...texts: string[]) => `<RmtInf>${texts.map((line) => `<Ustrd>${line}</Ustrd>`).join('')}</RmtInf>`;
    const wanted = `Affiliate commission ${ANN}-${attempt}`;
    for (const inside of [
      `${refs('NOTPROVIDED')}${lines(wanted)}`,
      lines(wanted),
      `${refs('notprovided')}${lines(wanted.slice(0, 27), wanted.slice(27))}`,
      lines('SVWZ+', `EREF+${ANN}-${attempt}`, 'KREF+7'),
    ])
      expect(read(camt053(statement(entry('DBIT', '60.00', one(inside)))))).toEqual([annPaid]);
    // Anybody may write such a text into a payment to the seller: only what the bank calls a return is one.
    const text = lines(wanted);
    expect(read(camt053(statement(entry('CRDT', '60.00', one(text)))))).toEqual([[ANN, attempt, 60_00, undefined]]);
    const returned = one(`${text}<RtrInf><Rsn><Prtry>AC01</Prtry></Rsn></RtrInf>`);
    expect(read(camt053(statement(entry('CRDT', '60.00', returned))))).toEqual([[ANN, attempt, 60_00, 'returned', 'AC01']]);
    expect(read(camt053(statement(entry('CRDT', '60.00', one(text), { more: '<RvslInd>true</RvslInd>' }))))).toEqual([
      [ANN, attempt, 60_00, 'returned'],
    ]);
  });
  it('has the amount that was booked: what left without the bank’s charge, what came back after it', () => {
    const inside = (direction: string) =>
      one(`${refs(`${ANN}-${attempt}`)}<AmtDtls><InstdAmt>${amount('60.00')}</InstdAmt></AmtDtls>${direction}`);
    expect(read(camt053(statement(entry('DBIT', '60.20', inside('')))))).toEqual([annPaid]);
    const back = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
    expect(read(camt053(statement(entry('CRDT', '57.50', inside(back)))))).toEqual([[ANN, attempt, 57_50, 'returned', 'AC04']]);
    expect(read(camt053(statement(entry('CRDT', '120.00', one(`${refs(ANN)}${amount('57.50')}${back}`)))))).toEqual([
      [ANN, undefined, 57_50, 'returned', 'AC04'],
    ]);
  });
});

describe('a batch', () => {
  const batch = (count: number, id = paid.id) => `<NtryDtls><Btch><PmtInfId>${id}</PmtInfId><NbOfTxs>${count}</NbOfTxs></Btch></NtryDtls>`;
  const both = (says: string) => [
    [ANN, attempt, 60_00, says],
    [BOB, attempt, 70_05, says],
  ];
  it('that is booked at once is each payment of the file', () => {
    expect(read(camt053(statement(entry('DBIT', '130.05', batch(2)))))).toEqual(both('completed'));
    expect(read(camt053(statement(entry('DBIT', '130.05', batch(2, paid.id.toUpperCase())))))).toEqual(both('completed'));
    expect(read(camt053(statement(entry('CRDT', '130.05', batch(2), { more: '<RvslInd>true</RvslInd>' }))))).toEqual(both('returned'));
    expect(read(camt053(statement(entry('DBIT', '130.05', one(`<Refs><MsgId>${paid.id}</MsgId></Refs>`)))))).toEqual(both('completed'));
    expect(read(camt053(statement(entry('DBIT', '130.05', batch(2), { status: 'PDNG' }))))).toEqual(both('accepted'));
  });
  it('has its payments where the bank lists them', () => {
    const listed = `<NtryDtls><Btch><PmtInfId>${paid.id}</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>${[ANN, BOB].map((id, i) => `<TxDtls>${refs(`${id}-${attempt}`)}${amount(i ? '70.05' : '60.00')}</TxDtls>`).join('')}</NtryDtls>`;
    expect(read(camt053(statement(entry('DBIT', '130.05', listed))))).toEqual(both('completed'));
  });
  it('lacks what the bank refused before it was booked', () => {
    const [ann, bob] = paid.cashouts;
    const left = { ...paid, cashouts: [ann!, { ...bob!, isBack: true }] };
    expect(read(camt053(statement(entry('DBIT', '60.00', batch(1)))), left)).toEqual([annPaid]);
  });
  it('of another count, sum or file is not ours to book', () => {
    const what = 'The bank booked another count or sum than the payments of the file';
    expect(read(camt053(statement(entry('DBIT', '130.05', batch(3)))))).toEqual([[ANN, attempt, 130_05, 'completed', what]]);
    expect(read(camt053(statement(entry('DBIT', '130.06', batch(2)))))).toEqual([[ANN, attempt, 130_06, 'completed', what]]);
    expect(read(camt053(statement(entry('DBIT', '130.05', batch(2, 'SALARIES-11')))))).toEqual([other]);
  });
});
