import { expect, it } from '@jest/globals';
import { affiliateDeleted, cashoutProcessed } from '../../../../test/support/facts.ts';
import { stateOf } from '../../../../test/support/given.ts';
import { proofDecider, proofOf, proofSource } from './proof.decider.ts';

const proof = (letter: string) => ({ sha256: letter.repeat(64), mime: 'image/png' as const, bytes: 1 });
const given = (cashoutId: string, letter?: string) => cashoutProcessed({ cashoutId, ...(letter ? { proof: proof(letter) } : {}) });

it('is the last one given for a cashout', () => {
  const named = stateOf(proofDecider, [given('c1', 'a'), given('c2', 'b'), given('c1', 'c'), given('c1')]);
  expect(named).toEqual([
    { cashoutId: 'c1', sha256: 'a'.repeat(64) },
    { cashoutId: 'c2', sha256: 'b'.repeat(64) },
    { cashoutId: 'c1', sha256: 'c'.repeat(64) },
  ]);
  expect([proofOf(named, 'c1'), proofOf(named, 'c2'), proofOf(named, 'c3')]).toEqual(['c'.repeat(64), 'b'.repeat(64), undefined]);
});
it('is dropped with the affiliate', () => expect(stateOf(proofDecider, [given('c1', 'a'), affiliateDeleted()])).toEqual([]));
it('is read from the affiliate’s stream, of which there is none at first', () => {
  expect(proofSource('a1')).toMatchObject({ streamId: 'affiliate-a1', decider: { name: 'proofs' } });
  expect(stateOf(proofDecider, [])).toEqual([]);
});
