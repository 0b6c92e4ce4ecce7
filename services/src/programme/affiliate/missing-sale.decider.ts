import { DAY_MS, type Fact, fact, isDay, missingSaleRefusals, missingSaleRules, writtenTexts } from '@framelift/contracts';
import { refuseIf } from '../../platform/refused.ts';
import type * as commands from './affiliate.commands.ts';
import { type Affiliate, present } from './affiliate.decider.ts';

/** Whether it is a valid day, at most a year ago and not in the future in any time zone; `now` is UTC, days begin up to 14 h earlier. */
const isRecentDay = (day: string, now: string): boolean => {
  const age = Date.parse(now) - Date.parse(`${day}T00:00:00.000Z`);
  return isDay(day) && age > -DAY_MS && age <= missingSaleRules.withinDays * DAY_MS;
};

/** An affiliate reports a missing sale, with its transaction or its buyer to search by (docs/rules.md#24-missing-sales). */
export const raiseMissingSale = (a: Affiliate, command: commands.RaiseMissingSale): Fact[] => {
  present(a);
  const { meta, boughtOn, transaction, customerEmail, buyer, notes } = command;
  refuseIf(!isRecentDay(boughtOn, meta.occurredAt), missingSaleRefusals.dayInvalid);
  refuseIf(!transaction && !customerEmail, missingSaleRefusals.nothingToFindItBy);
  refuseIf(a.openMissingSales.length >= missingSaleRules.open, missingSaleRefusals.tooMany, 'conflict');
  return [
    fact('MissingSaleRaised', {
      missingSaleId: `${a.id}-${a.missingSales + 1}`,
      boughtOn,
      ...(transaction ? { transaction } : {}),
      ...(customerEmail ? { customerEmail, buyer } : {}),
      ...(notes ? { notes } : {}),
    }),
  ];
};

/** Refuses if there is no such missing sale, or it was answered. */
export const unanswered = (a: Affiliate, missingSaleId: string): void => {
  present(a);
  const number = Number(missingSaleId.slice(a.id.length + 1));
  const known = number >= 1 && number <= a.missingSales;
  refuseIf(!known, missingSaleRefusals.notFound, 'missing');
  refuseIf(!a.openMissingSales.includes(missingSaleId), missingSaleRefusals.answered, 'conflict');
};

/** There is nothing to credit. */
export const refuseMissingSale = (a: Affiliate, { missingSaleId, reason, internalNote }: commands.RefuseMissingSale): Fact[] => {
  unanswered(a, missingSaleId);
  return [fact('MissingSaleAnswered', { missingSaleId, answer: 'refused', reason, ...writtenTexts({ internalNote }) })];
};
