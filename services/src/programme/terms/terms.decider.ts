import { type Fact, fact, firstTerms, programmeStream, refusals, type Terms, termsProblem } from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/decider.ts';
import { refuseIf } from '../../platform/refused.ts';
import type { SetTerms } from './terms.commands.ts';

/** The terms in force, and the position of the event that set them (0: the first ones). */
export interface Programme {
  terms: Terms;
  setAt: number;
  /** Of every tier there ever was, by its id: the newest name. */
  tierNames: Readonly<Record<string, string>>;
}

const namesOf = ({ tiers }: Terms) => Object.fromEntries(tiers.map(({ tier, name }) => [tier, name]));

export const programmeDecider: Decider<Programme> = {
  name: 'programme',
  version: 2,
  initial: { terms: firstTerms, setAt: 0, tierNames: namesOf(firstTerms) },
  evolve: {
    ProgrammeTermsSet: ({ tierNames }, terms, { position }) => ({ terms, setAt: position, tierNames: { ...tierNames, ...namesOf(terms) } }),
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
