import { describe, expect, it } from '@jest/globals';
import { type Fact, missingSaleRefusals, missingSaleRules, refusals } from '@framelift/contracts';
import { affiliateDeleted, affiliateRegistered, missingSaleAnswered, missingSaleRaised } from '../../../../test/support/facts.ts';
import { given, stateOf } from '../../../../test/support/given.ts';
import { RaiseMissingSale, RefuseMissingSale } from './affiliate.commands.ts';
import { affiliateDecider } from './affiliate.decider.ts';
import { raiseMissingSale, refuseMissingSale } from './missing-sale.decider.ts';

const now = '2026-01-01T00:00:00.000Z';
const meta = { commandId: 'c', correlationId: 'c', repeatable: false, occurredAt: now, actor: { kind: 'affiliate', id: 'a1' } } as const;
const registered = affiliateRegistered({ affiliateId: 'a1' });
const raised = (n: number) => missingSaleRaised({ missingSaleId: `a1-${n}` });
const answered = missingSaleAnswered({ missingSaleId: 'a1-1', answer: 'refused' });

const raising = (more: object = {}, facts: Fact[] = [registered]) =>
  given(affiliateDecider, facts).when(
    raiseMissingSale,
    new RaiseMissingSale({ meta, affiliateId: 'a1', boughtOn: '2025-12-31', transaction: '8123', ...more }),
  );
const refusing = (facts: Fact[], missingSaleId = 'a1-1', note = {}) =>
  given(affiliateDecider, facts).when(refuseMissingSale, new RefuseMissingSale({ meta, missingSaleId, reason: 'refunded', ...note }));

describe('a missing sale', () => {
  it('is reported with its search details, and numbered', () => {
    raising().then({ type: 'MissingSaleRaised', data: { missingSaleId: 'a1-1', boughtOn: '2025-12-31', transaction: '8123' } });
    raising({ transaction: '', customerEmail: 'bob@example.org', buyer: 'b'.repeat(40), notes: 'by phone' }, [
      registered,
      raised(1),
      answered,
    ]).then({
      type: 'MissingSaleRaised',
      data: { missingSaleId: 'a1-2', boughtOn: '2025-12-31', customerEmail: 'bob@example.org', buyer: 'b'.repeat(40), notes: 'by phone' },
    });
  });
  it('needs a transaction or an address to search by', () => raising({ transaction: '' }).refuses(missingSaleRefusals.nothingToFindItBy));
  it.each(['2025-02-30', '2025-13-01', '0000-00-00', '2024-12-30', '2026-01-02', '2026-01-03'])('refuses the day %s', (boughtOn) =>
    raising({ boughtOn }).refuses(missingSaleRefusals.dayInvalid),
  );
  it('may be a year and a day old', () => raising({ boughtOn: '2024-12-31' }).thenMatching({ type: 'MissingSaleRaised' }));
  it('may be of today in a time zone ahead of UTC', () => raising({ boughtOn: '2026-01-01' }).thenMatching({ type: 'MissingSaleRaised' }));
  it('is refused beyond twenty unanswered ones per affiliate', () => {
    const full = [registered, ...Array.from({ length: missingSaleRules.open }, (_, i) => raised(i + 1))];
    raising({}, full).refuses(missingSaleRefusals.tooMany);
    raising({}, [...full, answered]).thenMatching({ data: { missingSaleId: 'a1-21' } });
  });
  it('is refused for a deleted affiliate', () => raising({}, [registered, affiliateDeleted()]).refuses(refusals.affiliateNotFound));
});

describe('refusing a missing sale', () => {
  it('answers it, once', () => {
    refusing([registered, raised(1)]).then({
      type: 'MissingSaleAnswered',
      data: { missingSaleId: 'a1-1', answer: 'refused', reason: 'refunded' },
    });
    refusing([registered, raised(1), answered]).refuses(missingSaleRefusals.answered);
    const internalNote = 'asked before';
    refusing([registered, raised(1)], 'a1-1', { internalNote }).thenMatching({ data: { reason: 'refunded', internalNote } });
  });
  it.each(['a1-2', 'a1-x', 'a1-'])('refuses the unknown id %s', (id) =>
    refusing([registered, raised(1)], id).refuses(missingSaleRefusals.notFound),
  );
  it('is refused once the affiliate is deleted', () =>
    refusing([registered, raised(1), affiliateDeleted()]).refuses(refusals.affiliateNotFound));
  it('notifies the affiliate', () =>
    expect(stateOf(affiliateDecider, [registered, raised(1), answered])).toMatchObject({
      openMissingSales: [],
      missingSales: 1,
      unread: [3],
    }));
});
