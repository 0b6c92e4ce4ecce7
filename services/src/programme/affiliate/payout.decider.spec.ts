import { describe, expect, it } from '@jest/globals';
import { type Fact, firstTerms, payoutRefusals, refusals, reviewRefusals, type Terms } from '@framelift/contracts';
import * as facts from '../../../../test/support/facts.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { programme, stateOf } from '../../../../test/support/given.ts';
import type { Actor } from '../../engine/log/event.ts';
import { Refused } from '../../platform/refused.ts';
import { adminDecider } from '../sign-in/admin.decider.ts';
import { documentsDecider } from '../payouts/documents.decider.ts';
import { affiliateDecider } from './affiliate.decider.ts';
import * as rule from './payout.decider.ts';

const NOW = '2026-01-01T12:00:00.000Z';
const by: Actor = { kind: 'admin', id: 'd1' };
const meta = { occurredAt: NOW, actor: by };
const registered = facts.affiliateRegistered({ affiliateId: 'a1' });
const sale = facts.saleRecorded({ ...ref('i1'), commissionCents: 200_00, availableAt: NOW });
const method = (id: string) => facts.paymentMethodAdded({ paymentMethodId: id, paymentType: 'paypal', detailsHash: id });
const rich = [registered, sale, method('m1'), method('m2')];
const requested = [...rich, facts.cashoutRequested({ cashoutId: 'a1-1', amountCents: 60_00, paymentMethodId: 'm1' })];
const approved = [...requested, facts.cashoutProcessed({ cashoutId: 'a1-1', amountCents: 60_00, from: 'pending', status: 'approved' })];
const hold = (of: 'affiliate' | 'cashout', about: string) => ({ type: 'ReviewHoldPlaced', data: { of, about, heldCents: 0 } }) as Fact;
const on = (history: Fact[], terms: Partial<Terms> = {}) => ({
  affiliate: stateOf(affiliateDecider, history, NOW, by),
  programme: { ...programme, terms: { ...firstTerms, ...terms } },
  admin: { ...adminDecider.initial, active: true },
  documents: documentsDecider.initial,
  own: [] as readonly string[],
});
const refuses = (decide: () => unknown, text: string) => expect(decide).toThrow(Refused.inWords(text));

describe('a payment method', () => {
  const details = { paymentMethodId: 'm2', paymentType: 'paypal', details: { email: 'x@example.org' }, detailsHash: 'new' };
  const change = (past: Fact[], more: object = {}, terms: Partial<Terms> = {}) =>
    rule.changePaymentMethod(on(past, terms), { ...details, ...more } as never).affiliate;
  it('needs an existing affiliate', () => {
    const gone = [...rich, facts.affiliateDeleted()];
    refuses(() => rule.addPaymentMethod(on(gone), details as never), refusals.affiliateNotFound);
    refuses(() => change(gone), refusals.affiliateNotFound);
    refuses(() => rule.removePaymentMethod(on(gone).affiliate, details as never), refusals.affiliateNotFound);
  });
  it('needs an offered type', () => {
    refuses(() => rule.addPaymentMethod(on(rich, { paymentTypes: ['solana'] }), details as never), refusals.paymentTypeNotOffered);
    refuses(() => change(rich, {}, { paymentTypes: ['solana'] }), refusals.paymentTypeNotOffered);
    expect(rule.addPaymentMethod(on(rich), details as never).affiliate).toHaveLength(1);
  });
  it('is changed only if its details differ', () => {
    expect(change(rich)).toEqual([{ type: 'PaymentMethodChanged', data: details }]);
    expect(change(rich, { detailsHash: 'm2' })).toEqual([]);
    refuses(() => change(rich, { detailsHash: 'm1' }), refusals.paymentMethodTwice);
    expect(change(rich, { paymentType: 'solana', detailsHash: 'm1' })).toHaveLength(1);
    expect(change(rich, { paymentType: 'solana', detailsHash: 'm2' })).toHaveLength(1);
  });
  it('is removed if it exists', () =>
    refuses(() => rule.removePaymentMethod(on(rich).affiliate, { paymentMethodId: 'm9' } as never), refusals.noPaymentMethod));
});

