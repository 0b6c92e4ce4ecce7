import { Controller, Inject, Param } from '@nestjs/common';
import {
  accountStream,
  type BackupsView,
  type GoBackBody,
  type GoingBackView,
  refusals,
  type RestoreBody,
  type UploadBackupBody,
  type UploadView,
} from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, Body, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { Meta } from '../../http/meta.ts';
import { done } from '../../http/reply.ts';
import { Log } from '../../engine/log/log.ts';
import { REACTORS, type Reactor } from '../../engine/reacting/reactor.ts';
import { Archive } from '../../engine/log/archiving/archive.ts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import type { Config } from '../../platform/config.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import type { Pool } from '../../platform/pg.ts';
import { CONFIG, POOL } from '../../platform/tokens.ts';
import { ArchiveBypass } from './archive-bypass.ts';
import { lastRestore } from './backup-records.ts';
import type { StoredBackup } from './backup-store.ts';
import { baseFor, lastWhole, leftSince, type Moment, keptBy } from './going-back.ts';
import { openStore } from './open-store.ts';
import { Backups } from './backups.ts';
import { Uploads } from './uploads.ts';
import { shownBackups } from './shown.ts';

@Controller()
export class BackupsController {
  constructor(
    private readonly backups: Backups,
    private readonly uploads: Uploads,
    private readonly archive: Archive,
    private readonly archiveBypass: ArchiveBypass,
    private readonly log: Log,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(REACTORS) private readonly reactors: readonly Reactor[],
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Answers('GET /api/admin/backups')
  async list(): Promise<BackupsView> {
    const { to, everyHours, archiveSeconds } = this.config.backup;
    const { records } = this.backups;
    const [attempts, failure] = [await records.list(), await records.lastFailure()];
    const restored = lastRestore(attempts);
    const [safe, archive] = archiveSeconds ? [await this.archive.safeUpTo(), await this.archive.health()] : [];
    const kept = await keptBy(this.pool, this.log);
    const { stored, problem } = to ? await this.stored() : { stored: [], problem: null };
    return {
      place: to ? ('folder' in to ? to.folder : `s3://${to.bucket}/${to.prefix}`) : null,
      everyHours,
      ...(await this.backups.runs()),
      lastRestore: restored ? { ...restored, restoredAt: restored.restoredAt.toISOString() } : null,
      safeUpTo: safe ? { position: safe.position, at: safe.at.toISOString() } : null,
      archive: archive
        ? {
            failedAt: archive.failingSince?.toISOString() ?? null,
            failure: archive.failure,
            bypassedAt: archive.bypassedSince?.toISOString() ?? null,
          }
        : null,
      problem,
      lastFailure: failure ? { step: failure.step, failedAt: failure.endedAt.toISOString(), error: failure.error! } : null,
      backups: shownBackups(stored, attempts).map(({ takenAt, provedAt, ...backup }) => ({
        ...backup,
        keeps: kept({ takenAt, position: backup.position }),
        takenAt: takenAt.toISOString(),
        provedAt: provedAt?.toISOString() ?? null,
      })),
    };
  }

  @Answers('POST /api/admin/backups')
  async start(): Promise<BackupsView> {
    refuseIf(!this.config.backup.to, refusals.backupsOff, 'conflict');
    refuseIf(!(await this.backups.start()), refusals.backupRunning, 'conflict');
    return { ...(await this.list()), isRunning: true };
  }

  @Answers('POST /api/admin/backups/upload')
  upload(@Body() part: UploadBackupBody): Promise<UploadView> {
    refuseIf(!this.config.backup.to, refusals.backupsOff, 'conflict');
    return this.uploads.add(part);
  }

  @Answers('POST /api/admin/archive/fill')
  async fill(): Promise<{ success: true }> {
    refuseIf(!(await this.archive.ahead()), refusals.archiveNotAhead, 'conflict');
    refuseIf(!(await this.backups.fill()), refusals.backupRunning, 'conflict');
    return { success: true };
  }

  @Answers('POST /api/admin/archive/bypass')
  async bypass(@Meta() meta: CommandMeta) {
    return done(await this.archiveBypass.begin(meta));
  }

  @Answers('GET /api/admin/history/back')
  async price(@Query() { at }: QueryOf<'GET /api/admin/history/back'>): Promise<GoingBackView> {
    if (at === undefined) throw new Refused(refusals.noSuchMoment, 'missing');
    const moment = await lastWhole(this.pool, /^\d+$/.test(at) ? Number(at) : new Date(at));
    const { position: head } = await this.log.head();
    return {
      position: moment.position,
      recordedAt: moment.at.toISOString(),
      events: head - moment.position,
      backupId: (await this.base(moment))?.id ?? null,
      left: await leftSince(this.pool, this.reactors, moment.position),
    };
  }

  @Answers('POST /api/admin/history/back')
  async goBack(@Body() { position, reason }: GoBackBody, @Who() who: Account): Promise<BackupsView> {
    refuseIf(!this.config.backup.to, refusals.backupsOff, 'conflict');
    const moment = await lastWhole(this.pool, position);
    refuseIf(moment.position !== position, refusals.noSuchMoment, 'missing');
    refuseIf(!(await this.base(moment)), refusals.noWayBack, 'conflict');
    refuseIf(!(await this.backups.goBack(position, accountStream(who), reason)), refusals.backupRunning, 'conflict');
    return { ...(await this.list()), isRunning: true, isRestoring: true };
  }

  private async base(moment: Moment): Promise<StoredBackup | undefined> {
    const { backup: settings } = this.config;
    return settings.to ? baseFor({ pool: this.pool, log: this.log, archive: this.archive, settings }, moment) : undefined;
  }

  @Answers('POST /api/admin/backups/:id/restore')
  async restore(@Param('id') id: string, @Body() { reason }: RestoreBody, @Who() who: Account): Promise<BackupsView> {
    refuseIf(!this.config.backup.to, refusals.backupsOff, 'conflict');
    const stored = await (await openStore(this.config.backup)).list();
    refuseIf(!stored.some((backup) => backup.id === id), refusals.notFound, 'missing');
    refuseIf(!(await this.backups.restore(id, accountStream(who), reason)), refusals.backupRunning, 'conflict');
    return { ...(await this.list()), isRunning: true, isRestoring: true };
  }

  /** A place that does not answer must not hide what went wrong with it. */
  private async stored(): Promise<{ stored: StoredBackup[]; problem: string | null }> {
    try {
      return { stored: await (await openStore(this.config.backup)).list(), problem: null };
    } catch (error) {
      if (error instanceof Refused) return { stored: [], problem: error.message };
      throw error;
    }
  }
}
