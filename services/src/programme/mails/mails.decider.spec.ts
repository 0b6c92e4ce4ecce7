import { describe, expect, it } from '@jest/globals';
import { type Fact, fact, refusals } from '@framelift/contracts';
import {
  adminCreated,
  adminEmailChangeAsked,
  adminEmailChanged,
  adminRevoked,
  affiliateDeleted,
  affiliateEdited,
  affiliateRegistered,
  nameClaimed,
} from '../../../../test/support/facts.ts';
import { given, programme, stateOf } from '../../../../test/support/given.ts';
import { Refused } from '../../platform/refused.ts';
import { claimDecider } from '../claims/claim.decider.ts';
import * as rule from './mails.decider.ts';

const meta = { occurredAt: '2026-01-01T00:00:00.000Z' };
const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
const at = (emailClaim: string, email = 'a@example.org') => ({ email, emailClaim });
const registered = affiliateRegistered(at(one));
const confirmed = fact('EmailConfirmed', { emailClaim: one });
const addressRequested = fact('EmailChangeAsked', at(two, 'b@example.org'));
const admin = adminCreated(at(one));
const adminRequested = adminEmailChangeAsked(at(two, 'b@example.org'));
const of = (...facts: Fact[]) => stateOf(rule.mailsDecider, facts);
const mails = (...facts: Fact[]) => given(rule.mailsDecider, facts);
const claim = (...facts: Fact[]) => stateOf(claimDecider, facts);

it('is read from the account’s own stream', () =>
  expect(rule.mailsSource('affiliate-a1')).toMatchObject({ streamId: 'affiliate-a1', decider: { name: 'mails' } }));

describe('the address of an account', () => {
  it('is empty at first', () =>
    expect(of()).toEqual({
      address: null,
      confirmed: false,
      pending: null,
      choices: { sales: 'instant', cashouts: true, tiers: true },
      requestedAt: [],
    }));
  it('is the registered one, unconfirmed; an admin’s counts', () => {
    expect(of(registered)).toMatchObject({ address: at(one), confirmed: false });
    expect(of(admin)).toMatchObject({ address: at(one), confirmed: true });
  });
  it('is confirmed by the link sent there', () => {
    expect(of(registered, confirmed).confirmed).toBe(true);
    expect(of(registered, fact('EmailConfirmed', { emailClaim: two })).confirmed).toBe(false);
    expect(of(confirmed).confirmed).toBe(false);
  });
  it('changes only with an edit of the address', () => {
    expect(of(registered, confirmed, addressRequested, affiliateEdited(at(two)))).toMatchObject({
      address: at(two),
      confirmed: false,
      pending: null,
    });
    expect(of(registered, confirmed, addressRequested, affiliateEdited({ status: 'active' }))).toMatchObject({
      address: at(one),
      confirmed: true,
      pending: at(two, 'b@example.org'),
    });
    const { email, emailClaim } = at(two);
    expect(of(registered, { type: 'AffiliateEdited', data: { email } } as never).address).toEqual(at(one));
    expect(of(registered, { type: 'AffiliateEdited', data: { emailClaim } } as never).address).toEqual(at(one));
  });
  it('changes for an admin too', () => {
    expect(of(admin, adminRequested)).toMatchObject({ address: at(one), confirmed: true, pending: at(two, 'b@example.org') });
    expect(of(admin, adminRequested, adminEmailChanged(at(two)))).toMatchObject({ address: at(two), confirmed: false, pending: null });
  });
  it('has no pending change after a new password or a cancellation by its owner', () => {
    for (const ended of [fact('PasswordChanged', {}), fact('EmailChangeCancelled', { emailClaim: two })])
      for (const before of [
        [registered, confirmed, addressRequested],
        [admin, adminRequested],
      ])
        expect(of(...before, ended)).toMatchObject({ address: at(one), confirmed: true, pending: null });
  });
  it('is cancelled by the link in the warning, while it is pending', () => {
    const cancel = { emailClaim: two };
    for (const pending of [of(registered, confirmed, addressRequested), of(admin, adminRequested)])
      expect(rule.cancelEmailChange(pending, cancel)).toEqual([fact('EmailChangeCancelled', cancel)]);
    for (const facts of [
      [],
      [registered],
      [registered, addressRequested, fact('PasswordChanged', {})],
      [registered, addressRequested, affiliateDeleted()],
    ])
      expect(() => rule.cancelEmailChange(of(...facts), cancel)).toThrow(new Refused(refusals.mailLinkInvalid, 'unauthorized'));
    const changed = of(registered, addressRequested, affiliateEdited(at(two)));
    expect(() => rule.cancelEmailChange(changed, cancel)).toThrow(new Refused(refusals.emailChangedAlready, 'conflict'));
  });
  it('is removed with the account', () => {
    expect(of(registered, addressRequested, affiliateDeleted())).toMatchObject({ address: null, pending: null });
    expect(of(admin, adminRequested, adminRevoked())).toMatchObject({ address: null, pending: null });
  });
});

describe('choices', () => {
  const next = { sales: 'daily', cashouts: true, tiers: true } as const;
  it('are stored only if something changes', () => {
    mails(registered)
      .when(rule.chooseMails, { choices: { sales: 'daily' } } as never)
      .then(fact('MailsChosen', next));
    mails(registered, fact('MailsChosen', next))
      .when(rule.chooseMails, { choices: { sales: 'daily' } } as never)
      .staysQuiet();
    expect(of(fact('MailsChosen', next)).choices).toEqual(next);
  });
  it('are those of an account', () =>
    mails()
      .when(rule.chooseMails, { choices: {} } as never)
      .refuses(refusals.accountNotFound));
});

