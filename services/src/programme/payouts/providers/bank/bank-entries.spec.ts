import { describe, expect, it } from '@jest/globals';
import { document, entry, type EntryFields } from '../../../../../../test/support/bank-reports.ts';
import { BOOKINGS } from './bank-entries.ts';
import { readBankReport } from './bank-report.ts';

const saysOf = (fields: EntryFields) => readBankReport(document('camt.054.001.08', [entry(fields)])).map(({ says }) => says)[0];

describe('what an entry says of a payment', () => {
  // Direction and mark as ISO 20022 reads them together: a marked CRDT undoes a debit, a marked DBIT undoes a credit.
  it.each([
    ['DBIT', undefined, 'completed'],
    ['DBIT', 'false', 'completed'],
    ['DBIT', '0', 'completed'],
    ['DBIT', 'true', 'again'],
    ['DBIT', '1', 'again'],
    ['CRDT', undefined, 'returned'],
    ['CRDT', 'false', 'returned'],
    ['CRDT', 'true', 'returned'],
    ['CRDT', '1', 'returned'],
    // These can be read either way, so they say nothing.
    ['DBIT', 'yes', undefined],
    ['dbit', 'false', undefined],
    [undefined, 'true', undefined],
    [undefined, undefined, undefined],
  ])('%s with the mark %s: %s', (direction, mark, says) => expect(saysOf({ direction, mark })).toBe(says));

  it('has a line of the table for each combination', () =>
    expect(
      Object.entries(BOOKINGS).flatMap(([direction, by]) => Object.entries(by).map(([mark, says]) => [direction, mark, says])),
    ).toEqual([
      ['DBIT', 'plain', 'completed'],
      ['DBIT', 'reversal', 'again'],
      ['CRDT', 'plain', 'returned'],
      ['CRDT', 'reversal', 'returned'],
    ]));

  it.each([
    ['CRDT', undefined, { reason: 'AC04' }, 'returned'],
    ['CRDT', undefined, { family: 'RRTN' }, 'returned'],
    ['CRDT', 'true', { reason: 'AC04' }, 'returned'],
    ['DBIT', 'true', { reason: 'AC04', family: 'RRTN' }, 'again'],
    // A return never leaves the account: the bank means something else.
    ['DBIT', undefined, { reason: 'AC04' }, undefined],
    ['DBIT', 'false', { family: 'RRTN' }, undefined],
  ])('%s with the mark %s and %j: %s', (direction, mark, more, says) => expect(saysOf({ direction, mark, ...more })).toBe(says));

  it.each([
    ['DBIT', undefined, 'CRDT', 'returned'],
    ['CRDT', undefined, 'DBIT', 'completed'],
    ['CRDT', 'true', 'DBIT', undefined],
    ['DBIT', 'true', 'CRDT', undefined],
    ['DBIT', undefined, 'XXXX', undefined],
  ])('%s with the mark %s, of which this payment is %s: %s', (direction, mark, own, says) =>
    expect(saysOf({ direction, mark, own })).toBe(says),
  );

  it.each(['PDNG', 'INFO', 'FUTR', 'XXXX'])('%s is no booking, whatever its direction', (status) => {
    for (const direction of ['DBIT', 'CRDT']) expect(saysOf({ direction, status, mark: 'true' })).toBe('accepted');
  });
});
