import { describe, expect, it } from '@jest/globals';
import {
  exchangeRefusals,
  type Fact,
  firstTerms,
  raisedTier,
  refusals,
  effectiveTier,
  type Terms,
  tierOf,
  tierProgress,
} from '@framelift/contracts';
import { given, stateOf } from '../../../../test/support/given.ts';
import { currencyRateSet, headSigned, payoutAccountSet, programmeTermsSet } from '../../../../test/support/facts.ts';
import { SetCurrencyRate, SetTerms } from './terms.commands.ts';
import { currencyRate, programmeDecider, programmeSource, setCurrencyRate, setTerms, termsInForce } from './terms.decider.ts';

const meta = {
  commandId: 'c',
  correlationId: 'c',
  repeatable: false,
  occurredAt: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'admin', id: 'd1' },
} as const;
const others: Terms = { ...firstTerms, minimumCashoutCents: 75_00, holdDays: 14 };
const asData = (terms: Terms, after = 0) => ({ ...terms, after, tiers: [...terms.tiers], paymentTypes: [...terms.paymentTypes] });
const set = (terms: Terms, editBase = Number.MAX_SAFE_INTEGER) => new SetTerms({ meta, terms, editBase });
const was = programmeTermsSet(asData(others));

describe('setting the terms', () => {
  it('records all of them', () => given(programmeDecider, []).when(setTerms, set(others)).then(was));
  it('records nothing if they are unchanged', () => {
    given(programmeDecider, []).when(setTerms, set(firstTerms)).staysQuiet();
    given(programmeDecider, [was]).when(setTerms, set(others)).staysQuiet();
  });
  it('can return to the first ones', () =>
    given(programmeDecider, [was])
      .when(setTerms, set(firstTerms))
      .then(programmeTermsSet(asData(firstTerms, 1))));
  it('refuses a form filled before others were set', () => {
    const facts: Fact[] = [headSigned(), was];
    given(programmeDecider, facts).when(setTerms, set(firstTerms, 1)).refuses(refusals.changedMeanwhile('terms'));
    expect(setTerms(stateOf(programmeDecider, facts), set(firstTerms, 2))).toHaveLength(1);
  });
  it('refuses tiers that contradict each other', () =>
    given(programmeDecider, [])
      .when(setTerms, set({ ...firstTerms, tiers: firstTerms.tiers.toReversed() }))
      .refuses(refusals.firstTierFromZero));
  it('records that documents are written, and by whom', () => {
    const selfBilling = { country: 'DE', vatNumber: 'DE136695976', rateBps: 19_00 } as const;
    given(programmeDecider, [was])
      .when(setTerms, set({ ...others, selfBilling }))
      .then(programmeTermsSet(asData({ ...others, selfBilling }, 1)));
  });
  it('is beside the account that pays by bank', () => {
    const account = payoutAccountSet({ iban: 'DE89370400440532013000', name: 'Framelift' });
    const state = stateOf(programmeDecider, [was, account]);
    expect(state).toMatchObject({ setAt: 1, terms: { holdDays: 14 }, payoutAccount: { ...account.data, setAt: 2 } });
  });
  it('keeps the name of every tier there ever was', () => {
    const tiers = [{ tier: 'gold', name: 'Champions', threshold: 0, rateBps: 10_00 }];
    const { tierNames } = stateOf(programmeDecider, [programmeTermsSet(asData({ ...firstTerms, tiers }))]);
    expect(tierNames).toEqual({ bronze: 'Bronze', silver: 'Silver', gold: 'Champions', platinum: 'Platinum' });
  });
});

