import { describe, expect, it } from '@jest/globals';
import { type Fact, fact, refusals } from '@framelift/contracts';
import { affiliateDeleted, affiliateRegistered } from '../../../../test/support/facts.ts';
import { given, stateOf } from '../../../../test/support/given.ts';
import { importHistory, importKey, movedInDecider, movedInSource } from './moving-in.decider.ts';

const registered = affiliateRegistered();
const from = 'rewardful' as never;
const other = 'tolt' as never;
const sale = (sourceId: string, at = from) => ({ from: at, sourceId, commissionCents: 5, amountCents: 50 }) as never;
const paid = (sourceId: string, at = from) => ({ from: at, sourceId, amountCents: 7 }) as never;
const opening = (at = from) => ({ from: at, amountCents: 9 }) as never;
const importing = (facts: Fact[], more: object) =>
  given(movedInDecider, facts).when(importHistory, { sales: [], payouts: [], ...more } as never);

it('is read from the affiliate’s stream', () =>
  expect(movedInSource('a1')).toMatchObject({ streamId: 'affiliate-a1', decider: { name: 'moved-in' } }));
it('names a row by its kind, its source and its id there', () => expect(importKey('sale', from, 'x1')).toBe('sale rewardful x1'));

describe('an import', () => {
  it('records new rows', () => {
    const sales = [fact('SaleImported', sale('1')), fact('SaleImported', sale('2'))];
    const rest = [fact('PayoutImported', paid('1')), fact('OpeningBalanceImported', opening())];
    importing([registered], { sales: [sale('1'), sale('2')], payouts: [paid('1')], opening: opening() }).then(...sales, ...rest);
  });
  it('skips rows that were imported before', () => {
    const before = [
      registered,
      fact('SaleImported', sale('1')),
      fact('PayoutImported', paid('2')),
      fact('OpeningBalanceImported', opening()),
    ];
    importing(before, { sales: [sale('1'), sale('2')], payouts: [paid('1'), paid('2')], opening: opening() }).then(
      fact('SaleImported', sale('2')),
      fact('PayoutImported', paid('1')),
    );
    const theirs = [fact('SaleImported', sale('1', other)), fact('PayoutImported', paid('2', other))];
    importing(before, { sales: [sale('1', other)], payouts: [paid('2', other)] }).then(...theirs);
    importing(before, { opening: opening(other) }).then(fact('OpeningBalanceImported', opening(other)));
    importing([...before, fact('SaleImported', sale('3')), fact('PayoutImported', paid('3'))], {
      sales: [sale('1')],
      payouts: [paid('2')],
      opening: opening(),
    }).staysQuiet();
    importing([...before, fact('OpeningBalanceImported', opening(other))], { opening: opening() }).staysQuiet();
  });
  it('of nothing records nothing', () => importing([registered], {}).staysQuiet());
  it('needs an existing affiliate', () => {
    importing([], {}).refuses(refusals.affiliateNotFound);
    importing([registered, affiliateDeleted()], {}).refuses(refusals.affiliateNotFound);
    expect(stateOf(movedInDecider, [registered, affiliateDeleted()])).toMatchObject({ registered: true, rows: {} });
  });
});
