import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { ibans } from '../../../../test/support/ibans.ts';
import { creditTransfer, plainLetters } from './credit-transfer.ts';

const from = { iban: 'DE02120300000000202051', name: 'Müller & Söhne <GmbH>', createdAt: '2026-11-27T10:00:00.000Z', payOn: '2026-11-30' };
const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, isArray: (name) => name === 'CdtTrfTxInf' });
const read = (xml: string) => parser.parse(xml).Document.CstmrCdtTrfInitn;

const cents = fc.oneof(fc.integer({ min: 1, max: 999_999_99 }), fc.constantFrom(1, 10, 99, 100, 999_999_99));
const transfers = fc
  .array(
    fc.record({
      amountCents: cents,
      to: fc.record({ iban: fc.constantFrom(...ibans.good), name: fc.string({ unit: 'binary', minLength: 1 }) }),
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
      ).toEqual(list.map((t) => [t.cashoutId, 'EUR', (t.amountCents / 100).toFixed(2), t.to.iban]));
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
    MsgId: 'run0123456789abc-20261127100000',
    CreDtTm: from.createdAt,
    InitgPty: { Nm: 'Muller Sohne GmbH' },
  });
  expect(GrpHdr.MsgId.length).toBeLessThanOrEqual(35);
  expect(PmtInf).toMatchObject({ PmtMtd: 'TRF', ReqdExctnDt: { Dt: '2026-11-30' }, DbtrAcct: { Id: { IBAN: from.iban } }, ChrgBr: 'SLEV' });
});

it.each([
  ['Jürgen Groß', 'Jurgen Gross'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['Анна Иванова', 'Anna Ivanova'],
  ['Ελένη', 'Eleni'],
  ['山田 太郎', /^[A-Za-z ]+$/],
  ['محمد', /^[A-Za-z' ]+$/],
  ['प्रिया', /^[A-Za-z ]+$/],
  ['O’Neil / Söhne // &', "O'Neil / Sohne"],
  ['//', 'NOTPROVIDED'],
  ['\u2028', 'NOTPROVIDED'],
])('the name %s is written in plain letters', (name, plain) =>
  expect(plainLetters(name, 70)).toEqual(plain instanceof RegExp ? expect.stringMatching(plain) : plain),
);
