import { describe, expect, it } from '@jest/globals';
import { affiliateStream, type Fact, refusals, firstTerms, windowMs } from '@framelift/contracts';
import { programme, stateOf } from '../../../../test/support/given.ts';
import { type Claim, claimDecider } from '../claims/claim.decider.ts';
import { Refused } from '../../platform/refused.ts';
import { DeleteAffiliate, EditAffiliate } from './affiliate.commands.ts';
import { affiliateDecider } from './affiliate.decider.ts';
import { changeBilling, couponSource, deleteAffiliate, editAffiliate } from './profile.decider.ts';
import { ref } from '../../../../test/support/invoices.ts';
import {
  affiliateDeleted,
  affiliateEdited,
  affiliateRegistered,
  cashoutProcessed,
  cashoutRequested,
  couponGiven,
  couponTakenBack,
  nameClaimed,
  nameReleased,
  saleRecorded,
} from '../../../../test/support/facts.ts';

const now = '2026-01-01T00:00:00.000Z';
const meta = { commandId: 'c', correlationId: 'c', repeatable: false, occurredAt: now, actor: { kind: 'admin', id: 'x' } } as const;
const hash = (text: string) => text.padEnd(40, '0');
const names = { usernameClaim: hash('u'), emailClaim: hash('e') };
const account = affiliateStream('a1');
const registered = affiliateRegistered({ affiliateId: 'a1', username: 'ann', email: 'ann@example.org', ...names, commissionBps: 20_00 });
const sale = saleRecorded({
  ...ref('i1'),
  paidCents: 500,
  amountCents: 500,
  rateFrom: 'tier',
  commissionCents: 100,
  soldAt: now,
  customerEmail: 'b@example.org',
  buyer: hash('b'),
});
const owned = (kind: 'username' | 'email' | 'coupon') => stateOf(claimDecider, [nameClaimed({ kind, accountId: account })]);
const free = claimDecider.initial;

const edit = (
  fields: EditAffiliate['fields'],
  {
    facts = [registered] as Fact[],
    editBase = undefined as number | undefined,
    newName = free,
    reason = undefined as string | undefined,
  } = {},
) =>
  editAffiliate(
    {
      affiliate: stateOf(affiliateDecider, facts),
      programme,
      oldUsername: owned('username'),
      newUsername: newName,
      oldEmail: owned('email'),
      newEmail: free,
    },
    new EditAffiliate({ meta, affiliateId: 'a1', fields, editBase, reason }),
  );
const remove = (facts: Fact[]) =>
  deleteAffiliate(
    {
      affiliate: stateOf(affiliateDecider, facts),
      programme,
      username: owned('username'),
      email: owned('email'),
      ...({ [couponSource(hash('z'))]: owned('coupon') } as Record<ReturnType<typeof couponSource>, Claim>),
    },
    new DeleteAffiliate({ meta, affiliateId: 'a1' }),
  );

