import { Inject, Injectable } from '@nestjs/common';
import { type Fact, idOf, rules, visitsStream } from '@framelift/contracts';
import { type Affiliate, affiliateSource } from '../affiliate/affiliate.decider.ts';
import { claimSource, resolveName } from '../claims/claim.decider.ts';
import { CommandInLog } from '../log/append.ts';
import { type CommandMeta, Streams } from '../log/streams.ts';
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
    if (!(await this.isFirst(visitor, affiliate.id, page, meta.occurredAt))) return notCounted;
    return this.append(affiliate.id, trackVisit(affiliate, { visitId: meta.commandId, page, visitor, userAgent, referrer }), meta);
  }

  async forgetRecent(now: number): Promise<void> {
    await this.pool.query('delete from visits.recent where counted_at < $1::timestamptz - $2::interval', [new Date(now), RECENT]);
  }

  /** Of any number of equal visits at once, one upsert writes. */
  private async isFirst(visitor: string, affiliateId: string, page: string, at: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'visits.first',
      text: `insert into visits.recent as r (visit, counted_at) values ($1, $2)
             on conflict (visit) do update set counted_at = excluded.counted_at
             where r.counted_at <= excluded.counted_at - $3::int * interval '1 millisecond'`,
      values: [this.keys.visitor(JSON.stringify([visitor, affiliateId, page])), at, rules.visitRepeat],
    });
    return rowCount === 1;
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
