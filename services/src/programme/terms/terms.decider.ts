import {
  DAY_MS,
  exchangeRefusals,
  exchangeRules,
  type Fact,
  fact,
  firstTerms,
  isRateDay,
  programmeStream,
  refusals,
  rules,
  type Terms,
  termsProblem,
} from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/decider.ts';
import { refuseIf } from '../../platform/refused.ts';
import type { SetCurrencyRate, SetTerms } from './terms.commands.ts';

/** The terms in force, and the position of the event that set them (0: the first ones). */
export interface Programme {
  terms: Terms;
  setAt: number;
  /** Of every tier there ever was, by its id: the newest name. */
  tierNames: Readonly<Record<string, string>>;
  /** Of days that are not long ago, by `<day> <currency>`; `setAt`: position of the event. */
  rates: Readonly<Record<string, { nanos: number; setAt: number }>>;
}

const namesOf = ({ tiers }: Terms) => Object.fromEntries(tiers.map(({ tier, name }) => [tier, name]));

export const programmeDecider: Decider<Programme> = {
  name: 'programme',
  version: 3,
  initial: { terms: firstTerms, setAt: 0, tierNames: namesOf(firstTerms), rates: {} },
  evolve: {
    ProgrammeTermsSet: ({ tierNames, ...p }, terms, { position }) => ({
      ...p,
      terms,
      setAt: position,
      tierNames: { ...tierNames, ...namesOf(terms) },
    }),
    CurrencyRateSet: (p, { day, currency, nanos }, { position, at }) => {
      const oldest = new Date(Date.parse(at) - (exchangeRules.daysBack + 1) * DAY_MS).toISOString();
      const kept = Object.entries(p.rates).filter(([key]) => key > oldest);
      return { ...p, rates: { ...Object.fromEntries(kept), [`${day} ${currency}`]: { nanos, setAt: position } } };
    },
  },
};

export const programmeSource: Source<Programme> = { streamId: programmeStream, decider: programmeDecider };

/** The terms as something to decide on: they are those at the position of what is decided. */
export const termsInForce: Source<Programme> = { ...programmeSource, readOnly: true };

const fields = Object.keys(firstTerms) as (keyof Terms)[];
const same = (a: Terms, b: Terms): boolean => fields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));

/** Sets all terms at once; nothing where they are so already. Refused where somebody set others since the form was filled. */
export const setTerms = ({ terms, setAt }: Programme, c: SetTerms): Fact[] => {
  refuseIf(c.editBase !== undefined && setAt > c.editBase, refusals.changedMeanwhile('terms'), 409);
  const problem = termsProblem(c.terms);
  refuseIf(problem !== undefined, problem!);
  return same(terms, c.terms)
    ? []
    : [fact('ProgrammeTermsSet', { ...c.terms, tiers: [...c.terms.tiers], paymentTypes: [...c.terms.paymentTypes] })];
};

/** What a currency is worth on the day (UTC) of a moment (ISO 8601 UTC). */
export const currencyRate = ({ rates }: Programme, moment: string, currency: string) => rates[`${moment.slice(0, 10)} ${currency}`];

/** A rate holds for its day. Another one for the same day holds for what is decided on after it. */
export const setCurrencyRate = (programme: Programme, { meta, day, currency, nanos }: SetCurrencyRate): Fact[] => {
  refuseIf(currency === rules.currency, exchangeRefusals.ownCurrency);
  refuseIf(!isRateDay(day, meta.occurredAt), exchangeRefusals.dayInvalid);
  return currencyRate(programme, day, currency)?.nanos === nanos ? [] : [fact('CurrencyRateSet', { day, currency, nanos })];
};
