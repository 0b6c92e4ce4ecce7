import { describe, it } from '@jest/globals';
import { type Fact, firstTerms, receiptRefusals, receiptRules, refusals, type Terms } from '@framelift/contracts';
import { affiliateDeleted, affiliateEdited, affiliateRegistered, receiptShared, receiptWithdrawn } from '../../../../test/support/facts.ts';
import { given, on, programme } from '../../../../test/support/given.ts';
import { ShareReceipt, WithdrawReceipt } from './affiliate.commands.ts';
import { affiliateDecider } from './affiliate.decider.ts';
import { shareReceipt, withdrawReceipt } from './receipt.decider.ts';

const countedAt = '2026-01-01T00:00:00.000Z';
const meta = {
  commandId: 'c',
  correlationId: 'c',
  repeatable: false,
  occurredAt: countedAt,
  actor: { kind: 'affiliate', id: 'a1' },
} as const;
const registered = affiliateRegistered({ affiliateId: 'a1' });
const suspended = affiliateEdited({ status: 'suspended' });
const shared = (receiptId = 'r1') => receiptShared({ receiptId });
const withTerms = (terms: Partial<Terms>) => ({ ...programme, terms: { ...firstTerms, ...terms } });

const figure: Omit<ConstructorParameters<typeof ShareReceipt>[0], 'meta' | 'affiliateId'> = {
  receiptId: 'r9',
  figure: 'paid',
  name: 'Mia',
  amountCents: 5_00,
  events: 1,
  positions: [6],
  upTo: 7,
  countedAt,
  onPage: false,
};
const sharing = (more: object = {}, facts: Fact[] = [registered], terms: Partial<Terms> = {}) =>
  given(affiliateDecider, facts).when(
    on(shareReceipt, withTerms(terms)),
    new ShareReceipt({ meta, affiliateId: 'a1', ...figure, ...more }),
  );
const withdrawing = (facts: Fact[], receiptId = 'r1') =>
  given(affiliateDecider, facts).when(withdrawReceipt, new WithdrawReceipt({ meta, affiliateId: 'a1', receiptId }));

describe('a receipt', () => {
  it('is shared with its amount and the chosen name', () => {
    sharing().then({ type: 'ReceiptShared', data: figure });
    sharing({ of: 'a1-1', days: 2 }).then({ type: 'ReceiptShared', data: { ...figure, of: 'a1-1', days: 2 } });
  });

  it('needs an active account, an amount, and terms that allow it', () => {
    sharing({}, [registered, suspended]).refuses(receiptRefusals.inactive);
    sharing({}, [registered, affiliateDeleted()]).refuses(refusals.affiliateNotFound);
    sharing({ amountCents: 0 }).refuses(receiptRefusals.nothing);
    sharing({}, [registered], { receipts: 'off' }).refuses(receiptRefusals.off);
  });

  it('is one of 50 at most; a withdrawn one does not count', () => {
    const many = Array.from({ length: receiptRules.open }, (_, n) => shared(`r${n}`));
    sharing({}, [registered, ...many]).refuses(receiptRefusals.tooMany);
    sharing({ receiptId: 'r99' }, [registered, ...many, receiptWithdrawn({ receiptId: 'r3' })]).thenMatching({ type: 'ReceiptShared' });
  });

  it('is withdrawn once', () => {
    withdrawing([registered, shared()]).then({ type: 'ReceiptWithdrawn', data: { receiptId: 'r1' } });
    withdrawing([registered]).refuses(receiptRefusals.notFound);
    withdrawing([registered, shared(), receiptWithdrawn({ receiptId: 'r1' })]).refuses(receiptRefusals.notFound);
  });
});