describe('requesting a cashout', () => {
  const ask = (history: Fact[], more: object = {}, terms: Partial<Terms> = {}) =>
    rule.requestCashout(on(history, terms), { meta, amountCents: 60_00, paymentMethodId: 'm2', ...more } as never).affiliate[0]!.data;
  it('keeps the note', () => {
    expect(ask(rich, { notes: 'soon' })).toMatchObject({ cashoutId: 'a1-1', paymentMethodId: 'm2', notes: 'soon' });
    expect(ask(rich)).not.toHaveProperty('notes');
  });
  it('is refused to details that were given after they were shown', () => {
    // Of `rich`: m2 was added by its last event.
    const at = rich.length;
    refuses(() => ask(rich, { editBase: at - 1 }), refusals.changedMeanwhile('payment method'));
    expect(ask(rich, { editBase: at })).toMatchObject({ paymentMethodId: 'm2' });
    const changed = [...rich, facts.paymentMethodChanged({ paymentMethodId: 'm2', paymentType: 'paypal', detailsHash: 'm3' })];
    refuses(() => ask(changed, { editBase: at }), refusals.changedMeanwhile('payment method'));
    expect(ask(changed, { editBase: at, paymentMethodId: 'm1' })).toMatchObject({ paymentMethodId: 'm1' });
  });
  it('is refused above what is available, and the amount on hold is available from its moment on', () => {
    const availableAt = '2026-01-01T12:00:00.001Z';
    const held = [...rich, facts.saleRecorded({ ...ref('i2'), commissionCents: 50_00, availableAt })];
    refuses(() => ask(held, { amountCents: 200_01 }), refusals.insufficientBalance);
    expect(ask(held, { amountCents: 200_00 })).toMatchObject({ amountCents: 200_00 });
    const then = { ...meta, occurredAt: availableAt };
    expect(ask(held, { amountCents: 250_00, meta: then })).toMatchObject({ amountCents: 250_00 });
    refuses(() => ask(held, { amountCents: 250_01, meta: then }), refusals.insufficientBalance);
  });
  it('is refused while the account is under review, and for types no longer offered', () => {
    refuses(() => ask([...rich, hold('affiliate', 'a1')]), reviewRefusals.accountUnderReview);
    refuses(() => ask(rich, {}, { paymentTypes: ['solana'] }), refusals.paymentTypeNotOffered);
  });
});