describe('an address', () => {
  it('is confirmed once, by its own link', () => {
    mails(registered)
      .when(rule.confirmEmail, { emailClaim: one } as never)
      .then(confirmed);
    mails(registered, confirmed)
      .when(rule.confirmEmail, { emailClaim: one } as never)
      .staysQuiet();
    mails(registered)
      .when(rule.confirmEmail, { emailClaim: two } as never)
      .refuses(refusals.mailLinkInvalid);
    mails()
      .when(rule.confirmEmail, { emailClaim: one } as never)
      .refuses(refusals.mailLinkInvalid);
  });
});

describe('requesting another address', () => {
  const ask = (facts: Fact[], emailClaim: string, now = meta.occurredAt, newEmail = claim(), accountId = 'affiliate-a1') =>
    rule.askEmailChange({ mails: of(...facts), newEmail }, { accountId, ...at(emailClaim), meta: { occurredAt: now } } as never);
  it('sends a link there', () => expect(ask([registered], two)).toEqual({ mails: [fact('EmailChangeAsked', at(two))] }));
  it('sends one to an admin’s, under the admin’s key', () => {
    const theirs = claim(nameClaimed({ kind: 'email', accountId: 'admin-d1' }));
    expect(ask([admin], two, meta.occurredAt, claim(), 'admin-d1')).toEqual({ mails: [adminEmailChangeAsked(at(two))] });
    expect(() => ask([admin], one, meta.occurredAt, theirs, 'admin-d1')).toThrow(new Refused(refusals.emailSame));
    expect(() => ask([admin, adminRequested, adminRequested, adminRequested], two, meta.occurredAt, claim(), 'admin-d1')).toThrow(
      new Refused(refusals.tooManyRequests),
    );
  });
  it('sends the link of the own one again until it is confirmed', () => {
    const own = claim(nameClaimed({ kind: 'email', accountId: 'affiliate-a1' }));
    expect(ask([registered], one, meta.occurredAt, own).mails).toHaveLength(1);
    expect(() => ask([registered, confirmed], one, meta.occurredAt, own)).toThrow(new Refused(refusals.emailSame));
    expect(ask([registered, confirmed], two).mails).toHaveLength(1);
  });
  it('is refused without an account, and for an address of another account', () => {
    expect(() => ask([], two)).toThrow(new Refused(refusals.accountNotFound));
    const theirs = claim(nameClaimed({ kind: 'email', accountId: 'affiliate-a2' }));
    expect(() => ask([registered], two, meta.occurredAt, theirs)).toThrow(new Refused(refusals.emailTaken));
  });
  it('is limited to three times an hour', () => {
    const thrice = [registered, addressRequested, addressRequested, addressRequested];
    expect(ask(thrice.slice(0, 3), two, '2026-01-01T00:59:59.999Z').mails).toHaveLength(1);
    expect(() => ask(thrice, two, '2026-01-01T00:59:59.999Z')).toThrow(new Refused(refusals.tooManyRequests));
    expect(ask(thrice, two, '2026-01-01T01:00:00.000Z').mails).toHaveLength(1);
    expect(of(...thrice, addressRequested).requestedAt).toHaveLength(3);
    expect(rule.requestedTooOften(['2025-01-01T00:00:00.000Z', ...of(...thrice).requestedAt], meta.occurredAt)).toBe(true);
  });
});

describe('the link that changes an address', () => {
  const change = (facts: Fact[], emailClaim: string, accountId = 'affiliate-a1') =>
    rule.changeEmail({ mails: of(...facts), programme, oldEmail: claim(nameClaimed({ kind: 'email', accountId })), newEmail: claim() }, {
      accountId,
      ...at(emailClaim),
      meta,
    } as never);
  it('confirms the new one and frees the old one', () =>
    expect(change([registered, addressRequested], two)).toEqual({
      mails: [fact('AffiliateEdited', at(two)), fact('EmailConfirmed', { emailClaim: two })],
      oldEmail: [fact('NameReleased', { kind: 'email', accountId: 'affiliate-a1', heldUntil: meta.occurredAt, resolves: false })],
      newEmail: [nameClaimed({ kind: 'email', accountId: 'affiliate-a1' })],
    }));
  it('does the same for an admin', () =>
    expect(change([admin, adminRequested], two, 'admin-d1')).toEqual({
      mails: [adminEmailChanged(at(two)), fact('EmailConfirmed', { emailClaim: two })],
      oldEmail: [fact('NameReleased', { kind: 'email', accountId: 'admin-d1', heldUntil: meta.occurredAt, resolves: false })],
      newEmail: [nameClaimed({ kind: 'email', accountId: 'admin-d1' })],
    }));
  it('is valid only for the last requested address of an existing account', () => {
    for (const facts of [
      [],
      [registered],
      [registered, addressRequested, affiliateEdited(at(two))],
      [addressRequested],
      [admin, adminRequested, adminRevoked()],
    ])
      expect(() => change(facts, two)).toThrow(new Refused(refusals.mailLinkInvalid));
    expect(() => change([registered, addressRequested], one)).toThrow(new Refused(refusals.mailLinkInvalid));
  });
});
