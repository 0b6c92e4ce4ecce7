import { type Fact, fact, pageName, paths } from '@framelift/contracts';
import type { Affiliate } from '../affiliate/affiliate.decider.ts';

/** A stored visit: `visitor` is a keyed hash of address and user agent. */
export interface Visit {
  visitId: string;
  page: string;
  visitor: string;
  userAgent: string | undefined;
  referrer: string | undefined;
  /** The campaign of the followed link. */
  campaign: string | undefined;
  /** Host of the page with the link. */
  site: string | undefined;
}

const MAX_TEXT_CHARACTERS = 500;

const short = (text: string, most: number): string => text.slice(0, most).toWellFormed();

const routes = new Set<string>(Object.values(paths));

/** The path alone, as a query may hold anything; `/` where it is neither a route of the site nor one of `others`. */
export const pageOf = (pageUrl: string | undefined, others: readonly string[]): string => {
  const anySite = 'http://site';
  const path = URL.canParse(pageUrl ?? '', anySite) ? new URL(pageUrl ?? '', anySite).pathname : '/';
  const name = pageName(path);
  return routes.has(name) || others.includes(name) ? path : '/';
};

/** The browser's data about its link if no visit is known. */
export const linkFields = ({ campaign, landing }: { campaign?: string | null; landing?: string | null }, others: readonly string[]) => ({
  campaign: campaign ?? undefined,
  landing: landing ? pageOf(landing, others) : undefined,
});

/** The host of the other site with the link; undefined for pages of this one. */
export const siteOf = (referrer: string | undefined, ownHost: string): string | undefined => {
  if (!referrer || !URL.canParse(referrer)) return undefined;
  const { protocol, hostname } = new URL(referrer);
  return /^https?:$/.test(protocol) && hostname !== ownHost && hostname.length <= 253 ? hostname.replace(/^www\./, '') : undefined;
};

/** Suspended affiliates are still visited; banned and deleted ones are not (docs/rules.md#12-visits). */
export const isCounted = (a: Affiliate): boolean => a.registered && !a.deleted && a.status !== 'banned';

export const trackVisit = (a: Affiliate, { visitId, page, visitor, userAgent, referrer, campaign, site }: Visit): Fact[] =>
  isCounted(a)
    ? [
        fact('VisitTracked', {
          visitId,
          affiliateId: a.id,
          page,
          visitor,
          ...(userAgent ? { userAgent: short(userAgent, MAX_TEXT_CHARACTERS) } : {}),
          ...(referrer ? { referrer: short(referrer, MAX_TEXT_CHARACTERS) } : {}),
          ...(campaign ? { campaign } : {}),
          ...(site ? { site } : {}),
        }),
      ]
    : [];
