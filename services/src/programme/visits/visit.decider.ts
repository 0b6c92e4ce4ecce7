import { type Fact, fact, paths } from '@framelift/contracts';
import type { Affiliate } from '../affiliate/affiliate.decider.ts';

/** A visit as it is kept: `visitor` is a keyed hash of address and user agent. */
export interface Visit {
  visitId: string;
  page: string;
  visitor: string;
  userAgent: string | undefined;
  referrer: string | undefined;
}

const MAX_TEXT_CHARACTERS = 500;

const short = (text: string, most: number): string => text.slice(0, most).toWellFormed();

const routes = new Set<string>(Object.values(paths));

/** The path alone, as a query may hold anything; `/` where it is none of the site's routes. */
export const pageOf = (pageUrl: string | undefined): string => {
  const anySite = 'http://site';
  const path = URL.canParse(pageUrl ?? '', anySite) ? new URL(pageUrl ?? '', anySite).pathname : '/';
  return routes.has(path.replace(/(.)\/$/, '$1')) ? path : '/';
};

/** Suspended affiliates are still visited; banned and deleted ones are not (docs/rules.md#12-visits). */
export const isCounted = (a: Affiliate): boolean => a.registered && !a.deleted && a.status !== 'banned';

export const trackVisit = (a: Affiliate, { visitId, page, visitor, userAgent, referrer }: Visit): Fact[] =>
  isCounted(a)
    ? [
        fact('VisitTracked', {
          visitId,
          affiliateId: a.id,
          page,
          visitor,
          ...(userAgent ? { userAgent: short(userAgent, MAX_TEXT_CHARACTERS) } : {}),
          ...(referrer ? { referrer: short(referrer, MAX_TEXT_CHARACTERS) } : {}),
        }),
      ]
    : [];
