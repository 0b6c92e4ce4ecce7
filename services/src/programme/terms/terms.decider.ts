import {
  DAY_MS,
  exchangeRefusals,
  exchangeRules,
  type Fact,
  fact,
  firstTerms,
  isRateDay,
  laterOf,
  type Limits,
  LIMITS,
  limitsOf,
  programmeStream,
  refusals,
  rules,
  type Stored,
  type Terms,
  termsProblem,
} from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/deciding/decider.ts';
import { refuseIf } from '../../platform/refused.ts';
import type { Actor } from '../../engine/log/event.ts';
import type { SetCurrencyRate, SetTerms } from './terms.commands.ts';

/** The terms in force, and the position of the event that set them (0: the first ones). */
export interface Programme {
  terms: Terms;
  setAt: number;
  /** Requested limits of payouts, not yet approved by a second admin. */
  pending: { limits: Partial<Limits>; by: Actor; at: string; position: number } | null;
  /** The newest name of every tier ever used, by id. */
  tierNames: Readonly<Record<string, string>>;
  /** The account that pays the bank payments of payout runs. */
  payoutAccount: { iban: string; name: string; setAt: number } | null;
  /** Exchange rates of recent days, by `<day> <currency>`; `setAt`: position of the event. */
  rates: Readonly<Record<string, { nanos: number; setAt: number }>>;
}

const sameLimits = (a: Limits, b: Limits): boolean => LIMITS.every((limit) => a[limit] === b[limit]);
const namesOf = ({ tiers }: Terms) => Object.fromEntries(tiers.map(({ tier, name }) => [tier, name]));

/** The terms that an event set, without where the ones before were. */
export const termsOf = ({ after: _after, ...terms }: Stored<'ProgrammeTermsSet'>): Terms => terms;

export const programmeDecider: Decider<Programme> = {
  name: 'programme',
  version: 8,
  initial: { terms: firstTerms, setAt: 0, pending: null, tierNames: namesOf(firstTerms), payoutAccount: null, rates: {} },
  evolve: {
    ProgrammeTermsSet: ({ tierNames, ...p }, data, { position }) => {
      const terms = termsOf(data);
      return {
        ...p,
        terms,
        setAt: position,
        pending: p.pending && sameLimits({ ...limitsOf(terms), ...p.pending.limits }, terms) ? null : p.pending,
        tierNames: { ...tierNames, ...namesOf(terms) },
      };
    },
    FourEyesChangeAsked: (p, limits, { by, at, position }) => ({ ...p, pending: { limits, by, at, position } }),
    FourEyesChangeRefused: (p) => ({ ...p, pending: null }),
    PayoutAccountSet: (p, { iban, name }, { position }) => ({ ...p, payoutAccount: { iban, name, setAt: position } }),
    CurrencyRateSet: (p, { day, currency, nanos }, { position, at }) => {
      const oldest = new Date(Date.parse(at) - (exchangeRules.daysBack + 1) * DAY_MS).toISOString();
      const kept = Object.entries(p.rates).filter(([key]) => key > oldest);
      return { ...p, rates: { ...Object.fromEntries(kept), [`${day} ${currency}`]: { nanos, setAt: position } } };
    },
  },
};

export const programmeSource: Source<Programme> = { streamId: programmeStream, decider: programmeDecider };

/** The terms as a source: as of the decision's position. */
export const termsInForce: Source<Programme> = { ...programmeSource, readOnly: true };

const fields = Object.keys(firstTerms) as (keyof Terms)[];
const same = (a: Terms, b: Terms): boolean => fields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));

export const termsSet = (terms: Terms, after: number): Fact =>
  fact('ProgrammeTermsSet', { ...terms, after, tiers: [...terms.tiers], paymentTypes: [...terms.paymentTypes] });

/** Sets all terms together. A single admin can only request another limit than one in force: limits guard against single admins. */
export const setTerms = ({ terms, setAt, pending }: Programme, c: SetTerms): Fact[] => {
  refuseIf(setAt > c.editBase, refusals.changedMeanwhile('terms'), 'conflict');
  const problem = termsProblem(c.terms);
  refuseIf(problem !== undefined, problem!);
  const wanted: Terms = { ...laterOf(terms), ...c.terms };
  const guarded = LIMITS.filter((limit) => terms[limit] && wanted[limit] !== terms[limit]);
  const next = { ...wanted, ...Object.fromEntries(guarded.map((limit) => [limit, terms[limit]])) };
  const isPending = pending !== null && sameLimits({ ...limitsOf(terms), ...pending.limits }, wanted);
  return [
    ...(same(terms, next) ? [] : [termsSet(next, setAt)]),
    ...(guarded.length && !isPending ? [fact('FourEyesChangeAsked', limitsOf(wanted))] : []),
  ];
};

/** The value of a currency on the day (UTC) of a moment (ISO 8601 UTC). */
export const currencyRate = ({ rates }: Programme, moment: string, currency: string) => rates[`${moment.slice(0, 10)} ${currency}`];

/** A rate applies to its day. A later one for the same day applies to later decisions. */
export const setCurrencyRate = (programme: Programme, { meta, day, currency, nanos, editBase }: SetCurrencyRate): Fact[] => {
  refuseIf(currency === rules.currency, exchangeRefusals.ownCurrency);
  refuseIf(!isRateDay(day, meta.occurredAt), exchangeRefusals.dayInvalid);
  const before = currencyRate(programme, day, currency);
  if (before?.nanos === nanos) return [];
  refuseIf(before !== undefined && editBase === undefined, refusals.editBaseMissing);
  refuseIf(before !== undefined && before.setAt > editBase!, refusals.changedMeanwhile('rate of this day'), 'conflict');
  return [fact('CurrencyRateSet', { day, currency, nanos })];
};
