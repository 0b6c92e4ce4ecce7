import { Inject, Injectable } from '@nestjs/common';
import { MINUTE_MS } from '@framelift/contracts';
import { listParked } from '../engine/projecting/parked-streams.ts';
import type { Projection } from '../engine/projecting/projection.ts';
import { isMissing } from '../engine/projecting/schema.ts';
import { FOLLOWERS } from '../engine/reacting/reactor.ts';
import { Witnesses } from '../engine/tree/witnesses.ts';
import { Every } from '../platform/jobs.ts';
import type { Pool } from '../platform/pg.ts';
import { POOL } from '../platform/tokens.ts';
import { MailSender } from '../reactors/mail/mail.sender.ts';
import { BackupWatch } from '../observing/backup-watch.ts';
import { BackupRecords } from './backups/backup-records.ts';
import { booksImbalanceCents } from './ops/system-status.ts';

/** Mails admins about conditions that no event reports. Safe in any number of processes: one mail per incident. */
@Injectable()
export class Alarms {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(FOLLOWERS) private readonly followers: readonly Projection[],
    private readonly mails: MailSender,
    private readonly watching: Witnesses,
    private readonly safety: BackupWatch,
  ) {}

  /** Only the first event of each read model, so that a fold that fails on everything does not flood a mailbox. */
  @Every(MINUTE_MS, 'queues mails to admins about parked events')
  async parked(): Promise<void> {
    const parked = await listParked(this.pool, this.followers);
    for (const [name, streams] of Map.groupBy(parked, ({ projection }) => projection))
      await this.mails.alarm('eventParked', name, Math.min(...streams.map(({ position }) => position)));
  }

  /** Once a day (UTC) while it lasts. */
  @Every(5 * MINUTE_MS, 'queues mails to admins about books out of balance')
  async books(now: number): Promise<void> {
    const cents = await booksImbalanceCents(this.pool).catch((error: unknown) => {
      // The projector has not created the read model yet.
      if (!isMissing(error)) throw error;
      return 0;
    });
    if (cents) await this.daily('booksOutOfBalance', now);
  }

  /** Once a day (UTC) while it lasts. */
  @Every(5 * MINUTE_MS, 'queues mails to admins about witnesses that do not sign')
  async witnesses(now: number): Promise<void> {
    if (await this.watching.silentSince(now)) await this.daily('witnessesSilent', now);
  }

  /** Once a day (UTC) while it lasts. */
  @Every(MINUTE_MS, 'queues mails to admins about an archive that is behind')
  async archive(now: number): Promise<void> {
    if (await this.safety.archiveBehindSince()) await this.daily('archiveBehind', now);
  }

  /** Once a day (UTC) for each step that failed on schedule: a person watches a restore. A first event exists once there was a backup. */
  @Every(MINUTE_MS, 'queues mails to admins about failed backups')
  async backups(): Promise<void> {
    const failure = await new BackupRecords(this.pool).lastFailure();
    if (failure && failure.step !== 'restore')
      await this.mails.alarm('backupFailed', `${failure.step} ${failure.endedAt.toISOString().slice(0, 10)}`, 1);
  }

  /** At most once a day (UTC); at the position of the log's first event, which always exists. */
  private daily(name: Parameters<MailSender['alarm']>[0], now: number): Promise<void> {
    return this.mails.alarm(name, new Date(now).toISOString().slice(0, 10), 1);
  }
}
