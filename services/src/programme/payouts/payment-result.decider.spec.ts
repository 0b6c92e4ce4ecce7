import { expect, it } from '@jest/globals';
import { fact, type Fact, firstTerms, payoutRefusals, type SelfBilling } from '@framelift/contracts';
import * as facts from '../../../../test/support/facts.ts';
import { payer, programme, stateOf } from '../../../../test/support/given.ts';
import { Refused } from '../../platform/refused.ts';
import { affiliateDecider } from '../affiliate/affiliate.decider.ts';
import { documentsDecider } from './documents.decider.ts';
import { payCashouts, returnPayment } from './payment-result.decider.ts';
import * as commands from './payout-run.commands.ts';
import { payoutRunDecider } from './payout-run.decider.ts';

const selfBilling: SelfBilling = { country: 'DE', vatNumber: 'DE136695976', rateBps: 19_00 };
const by = { kind: 'admin', id: 'd1' } as const;
const meta = { commandId: 'c', correlationId: 'c', repeatable: false, occurredAt: '2026-03-01T00:00:00.000Z', actor: by };
const document = { year: 2026, number: 1, netCents: 60_00, taxCents: 0, taxBps: 0, tax: 'none' } as const;
const [cashoutId, amountCents] = ['a1-1', 60_00];
const settled = [
  facts.payoutRunStarted({ runId: 'r1', cashouts: [{ cashoutId, amountCents, paymentType: 'bank' }] }),
  facts.payoutRunSettled({ reference: 'B-1' }),
];
const paid = facts.payoutCashoutsPaid({ affiliateId: 'a1', cashouts: [{ cashoutId, amountCents, document }] });
const issued = fact('DocumentIssued', { affiliateId: 'a1', cashoutId, document });
const on = (run: Fact[], documents: Fact[] = []) => ({
  run: stateOf(payoutRunDecider, run, meta.occurredAt, by),
  affiliate: stateOf(affiliateDecider, [
    facts.affiliateRegistered({ affiliateId: 'a1' }),
    facts.cashoutRequested({ cashoutId, amountCents, payTo: { sealed: 's', of: 'affiliate:a1' } }),
  ]),
  programme: { ...programme, terms: { ...firstTerms, selfBilling } },
  documents: stateOf(documentsDecider, documents),
});

it('a payment has its invoice in each event about it', () => {
  const { run, affiliate, documents } = payCashouts(on(settled), new commands.PayCashouts({ meta, runId: 'r1', affiliateId: 'a1' }));
  expect([run, documents]).toEqual([[paid], [issued]]);
  expect(affiliate).toMatchObject([{ type: 'CashoutProcessed', data: { cashoutId, reference: 'B-1', document } }]);
});

const back = (reason: object, run: Fact[] = [...settled, paid]) =>
  returnPayment(
    { ...on(run, [issued]), ...payer },
    new commands.ReturnPayment({ meta, runId: 'r1', cashoutId, because: 'failed', ...reason }),
  );

it('a payment that came back cancels its invoice by the next number', () => {
  const cancelled = { document: { ...document, number: 2 }, cancels: { year: 2026, number: 1 } };
  const { affiliate, documents } = back({});
  expect(documents).toEqual([fact('DocumentIssued', { affiliateId: 'a1', cashoutId, ...cancelled })]);
  expect(affiliate).toMatchObject([{ type: 'PaymentReturned', data: { amountCents, ...cancelled } }]);
});

it('a payment that came back in parts is the affiliate’s again part by part, each with a document, and never more than it', () => {
  const taxed = { year: 2026, number: 1, netCents: 50_42, taxCents: 9_58, taxBps: 19_00, tax: 'own' } as const;
  const history = [...settled, facts.payoutCashoutsPaid({ affiliateId: 'a1', cashouts: [{ cashoutId, amountCents, document: taxed }] })];
  const part = (cents: number | undefined, run: Fact[]) =>
    back({ because: 'returned', ...(cents === undefined ? {} : { amountCents: cents }) }, run);
  const first = part(57_50, history);
  expect(first.run).toMatchObject([{ type: 'CashoutReturned', data: { amountCents: 57_50 } }]);
  expect(first.affiliate).toMatchObject([
    { data: { amountCents: 57_50, ofCents: 60_00, document: { netCents: 48_32, taxCents: 9_18, number: 2 }, cancels: { number: 1 } } },
  ]);
  const after = [...history, ...first.run!];
  for (const known of [57_50, undefined]) expect(part(known, after)).toEqual({});
  const second = part(2_50, after);
  expect(second.affiliate).toMatchObject([{ data: { amountCents: 2_50, ofCents: 60_00 } }]);
  for (const more of [2_51, 60_00]) expect(() => part(more, after)).toThrow(new Refused(payoutRefusals.returnedMore, 'conflict'));
  for (const any of [57_50, 2_50, 1, 60_00]) expect(part(any, [...after, ...second.run!])).toEqual({});
  expect(() => part(60_01, history)).toThrow(new Refused(payoutRefusals.returnedMore, 'conflict'));
  expect(part(60_00, history).affiliate![0]!.data).not.toHaveProperty('ofCents');
});

it('a payment without an invoice cancels none', () => {
  const without = facts.payoutCashoutsPaid({ affiliateId: 'a1', cashouts: [{ cashoutId, amountCents }] });
  const returned = back({}, [...settled, without]);
  expect(Object.keys(returned)).toEqual(['run', 'affiliate']);
  expect(returned.affiliate![0]!.data).not.toHaveProperty('cancels');
});

it.each([
  [{}, {}, {}],
  [{ bankCode: 'AC04' }, { bankCode: 'AC04' }, { bankCode: 'AC04' }],
  [{ paypalCode: 'RECEIVER_UNCONFIRMED' }, { paypalCode: 'RECEIVER_UNCONFIRMED' }, {}],
])('a returned payment has the reason of who returned it: %j', (reason, inRun, inAccount) => {
  const { run, affiliate } = back(reason);
  expect(run).toStrictEqual([facts.cashoutReturned({ cashoutId, amountCents, because: 'failed', ...inRun })]);
  const { bankCode, paypalCode } = affiliate![0]!.data as { bankCode?: string; paypalCode?: string };
  expect({ bankCode, paypalCode }).toEqual(inAccount);
});
