import { Inject, Injectable } from '@nestjs/common';
import type { AttentionItemView, AttentionKind, AttentionView } from '@framelift/contracts';
import { openLosses } from '../engine/log/proving/losses.ts';
import { listParked } from '../engine/projecting/parked-streams.ts';
import type { Projection } from '../engine/projecting/projection.ts';
import { FOLLOWERS } from '../engine/reacting/reactor.ts';
import { Witnesses } from '../engine/tree/witnesses.ts';
import type { Pool } from '../platform/pg.ts';
import { type Clock, LOG_CLOCK, POOL } from '../platform/tokens.ts';
import type { Waiting } from '../platform/waiting.ts';
import { MailSender } from '../reactors/mail/mail.sender.ts';
import { WebhookSender } from '../reactors/webhooks/webhooks.sender.ts';
import { MissingSales } from '../screens/attribution/missing-sales.view.ts';
import { openCashouts, undecidedRuns, unknownOutcomes, unmatchedPayments } from '../screens/payouts/waiting-payouts.view.ts';
import { Reviews } from '../screens/review/review.view.ts';
import { BackupWatch } from '../observing/backup-watch.ts';
import { LogWatch } from '../observing/log-watch.ts';
import { ReadModelRuns } from './read-models/read-model-runs.ts';

const sinceFirst = (times: readonly Date[]) => ({ count: times.length, oldestAt: new Date(Math.min(...times.map(Number))) });

/** What waits for an admin: each kind is counted where its rows are. */
@Injectable()
export class Attention {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(FOLLOWERS) private readonly followers: readonly Projection[],
    private readonly reviews: Reviews,
    private readonly missingSales: MissingSales,
    private readonly webhooks: WebhookSender,
    private readonly mails: MailSender,
    private readonly runs: ReadModelRuns,
    private readonly backups: BackupWatch,
    private readonly witnesses: Witnesses,
    private readonly watch: LogWatch,
    @Inject(LOG_CLOCK) private readonly now: Clock,
  ) {}

  /** One that no process noticed, as with the volume of yesterday, is one too. */
  private async lostEvents(): Promise<Waiting> {
    const noticed = (await openLosses(this.pool)).map((loss) => loss.noticedAt);
    return sinceFirst(noticed.length || !this.watch.isBehindArchive ? noticed : [new Date(this.now())]);
  }

  async find(): Promise<AttentionView> {
    const counts: Record<AttentionKind, Promise<Waiting>> = {
      cashouts: openCashouts(this.pool),
      unknownPayments: unknownOutcomes(this.pool),
      unmatchedPayments: unmatchedPayments(this.pool),
      payouts: undecidedRuns(this.pool, this.now()),
      alarms: this.reviews.waiting(),
      missingSales: this.missingSales.waiting(),
      webhooks: this.webhooks.failing(),
      mails: this.mails.failing(),
      parkedEvents: listParked(this.pool, this.followers).then((all) => sinceFirst(all.map((p) => p.parkedAt))),
      backups: this.backups.lateSince().then((since) => sinceFirst(since ? [since] : [])),
      archive: this.backups.archiveBehindSince().then((since) => sinceFirst(since ? [since] : [])),
      witnesses: this.witnesses.silentSince(this.now()).then((since) => sinceFirst(since ? [since] : [])),
      witnessRefusals: this.witnesses
        .refusals()
        .then((all) => ({ ...sinceFirst(all.map(({ at }) => at)), says: all.map(({ name, says }) => `${name}: ${says}`).join('. ') })),
      lostEvents: this.lostEvents(),
    };
    const [verified, ...found] = await Promise.all([
      this.runs.lastVerified(),
      ...Object.entries(counts).map(async ([kind, waiting]) => ({ kind: kind as AttentionKind, ...(await waiting) })),
    ]);
    const countOf = (kind: AttentionKind): number => found.find((item) => item.kind === kind)!.count;
    return {
      items: found
        .filter(({ count }) => count)
        .map(itemView)
        .toSorted((a, b) => a.oldestAt.localeCompare(b.oldestAt)),
      counts: { cashouts: countOf('cashouts'), sales: countOf('missingSales'), review: countOf('alarms') },
      verifiedAt: verified?.endedAt.toISOString() ?? null,
      verifiedRows: verified?.rows ?? null,
      differingRows: verified?.differing ?? null,
    };
  }
}

const itemView = ({ kind, count, amountCents = null, oldestAt, says = null }: { kind: AttentionKind } & Waiting): AttentionItemView => ({
  kind,
  count,
  amountCents,
  oldestAt: oldestAt!.toISOString(),
  says,
});
