import { describe, expect, it } from '@jest/globals';
import { type Fact, fact, firstTerms, type Limits, limitsOf, payoutRefusals, refusals, type Terms } from '@framelift/contracts';
import { programmeTermsSet } from '../../../../test/support/facts.ts';
import { stateOf } from '../../../../test/support/given.ts';
import type { Actor } from '../../engine/log/event.ts';
import { Refused } from '../../platform/refused.ts';
import { adminDecider } from '../sign-in/admin.decider.ts';
import { approveFourEyes, refuseFourEyes } from './four-eyes.decider.ts';
import { SetTerms } from './terms.commands.ts';
import { programmeDecider, setTerms } from './terms.decider.ts';

const [boss, second]: Actor[] = [
  { kind: 'admin', id: 'd1' },
  { kind: 'admin', id: 'd2' },
] as const;
const meta = { commandId: 'c', correlationId: 'c', repeatable: false, occurredAt: '2026-01-01T00:00:00.000Z' };
const terms = (more: Partial<Terms>): Terms => ({ ...firstTerms, ...more });
const termsSet = (more: Partial<Terms>, after = 0) => {
  const all = terms(more);
  return programmeTermsSet({ ...all, after, tiers: [...all.tiers], paymentTypes: [...all.paymentTypes] });
};
const pending = (fourEyesCents: number | null, more: Partial<Limits> = {}) =>
  fact('FourEyesChangeAsked', { ...limitsOf(firstTerms), fourEyesCents, ...more });
const on = (facts: Fact[], active = true) => ({
  programme: stateOf(programmeDecider, facts, meta.occurredAt, boss),
  admin: { ...adminDecider.initial, active },
});
const set = (facts: Fact[], more: Partial<Terms>) =>
  setTerms(on(facts).programme, new SetTerms({ meta: { ...meta, actor: boss! }, terms: terms(more), editBase: 9 }));
const command = (actor: Actor, editBase = 9) => ({ meta: { ...meta, actor }, editBase }) as never;
const agreed = (facts: Fact[]) => approveFourEyes(on(facts), command(second!)).programme;
const refuses = (decide: () => unknown, text: string) => expect(decide).toThrow(Refused.inWords(text));

describe('the limit for two admins', () => {
  const limited = termsSet({ fourEyesCents: 100_00 });
  it('is set by one admin if there is none', () => expect(set([], { fourEyesCents: 100_00 })).toEqual([limited]));
  it.each([[null], [200_00], [1]])('to %p is only requested, and the other terms are set immediately', (fourEyesCents) => {
    expect(set([limited], { fourEyesCents })).toEqual([pending(fourEyesCents)]);
    expect(set([limited], { fourEyesCents, holdDays: 7 })).toEqual([
      termsSet({ fourEyesCents: 100_00, holdDays: 7 }, 1),
      pending(fourEyesCents),
    ]);
    expect(set([limited, pending(fourEyesCents)], { fourEyesCents })).toEqual([]);
    expect(set([limited, pending(300_00)], { fourEyesCents })).toEqual([pending(fourEyesCents)]);
  });
  it.each([
    ['the sum of a day', { fourEyesDayCents: 300_00 }, { fourEyesDayCents: null }],
    ['the sum to one affiliate', { fourEyesAffiliateCents: 80_00 }, { fourEyesAffiliateCents: 90_00 }],
    ['the wait after new details', { detailsWaitDays: 7 }, { detailsWaitDays: 0 }],
  ] as const)('guards %s too: one admin turns it on, and only requests another', (_, on, other) => {
    const before = termsSet({ fourEyesCents: 100_00, ...on });
    expect(set([limited], { fourEyesCents: 100_00, ...on })).toEqual([termsSet({ fourEyesCents: 100_00, ...on }, 1)]);
    const asked = pending(100_00, other);
    expect(set([before], { fourEyesCents: 100_00, ...other })).toEqual([asked]);
    expect(set([before, asked], { fourEyesCents: 100_00, ...other })).toEqual([]);
    expect(agreed([before, asked])).toEqual([termsSet({ fourEyesCents: 100_00, ...other }, 1)]);
  });
  it('stays as it is if the terms that are set do not name it, and a request from before other limits keeps them', () => {
    const before = termsSet({ fourEyesCents: 100_00, detailsWaitDays: 7 });
    const { fourEyesCents: _, fourEyesDayCents: _day, fourEyesAffiliateCents: _one, detailsWaitDays: _wait, ...rest } = firstTerms;
    const meant = { ...meta, actor: boss! };
    expect(setTerms(on([before]).programme, new SetTerms({ meta: meant, terms: rest, editBase: 9 }))).toEqual([]);
    expect(agreed([before, fact('FourEyesChangeAsked', { fourEyesCents: null })])).toEqual([termsSet({ detailsWaitDays: 7 }, 1)]);
  });
  it('is not requested by terms that keep it', () =>
    expect(set([limited], { fourEyesCents: 100_00, holdDays: 7 })).toEqual([termsSet({ fourEyesCents: 100_00, holdDays: 7 }, 1)]));
  it('is what a second admin approves, with the other terms unchanged', () => {
    const facts = [limited, pending(null), termsSet({ fourEyesCents: 100_00, holdDays: 7 })];
    expect(approveFourEyes(on(facts), command(second!))).toEqual({ programme: [termsSet({ fourEyesCents: null, holdDays: 7 }, 3)] });
    expect(stateOf(programmeDecider, [...facts, termsSet({ fourEyesCents: null, holdDays: 7 })]).pending).toBeNull();
  });
  it('is not approved by its requester, a revoked admin, or one who saw another request', () => {
    const facts = [limited, pending(null)];
    refuses(() => approveFourEyes(on(facts), command(boss!)), payoutRefusals.ownFourEyes);
    refuses(() => approveFourEyes(on(facts, false), command(second!)), payoutRefusals.revoked);
    refuses(() => refuseFourEyes(on(facts, false), command(second!)), payoutRefusals.revoked);
    refuses(() => approveFourEyes(on(facts), command(second!, 1)), refusals.changedMeanwhile('amount asked for'));
    refuses(() => approveFourEyes(on([limited]), command(second!)), payoutRefusals.noPendingFourEyes);
  });
  it('is approved by another actor who saw this request, even one with the same id', () => {
    const facts = [limited, pending(null)];
    expect(approveFourEyes(on(facts), command(second!, 2)).programme).toHaveLength(1);
    expect(approveFourEyes(on(facts), command({ kind: 'key', id: boss!.id })).programme).toHaveLength(1);
  });
  it('stays unchanged if any admin refuses', () => {
    const refused = refuseFourEyes(on([limited, pending(null)]), command(boss!)).programme;
    expect(refused).toEqual([fact('FourEyesChangeRefused', {})]);
    expect(stateOf(programmeDecider, [limited, pending(null), ...refused])).toMatchObject({
      pending: null,
      terms: { fourEyesCents: 100_00 },
    });
  });
});