describe('deciding about a cashout', () => {
  const process = (history: Fact[], from: string, status: string, terms: Partial<Terms> = {}, more: object = {}) =>
    rule.processCashout(on(history, terms), { meta, cashoutId: 'a1-1', from, status, ...more } as never).affiliate;
  it('keeps notes and proof', () => {
    const proof = { sha256: 'a'.repeat(64), mime: 'image/png', bytes: 1 };
    expect(process(requested, 'pending', 'completed', {}, { adminNotes: 'sent', internalNote: 'by hand', proof })[0]!.data).toMatchObject({
      adminNotes: 'sent',
      internalNote: 'by hand',
      proof,
    });
    expect(Object.keys(process(requested, 'pending', 'completed')[0]!.data)).not.toContain('adminNotes');
    expect(Object.keys(process(requested, 'pending', 'completed')[0]!.data)).not.toContain('proof');
  });
  it('approves once', () => {
    refuses(() => process(approved, 'approved', 'approved'), refusals.cashoutStatusInvalid);
    expect(process(approved, 'approved', 'completed')).toHaveLength(1);
    expect(process(requested, 'pending', 'approved')).toHaveLength(1);
  });
  it.each([hold('cashout', 'a1-1'), hold('affiliate', 'a1')])('waits for a review, except for a rejection (%j)', (held) => {
    refuses(() => process([...requested, held], 'pending', 'approved'), reviewRefusals.cashoutUnderReview);
    refuses(() => process([...requested, held], 'pending', 'completed'), reviewRefusals.cashoutUnderReview);
    expect(process([...requested, held], 'pending', 'rejected')[0]!.type).toBe('CashoutProcessed');
  });
  it('ends the review of a cashout that it rejects', () => {
    expect(process([...requested, hold('cashout', 'a1-1')], 'pending', 'rejected')[1]).toEqual({
      type: 'ReviewHoldLifted',
      data: { of: 'cashout', about: 'a1-1', heldCents: 0 },
    });
    expect(process([...requested, hold('cashout', 'a1-2')], 'pending', 'rejected')).toHaveLength(1);
    expect(process([...requested, hold('cashout', 'a1-2')], 'pending', 'completed')).toHaveLength(1);
  });
  it('takes two admins by the terms, but one to reject', () => {
    const two = { fourEyesCents: 60_00 };
    refuses(() => process(requested, 'pending', 'completed', two), payoutRefusals.secondAdminForCashout);
    refuses(() => process(approved, 'approved', 'completed', two), payoutRefusals.completedBySame);
    expect(process(approved, 'approved', 'completed', two, { meta: { ...meta, actor: { ...by, id: 'd2' } } })).toHaveLength(1);
    expect(process(approved, 'approved', 'completed', two, { meta: { ...meta, actor: { kind: 'key', id: 'd1' } } })).toHaveLength(1);
    expect(process(approved, 'approved', 'rejected', two)).toHaveLength(1);
    const revoked = { ...on(requested, two), admin: adminDecider.initial };
    const reject = { meta, cashoutId: 'a1-1', from: 'pending', status: 'rejected' } as never;
    refuses(() => rule.processCashout(revoked, reject), payoutRefusals.revoked);
    const approve = { meta, cashoutId: 'a1-1', from: 'pending', status: 'approved' } as never;
    refuses(() => rule.processCashout(revoked, approve), payoutRefusals.revoked);
    const below = { ...on(requested, { fourEyesCents: 60_01 }), admin: adminDecider.initial };
    refuses(() => rule.processCashout(below, approve), payoutRefusals.revoked);
  });
  it('is not approved or completed by an admin who is the payee, and may be rejected by them', () => {
    const mine = { ...on(requested), own: ['a1'] };
    const decide = (status: string) => rule.processCashout(mine, { meta, cashoutId: 'a1-1', from: 'pending', status } as never).affiliate;
    for (const status of ['approved', 'completed']) refuses(() => decide(status), payoutRefusals.ownPayment);
    expect(decide('rejected')).toHaveLength(1);
  });
  it('adds up the amounts an admin paid out alone in a day', () => {
    const complete = (cents: number[]) => {
      const state = {
        ...on(requested, { fourEyesCents: 100_00 }),
        admin: stateOf(
          adminDecider,
          cents.map((amountCents) => facts.payoutCounted({ amountCents })),
          NOW,
        ),
      };
      return rule.processCashout({ ...state, admin: { ...state.admin, active: true } }, {
        meta,
        cashoutId: 'a1-1',
        from: 'pending',
        status: 'completed',
      } as never);
    };
    expect(complete([39_99]).admin).toEqual([facts.payoutCounted({ amountCents: 60_00 })]);
    refuses(() => complete([39_99, 1]), payoutRefusals.secondAdminForCashout);
  });
  it('keeps back the first payment to new details for the days of the terms', () => {
    const since = (newSince: string | undefined, terms: Partial<Terms>, status = 'completed', occurredAt = NOW) => {
      const state = on(requested, terms);
      const openCashouts = state.affiliate.openCashouts.map((one) => ({ ...one, newSince }));
      const decision = { meta: { ...meta, occurredAt }, cashoutId: 'a1-1', from: 'pending', status };
      return () => rule.processCashout({ ...state, affiliate: { ...state.affiliate, openCashouts } as never }, decision as never).affiliate;
    };
    const [justNow, fourDays, fiveDays] = [NOW, '2025-12-28T12:00:00.000Z', '2025-12-27T12:00:00.000Z'];
    refuses(since(justNow, { detailsWaitDays: 5 }), payoutRefusals.newDetails('Jan 6, 2026'));
    refuses(since(fourDays, { detailsWaitDays: 5 }), payoutRefusals.newDetails('Jan 2, 2026'));
    expect(since(fiveDays, { detailsWaitDays: 5 })()).toHaveLength(1);
    expect(since(fiveDays, { detailsWaitDays: 5 }, 'completed', '2026-01-01T00:00:00.000Z')()).toHaveLength(1);
    refuses(since(fiveDays, { detailsWaitDays: 5 }, 'completed', '2025-12-31T23:59:59.999Z'), payoutRefusals.newDetails('Jan 1, 2026'));
    expect(since(undefined, { detailsWaitDays: 5 })()).toHaveLength(1);
    expect(since(justNow, { detailsWaitDays: 0 })()).toHaveLength(1);
    // Given by a process whose clock is ahead of ours.
    expect(since('2026-01-01T12:00:00.001Z', { detailsWaitDays: 0 })()).toHaveLength(1);
    expect(since(justNow, { detailsWaitDays: 5 }, 'rejected')()).toHaveLength(1);
  });
  it('issues an invoice of what is completed, where the seller does', () => {
    const selfBilling = { country: 'DE', vatNumber: 'DE136695976', rateBps: 19_00 } as const;
    const document = { year: 2026, number: 1, netCents: 60_00, taxCents: 0, taxBps: 0, tax: 'none' };
    const decided = (status: string) => {
      const decision = { meta, cashoutId: 'a1-1', from: 'pending', status };
      return rule.processCashout(on(requested, { selfBilling }), decision as never);
    };
    const { affiliate, documents } = decided('completed');
    expect(documents).toEqual([{ type: 'DocumentIssued', data: { affiliateId: 'a1', cashoutId: 'a1-1', document } }]);
    expect(affiliate).toMatchObject([{ data: { document } }]);
    expect(['approved', 'rejected'].map((status) => decided(status).documents)).toEqual([[], []]);
  });
});
