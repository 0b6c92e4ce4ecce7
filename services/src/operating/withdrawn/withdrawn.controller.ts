import { Controller, Inject, Param } from '@nestjs/common';
import {
  idOf,
  type LeaveOutBody,
  refusals,
  toEuros,
  WITHDRAWN_ACCOUNT,
  WITHDRAWN_STATES,
  type WithdrawnEventsView,
  type WithdrawnEventView,
  withdrawnKinds,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Answers, Body, type QueryOf } from '../../http/answers.ts';
import { listQuery, pageOf } from '../../http/list-query.ts';
import { Meta } from '../../http/meta.ts';
import { Query } from '../../http/query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { done } from '../../http/reply.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { POOL } from '../../platform/tokens.ts';
import { ownerOf } from '../../programme/affiliate/affiliate.decider.ts';
import { joinAccount, nameOf } from '../../screens/names.ts';
import { againId } from './listing.ts';
import { RecordingAgain } from './recording.ts';
import { leftOut, recordable, recorded, type Withdrawn, withdrawnSource } from './withdrawn.decider.ts';

const ROWS = 50;
type Row = Withdrawn & { affiliateId: string };
/** Open ones first, then the newest. */
const rank = ({ state, position, id }: Row) => [WITHDRAWN_STATES.indexOf(state) && 1, -position, id] as const;
type Rank = readonly (string | number)[];
const isAfter = (a: Rank, b: Rank): boolean => {
  const n = a.findIndex((value, i) => value !== b[i]);
  return n >= 0 && a[n]! > b[n]!;
};

/** What fell out of accounts when the system went back: an admin has each event recorded again, or leaves it out. */
@Controller()
export class WithdrawnController {
  constructor(
    private readonly streams: Streams,
    private readonly again: RecordingAgain,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  @Answers('GET /api/admin/withdrawn-events')
  @ReadsFrom('accounts')
  async list(@Query() query: QueryOf<'GET /api/admin/withdrawn-events'>): Promise<WithdrawnEventsView> {
    const { limit, after } = listQuery(query, ROWS);
    if (after && (after.length !== 3 || typeof after[2] !== 'string')) throw new Refused(refusals.otherCursor);
    const all = (await this.all()).toSorted((a, b) => (isAfter(rank(a), rank(b)) ? 1 : -1));
    const rows = after ? all.filter((row) => isAfter(rank(row), after)) : all;
    const page = pageOf(rows.slice(0, limit + 1), limit, rank);
    const names = await this.names(page.rows);
    const events = page.rows.map((row) => shown(row, names.get(row.affiliateId)!));
    return { events, open: all.filter(({ state }) => state === 'open').length, next: page.next };
  }

  @Answers('POST /api/admin/withdrawn-events/:id/record')
  async record(@Param('id') id: string, @Meta() meta: CommandMeta) {
    const affiliateId = ownerOf(id);
    const { type, kept, listedAt, state } = recordable((await this.streams.load(withdrawnSource(affiliateId))).state, id);
    const { fingerprint: _, ...by } = meta;
    const about = { affiliateId, kept, listedAt, meta: { ...by, commandId: againId(id), causationId: meta.commandId, repeatable: true } };
    const { position } = state === 'recorded' ? { position: 0 } : await this.again.record(type, about);
    // After a crash here, the same click finds that it happened.
    const outcome = await this.streams.decide(withdrawnSource(affiliateId), { meta, id, position }, recorded);
    return done({ ...outcome, position: Math.max(outcome.position, position) });
  }

  @Answers('POST /api/admin/withdrawn-events/:id/leave-out')
  async leaveOut(@Param('id') id: string, @Body() { reason }: LeaveOutBody, @Meta() meta: CommandMeta) {
    return done(await this.streams.decide(withdrawnSource(ownerOf(id)), { meta, id, reason }, leftOut));
  }

  private async all(): Promise<Row[]> {
    const accounts = (await this.streams.log.streamsWith('EventsWithdrawn')).map(idOf);
    const found = await Promise.all(
      accounts.map(async (affiliateId) => {
        const { state } = await this.streams.load(withdrawnSource(affiliateId));
        return Object.values(state).map((row) => ({ ...row, affiliateId }));
      }),
    );
    return found.flat();
  }

  private async names(rows: readonly Row[]): Promise<Map<string, string>> {
    const { rows: names } = await this.pool.query<{ id: string; username: string }>(
      `select w.id, ${nameOf('n', 'w.id')} as username from unnest($1::text[]) as w (id) ${joinAccount('n', 'w.id')}`,
      [[...new Set(rows.map(({ affiliateId }) => affiliateId))]],
    );
    return new Map(names.map(({ id, username }) => [id, username]));
  }
}

function shown(row: Row, username: string): WithdrawnEventView {
  const { id, type, position, happenedAt, affiliateId, amountCents, state, recordedAs, reason, kept, isThere } = row;
  const { instead } = withdrawnKinds[type] as { instead?: string };
  return {
    id,
    type,
    position,
    happenedAt,
    affiliate: isThere ? { id: affiliateId, username } : null,
    amount: amountCents === undefined ? null : toEuros(amountCents),
    state,
    recordedAs,
    reason,
    instead: isThere || type === 'AffiliateRegistered' ? (kept ? null : (instead ?? null)) : WITHDRAWN_ACCOUNT,
  };
}