describe('editing an affiliate', () => {
  it('records only changed fields, so an unchanged tier never becomes a manual one', () =>
    expect(edit({ tier: 'bronze', status: 'suspended', commissionBps: 20_00 }).affiliate).toEqual([
      affiliateEdited({ status: 'suspended' }),
    ]));
  it('records nothing when nothing differs', () => expect(edit({ ...names, status: 'active' }).affiliate).toEqual([]));
  it('claims the new name and releases the old one, held for the attribution window', () => {
    const done = edit({ username: 'bea', usernameClaim: hash('v') });
    expect(done.newUsername).toEqual([nameClaimed({ kind: 'username', accountId: account })]);
    expect(done.oldUsername).toEqual([
      nameReleased({
        kind: 'username',
        accountId: account,
        heldUntil: new Date(Date.parse(now) + windowMs(firstTerms)).toISOString(),
        resolves: true,
      }),
    ]);
  });
  it('claims the new address and frees the old one immediately; unchanged names stay', () => {
    const done = edit({ email: 'bea@example.org', emailClaim: hash('f') });
    expect(done).toEqual({
      affiliate: [{ type: 'AffiliateEdited', data: { email: 'bea@example.org', emailClaim: hash('f') } }],
      oldUsername: [],
      newUsername: [],
      oldEmail: [nameReleased({ kind: 'email', accountId: account, heldUntil: now, resolves: false })],
      newEmail: [nameClaimed({ kind: 'email', accountId: account })],
    });
    expect(edit({ status: 'suspended' })).toMatchObject({ oldUsername: [], newUsername: [], oldEmail: [], newEmail: [] });
    expect(edit({ email: 'ANN@example.org', emailClaim: names.emailClaim }).affiliate).toEqual([]);
  });
  it('refuses a tier that the terms do not have', () => {
    expect(() => edit({ tier: 'diamond' })).toThrow(new Refused(refusals.noSuchTier));
    expect(edit({ tier: 'gold' }).affiliate).toEqual([affiliateEdited({ tier: 'gold' })]);
  });
  it('refuses a name of another account', () => {
    const taken = stateOf(claimDecider, [nameClaimed({ kind: 'username', accountId: 'affiliate-other' })]);
    expect(() => edit({ username: 'bea', usernameClaim: hash('v') }, { newName: taken })).toThrow(new Refused(refusals.usernameTaken));
  });
  it('refuses one of the affiliate’s codes as a name until it is removed', () =>
    expect(() => edit({ username: 'zoe10', usernameClaim: hash('z') }, { newName: owned('coupon') })).toThrow(
      new Refused(refusals.usernameTaken),
    ));
  it('refuses only fields that changed after the form was filled', () => {
    const facts = [registered, affiliateEdited({ tier: 'gold' })];
    expect(() => edit({ tier: 'silver' }, { facts, editBase: 1 })).toThrow(new Refused(refusals.changedMeanwhile('tier')));
    expect(edit({ status: 'banned' }, { facts, editBase: 1 }).affiliate).toEqual([affiliateEdited({ status: 'banned' })]);
    expect(edit({ tier: 'silver' }, { facts, editBase: 2 }).affiliate).toEqual([affiliateEdited({ tier: 'silver' })]);
  });
  it('replaces own terms only if the form has seen them', () => {
    const facts = [registered, affiliateEdited({ holdDays: 7, minimumCashoutCents: 20_00, reason: 'new' })];
    for (const fields of [{ holdDays: 3 }, { minimumCashoutCents: null }]) {
      expect(() => edit(fields, { facts, reason: 'because' })).toThrow(new Refused(refusals.editBaseMissing));
      expect(() => edit(fields, { facts, reason: 'because', editBase: 1 })).toThrow(/meanwhile/);
      expect(edit(fields, { facts, reason: 'because', editBase: 2 }).affiliate).toHaveLength(1);
      expect(edit(fields, { reason: 'because' }).affiliate).toHaveLength(fields.holdDays ? 1 : 0);
    }
  });
  it('requires a reason to set or end a minimum cashout or holding period', () => {
    const facts = [registered, affiliateEdited({ holdDays: 3, minimumCashoutCents: null })];
    for (const fields of [{ minimumCashoutCents: 5_00 }, { holdDays: 0 }, { holdDays: null }])
      expect(() => edit(fields, { facts })).toThrow(new Refused(refusals.ownTermsNeedReason));
    expect(edit({ holdDays: 3, status: 'banned' }, { facts }).affiliate).toEqual([affiliateEdited({ status: 'banned' })]);
    expect(edit({ holdDays: null }, { facts, reason: 'as agreed', editBase: 2 }).affiliate).toEqual([
      affiliateEdited({ holdDays: null, reason: 'as agreed' }),
    ]);
  });
  it('refuses an unknown affiliate', () => {
    expect(() =>
      editAffiliate(
        { affiliate: affiliateDecider.initial, programme, oldUsername: free, newUsername: free, oldEmail: free, newEmail: free },
        new EditAffiliate({ meta, affiliateId: 'a9', fields: {} }),
      ),
    ).toThrow(refusals.affiliateNotFound);
  });
});

it('billing details are stored only for an existing affiliate', () => {
  const details = { name: 'Ann Ltd' } as never;
  const change = (facts: Fact[]) => changeBilling(stateOf(affiliateDecider, facts), { details } as never);
  expect(change([registered])).toEqual([{ type: 'BillingDetailsChanged', data: details }]);
  expect(() => change([registered, affiliateDeleted()])).toThrow(new Refused(refusals.affiliateNotFound));
});

describe('deleting an affiliate', () => {
  it('forfeits the available balance and frees both names, whose links then lead nowhere', () => {
    const done = remove([registered, sale]);
    expect(done.affiliate).toEqual([affiliateDeleted({ forfeitedCents: 100 })]);
    expect(done.username).toMatchObject([{ type: 'NameReleased', data: { resolves: false } }]);
    expect(done.email).toMatchObject([{ type: 'NameReleased', data: { heldUntil: now, resolves: false } }]);
  });
  it('releases every code, which then leads nowhere', () => {
    const given = couponGiven({ codeClaim: hash('z') });
    expect(remove([registered, given])[couponSource(hash('z'))]).toMatchObject([
      { type: 'NameReleased', data: { kind: 'coupon', resolves: false } },
    ]);
    expect(remove([registered, given, couponTakenBack({ codeClaim: hash('z') })])).not.toHaveProperty(couponSource(hash('z')));
  });
  it('is refused while a cashout is pending or approved', () => {
    const open = cashoutRequested({
      cashoutId: 'a1-1',
      amountCents: 100,
      paymentMethodId: 'm',
      paymentType: 'paypal',
      payTo: { sealed: 's', of: 'o' },
    });
    const approved = cashoutProcessed({ cashoutId: 'a1-1', amountCents: 100, paymentMethodId: 'm', from: 'pending', status: 'approved' });
    expect(() => remove([registered, sale, open])).toThrow(new Refused(refusals.openCashouts));
    expect(() => remove([registered, sale, open, approved])).toThrow(new Refused(refusals.openCashouts));
  });
  it('records nothing the second time', () => expect(remove([registered, affiliateDeleted({ forfeitedCents: 0 })])).toEqual({}));
});
