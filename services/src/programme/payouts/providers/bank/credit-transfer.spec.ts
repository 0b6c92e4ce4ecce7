import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { ibans } from '../../../../../../test/support/ibans.ts';
import { attemptOf, creditTransfer, paymentId, paymentNamed, transferId, writtenName } from './credit-transfer.ts';

const first = { iban: 'DE02120300000000202051', name: 'Müller & Söhne <GmbH>', createdAt: '2026-11-27T10:00:00.000Z', payOn: '2026-11-30' };
const from = { ...first, edition: 2 } as const;
const RUN = 'run0123456789abc';
const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, isArray: (name) => name === 'CdtTrfTxInf' });
const read = (xml: string) => parser.parse(xml).Document.CstmrCdtTrfInitn;

const cents = fc.oneof(fc.integer({ min: 1, max: 999_999_99 }), fc.constantFrom(1, 10, 99, 100, 999_999_99));
const transfers = fc
  .array(
    fc.record({
      amountCents: cents,
      to: fc.record({
        iban: fc.constantFrom(...ibans.good),
        name: fc.string({ unit: 'binary', minLength: 1 }).filter((name) => writtenName(name) !== ''),
      }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((list) => list.map((transfer, n) => ({ ...transfer, cashoutId: `abcdefgh12345678-${n + 1}` })));
/** The letters of SEPA's set; a text neither begins nor ends with a slash, and has no two of them. */
const PLAIN = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/\-?:().,'+ ]+(?<!\/)$/;

it('has every payment with the cents of the log and its id, and the count and the sum of all twice', () =>
  fc.assert(
    fc.property(transfers, (list) => {
      const xml = creditTransfer('run0123456789abc', from, list);
      expect(XMLValidator.validate(xml)).toBe(true);
      const { GrpHdr, PmtInf } = read(xml);
      const sum = list.reduce((all, { amountCents }) => all + amountCents, 0);
      for (const part of [GrpHdr, PmtInf]) {
        expect(part.NbOfTxs).toBe(String(list.length));
        expect(Math.round(Number(part.CtrlSum) * 100)).toBe(sum);
      }
      expect(
        PmtInf.CdtTrfTxInf.map((one: any) => [
          one.PmtId.EndToEndId,
          one.Amt.InstdAmt['@_Ccy'],
          one.Amt.InstdAmt['#text'],
          one.CdtrAcct.Id.IBAN,
        ]),
      ).toEqual(list.map((t) => [paymentId(t.cashoutId, attemptOf(RUN, from)), 'EUR', (t.amountCents / 100).toFixed(2), t.to.iban]));
      for (const { Cdtr } of PmtInf.CdtTrfTxInf) {
        expect(Cdtr.Nm).toMatch(PLAIN);
        expect(Cdtr.Nm.length).toBeLessThanOrEqual(70);
      }
    }),
  ));

it('names who pays, when, and itself', () => {
  const list = [{ cashoutId: 'abc-1', amountCents: 50_00, to: { iban: ibans.good[0]!, name: 'Anna Ark' } }];
  const { GrpHdr, PmtInf } = read(creditTransfer('run0123456789abc', from, list));
  expect(GrpHdr).toMatchObject({
    MsgId: 'run0123456789abc-20261127100000000',
    CreDtTm: from.createdAt,
    InitgPty: { Nm: 'Muller + Sohne GmbH' },
  });
  expect(GrpHdr.MsgId.length).toBeLessThanOrEqual(35);
  expect(PmtInf).toMatchObject({ PmtMtd: 'TRF', ReqdExctnDt: { Dt: '2026-11-30' }, DbtrAcct: { Id: { IBAN: from.iban } }, ChrgBr: 'SLEV' });
});

it('has an id for each attempt to pay a cashout, by run and file, that banks take and that names the cashout', () => {
  const attempts = [
    attemptOf(RUN, from),
    attemptOf(RUN, { ...from, createdAt: '2026-11-27T10:00:00.001Z' }),
    attemptOf('run0123456789abd', from),
  ];
  expect(new Set(attempts).size).toBe(3);
  expect(attemptOf(RUN, from)).toBe(attempts[0]);
  for (const attempt of attempts) {
    const id = paymentId('abcdefgh12345678-999999999', attempt);
    expect(id).toMatch(/^[a-z0-9-]{1,35}$/);
    expect(paymentNamed(id)).toEqual({ cashoutId: 'abcdefgh12345678-999999999', attempt });
    expect(paymentNamed(` ${id.toUpperCase()}`)).toEqual({ cashoutId: 'abcdefgh12345678-999999999', attempt });
  }
  expect(paymentNamed('abcdefgh12345678-1-12345678')).toEqual({ cashoutId: 'abcdefgh12345678-1', attempt: '12345678' });
  expect(paymentNamed('abcdefgh12345678-1')).toEqual({ cashoutId: 'abcdefgh12345678-1' });
  expect(paymentNamed('INVOICE 7')).toEqual({ cashoutId: 'INVOICE 7' });
});

it('is the same file again where it was made before attempts had names', () => {
  const list = [{ cashoutId: 'abcdefgh12345678-1', amountCents: 50_00, to: { iban: ibans.good[0]!, name: 'Ann & 😀' } }];
  const { GrpHdr, PmtInf } = read(creditTransfer(RUN, first, list));
  expect([GrpHdr.MsgId, transferId(RUN, first), attemptOf(RUN, first)]).toEqual([`${RUN}-20261127100000`, GrpHdr.MsgId, undefined]);
  expect(PmtInf.CdtTrfTxInf[0]).toMatchObject({ PmtId: { EndToEndId: 'abcdefgh12345678-1' }, Cdtr: { Nm: 'Ann :grinning:' } });
  expect(PmtInf.CdtTrfTxInf[0].RmtInf.Ustrd).toBe('Affiliate commission abcdefgh12345678-1');
});

it.each([
  ['Jürgen Groß', 'Jurgen Gross'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['Анна Иванова', 'Anna Ivanova'],
  ['Ελένη', 'Eleni'],
  ['山田 太郎', /^[A-Za-z ]+$/],
  ['محمد', /^[A-Za-z' ]+$/],
  ['प्रिया', /^[A-Za-z ]+$/],
  ['O’Neil / Söhne // &', "O'Neil / Sohne / +"],
  ['😀 Ann', 'Ann'],
  ['Ann 👩🏽‍💻 Lee', 'Ann Lee'],
  ['Zoe\u0301 ❤️', 'Zoe'],
  ['𝐀𝐧𝐧 Ⓑ', 'Ann B'],
  ['Ann_[Shop]; {x}', 'Ann-(Shop), (x)'],
  ['ﬁne™ №7', 'fineTM No7'],
  ['//', ''],
  ['😀', ''],
  ['- +', ''],
  ['\u2028', ''],
])('the name %s is written in the letters that SEPA carries', (name, plain) =>
  expect(writtenName(name)).toEqual(plain instanceof RegExp ? expect.stringMatching(plain) : plain),
);