describe('setting an exchange rate', () => {
  const rate = (more: object = {}) => new SetCurrencyRate({ meta, day: '2026-01-01', currency: 'USD', nanos: 920_000_000, ...more });
  const set = currencyRateSet({ day: '2026-01-01', currency: 'USD', nanos: 920_000_000 });
  it('records the value of a currency on a day, once', () => {
    given(programmeDecider, []).when(setCurrencyRate, rate()).then(set);
    given(programmeDecider, [set]).when(setCurrencyRate, rate()).staysQuiet();
    given(programmeDecider, [set])
      .when(setCurrencyRate, rate({ nanos: 1, editBase: 1 }))
      .thenMatching({ data: { nanos: 1 } });
  });
  it('does not replace a rate its form did not show', () => {
    given(programmeDecider, [set])
      .when(setCurrencyRate, rate({ nanos: 1 }))
      .refuses(refusals.editBaseMissing);
    given(programmeDecider, [set])
      .when(setCurrencyRate, rate({ nanos: 1, editBase: 0 }))
      .refuses(refusals.changedMeanwhile('rate of this day'));
  });
  it('refuses our own currency and distant days', () => {
    given(programmeDecider, [])
      .when(setCurrencyRate, rate({ currency: 'EUR' }))
      .refuses(exchangeRefusals.ownCurrency);
    for (const day of ['2026-02-02', '2024-01-01', '2026-01-32'])
      given(programmeDecider, []).when(setCurrencyRate, rate({ day })).refuses(exchangeRefusals.dayInvalid);
  });
  it('changes no terms, and drops old days', () => {
    const old = currencyRateSet({ day: '2024-01-01', currency: 'USD', nanos: 1 });
    const state = stateOf(programmeDecider, [was, old, set], meta.occurredAt);
    expect([state.setAt, state.terms.holdDays, Object.keys(state.rates)]).toEqual([1, 14, ['2026-01-01 USD']]);
  });
});

describe('an exchange rate', () => {
  const of = (...days: string[]) =>
    stateOf(
      programmeDecider,
      days.map((day, n) => currencyRateSet({ day, currency: 'USD', nanos: n + 1 })),
      '2026-01-01T00:00:00.000Z',
    );
  it('is found by any moment of its day', () => {
    expect(currencyRate(of('2026-01-01'), '2026-01-01T23:59:59.999Z', 'USD')).toEqual({ nanos: 1, setAt: 1 });
    expect(currencyRate(of('2026-01-01'), '2026-01-02T00:00:00.000Z', 'USD')).toBeUndefined();
    expect(currencyRate(of('2026-01-01'), '2026-01-01T00:00:00.000Z', 'GBP')).toBeUndefined();
  });
  it('is kept for 400 days, and then forgotten when the next one is set', () => {
    expect(Object.keys(of('2024-11-27', '2026-01-01').rates)).toEqual(['2024-11-27 USD', '2026-01-01 USD']);
    expect(Object.keys(of('2024-11-26', '2026-01-01').rates)).toEqual(['2026-01-01 USD']);
    expect(Object.keys(of('2025-12-30', '2025-12-31', '2026-01-01').rates)).toHaveLength(3);
  });
});

it('is on one stream, which decisions only read', () => {
  expect(programmeSource).toMatchObject({ streamId: 'programme', decider: { name: 'programme' } });
  expect(termsInForce).toEqual({ ...programmeSource, readOnly: true });
});

describe('tiers', () => {
  const { tiers } = firstTerms;
  it.each([
    [0, 'bronze'],
    [19, 'bronze'],
    [20, 'silver'],
    [100, 'platinum'],
    [5_000, 'platinum'],
    [-1, 'bronze'],
  ])('%i net sales reach %s', (netSales, tier) => expect(tierOf(tiers, netSales)).toBe(tier));
  it('that the terms no longer have are replaced by the one the sales reach', () => {
    expect(effectiveTier(tiers, 'diamond', 45).tier).toBe('gold');
    expect(effectiveTier(tiers, 'silver', 45).tier).toBe('silver');
    expect(raisedTier(tiers, 'diamond', 0)).toBe('bronze');
  });
  it('report the distance to the next one', () => {
    expect(tierProgress(tiers, 'bronze', 5)).toMatchObject({ nextTier: { tier: 'silver' }, salesNeeded: 15, progress: 25 });
    expect(tierProgress(tiers, 'platinum', 500)).toEqual({ nextTier: null, salesNeeded: 0, progress: 100 });
    expect(tierProgress(tiers, 'diamond', 45)).toMatchObject({ nextTier: { tier: 'platinum' }, salesNeeded: 55 });
  });
});
