import { Inject, Injectable } from '@nestjs/common';
import { type Fact, idOf, rules, visitsStream } from '@framelift/contracts';
import { type Affiliate, affiliateSource } from '../affiliate/affiliate.decider.ts';
import { claimSource, resolveName } from '../claims/claim.decider.ts';
import { CommandInLog } from '../log/append.ts';
import { type CommandMeta, Streams } from '../log/streams.ts';
import { together } from '../log/together.ts';
import { Keys } from '../platform/keys.ts';
import type { Pool } from '../platform/pg.ts';
import { POOL } from '../platform/tokens.ts';
import { isKnownBot } from './bots.ts';
import { isCounted, pageOf, trackVisit } from './visit.decider.ts';

/** What a request says of a visit. `address` is the connection's, never the body's. */
export interface VisitRequest {
  ref: string;
  address: string;
  userAgent: string | undefined;
  referrer: string | undefined;
  pageUrl: string | undefined;
}

interface Tracked {
  /** null when the visit was not counted. */
  visitId: string | null;
  position: number;
}
const notCounted: Tracked = { visitId: null, position: 0 };

/** A visit by what makes it equal to another, and when it came. */
interface Recent {
  key: string;
  at: string;
}

/** Well beyond the time in which a repeat is dropped. */
const RECENT = '1 minute';

/** Counts visits through referral links: no bots, no repeats, nobody's code (DESIGN §8). */
@Injectable()
export class Visits {
  constructor(
    private readonly streams: Streams,
    private readonly keys: Keys,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  /** The visit's id is its command's, so a checkout finds it in the log without asking a read model. */
  async track({ ref, address, userAgent, referrer, pageUrl }: VisitRequest, meta: CommandMeta): Promise<Tracked> {
    if (isKnownBot(userAgent)) return notCounted;
    const affiliate = await this.affiliateBehind(ref, meta.occurredAt);
    if (!affiliate || !isCounted(affiliate)) return notCounted;
    const visitor = this.keys.visitor(JSON.stringify([address, userAgent ?? '']));
    const page = pageOf(pageUrl);
    const key = this.keys.visitor(JSON.stringify([visitor, affiliate.id, page]));
    if (!(await this.isFirst({ key, at: meta.occurredAt }))) return notCounted;
    return this.append(affiliate.id, trackVisit(affiliate, { visitId: meta.commandId, page, visitor, userAgent, referrer }), meta);
  }

  async forgetRecent(now: number): Promise<void> {
    await this.pool.query('delete from visits.recent where counted_at < $1::timestamptz - $2::interval', [new Date(now), RECENT]);
  }

  private readonly isFirst = together((visits: readonly Recent[]) => this.firstOf(visits));

  /**
   * Of any number of equal visits at once, one upsert writes, for the first of them. In one order, so that no two processes wait
   * for each other.
   */
  private async firstOf(visits: readonly Recent[]): Promise<boolean[]> {
    const firsts = new Map<string, Recent>();
    for (const visit of visits) if (!firsts.has(visit.key)) firsts.set(visit.key, visit);
    const { rows } = await this.pool.query<{ visit: string }>({
      name: 'visits.first',
      text: `insert into visits.recent as r (visit, counted_at) select * from unnest($1::text[], $2::timestamptz[]) as v (visit, at) order by visit
             on conflict (visit) do update set counted_at = excluded.counted_at
             where r.counted_at <= excluded.counted_at - $3::int * interval '1 millisecond' returning visit`,
      values: [[...firsts.keys()], [...firsts.values()].map((v) => v.at), rules.visitRepeat],
    });
    const written = new Set(rows.map((r) => r.visit));
    return visits.map((visit) => firsts.get(visit.key) === visit && written.has(visit.key));
  }

  /** Visits decide nothing, so their stream is never loaded: it may be long. */
  private async append(affiliateId: string, facts: Fact[], meta: CommandMeta): Promise<Tracked> {
    const { repeatable: _repeatable, ...metadata } = meta;
    const visitId = meta.commandId;
    try {
      const streams = [{ streamId: visitsStream(affiliateId), expected: 'any' as const, facts }];
      const { position } = await this.streams.log.append({ streams, metadata });
      return { visitId, position };
    } catch (error) {
      if (error instanceof CommandInLog) return { visitId, position: error.position };
      throw error;
    }
  }

  private async affiliateBehind(ref: string, now: string): Promise<Affiliate | undefined> {
    const { state: claim } = await this.streams.load(claimSource(this.keys.claim('username', ref)));
    const account = resolveName(claim, now);
    return account?.startsWith('affiliate-') ? (await this.streams.load(affiliateSource(idOf(account)))).state : undefined;
  }
}
