import { Inject, Injectable } from '@nestjs/common';
import { createIsbotFromList, list } from 'isbot';
import { campaignIn, codeFrom, type Fact, refusals, visitsStream } from '@framelift/contracts';
import { affiliateSource } from '../affiliate/affiliate.decider.ts';
import { affiliateBehind, claimSource } from '../claims/claim.decider.ts';
import { CommandInLog } from '../../engine/log/appending/append.ts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { PublishedSite } from '../../published/published-site.ts';
import { Keys } from '../../platform/keys.ts';
import { networkOf } from '../../platform/network.ts';
import type { Config } from '../../platform/config.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { Refused } from '../../platform/refused.ts';
import { CountedVisits } from './counted-visits.ts';
import { isCounted, pageOf, siteOf, trackVisit } from './visit.decider.ts';

/** Patterns that judge a browser by the shape of its name, or by having no window, name no bot. */
const guesses = /^\^(\[|\\|mozilla)|^headless$/;

/** Whether a user agent names itself as a bot, crawler or HTTP tool (docs/rules.md#12-visits). */
export const isKnownBot = createIsbotFromList(list.filter((pattern) => !guesses.test(pattern)));

/** A visit as a request reports it. `address` is the connection's, never the body's. */
export interface VisitRequest {
  ref: string;
  address: string;
  userAgent: string | undefined;
  referrer: string | undefined;
  pageUrl: string | undefined;
}

interface Tracked {
  /** null for a bot or an unknown code. */
  visitId: string | null;
  position: number;
}
const notCounted: Tracked = { visitId: null, position: 0 };

/** Seconds: the shorter of the limits. */
const RETRY_AFTER_SECONDS = 60;

/** Counts visits through referral links: no bots, no repeats, no unknown codes, and within the limits (docs/rules.md#12-visits). */
@Injectable()
export class Visits {
  private readonly ownHost: string;

  constructor(
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly counted: CountedVisits,
    private readonly site: PublishedSite,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    this.ownHost = new URL(publicUrl).hostname;
  }

  /** The visit’s id is its command’s, so a checkout finds it in the log. A repeat gets the first id. @throws Refused above the limits */
  async track({ ref, address, userAgent, referrer, pageUrl }: VisitRequest, meta: CommandMeta): Promise<Tracked> {
    if (isKnownBot(userAgent)) return notCounted;
    const code = codeFrom(ref);
    if (!code) return notCounted;
    const { state: claim } = await this.streams.load(claimSource(this.keys.claim('username', code)));
    const affiliateId = affiliateBehind(claim, meta.occurredAt);
    if (!affiliateId) return notCounted;
    const { state: affiliate } = await this.streams.load(affiliateSource(affiliateId));
    if (!isCounted(affiliate)) return notCounted;
    const visitor = this.keys.visitor(JSON.stringify([address, userAgent ?? '']));
    const page = pageOf(pageUrl, this.site.ownPages);
    const verdict = await this.counted.count({
      visit: this.keys.visitor(JSON.stringify([visitor, affiliate.id, page])),
      visitId: meta.commandId,
      at: meta.occurredAt,
      byVisitor: this.keys.visitor(JSON.stringify(['minute', visitor, affiliate.id])),
      byAddress: this.keys.visitor(JSON.stringify(['hour', networkOf(address)])),
    });
    if (!verdict) throw new Refused(refusals.tooManyRequests, 'tooMany', RETRY_AFTER_SECONDS);
    if (verdict.visitId !== meta.commandId) return { visitId: verdict.visitId, position: 0 };
    const origin = { campaign: campaignIn(pageUrl ?? ''), site: siteOf(referrer, this.ownHost) };
    const visit = { visitId: meta.commandId, page, visitor, userAgent, referrer, ...origin };
    return this.record(affiliate.id, trackVisit(affiliate, visit), meta);
  }

  private async record(affiliateId: string, facts: Fact[], meta: CommandMeta): Promise<Tracked> {
    const visitId = meta.commandId;
    try {
      const { position } = await this.streams.recordFacts(visitsStream(affiliateId), facts, meta);
      return { visitId, position };
    } catch (error) {
      if (error instanceof CommandInLog) return { visitId, position: error.position };
      throw error;
    }
  }
}
