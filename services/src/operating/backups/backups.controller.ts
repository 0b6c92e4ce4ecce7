import { Controller, Inject, Param } from '@nestjs/common';
import { accountStream, type BackupsView, refusals, type UploadBackupBody, type UploadView } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { done } from '../../http/reply.ts';
import { Archive } from '../../engine/log/archiving/archive.ts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import type { Config } from '../../platform/config.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { ArchiveBypass } from './archive-bypass.ts';
import { lastRestore } from './backup-records.ts';
import type { StoredBackup } from './backup-store.ts';
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
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Answers('GET /api/admin/backups')
  async list(): Promise<BackupsView> {
    const { to, everyHours, archiveSeconds } = this.config.backup;
    const { records } = this.backups;
    const [attempts, failure] = [await records.list(), await records.lastFailure()];
    const restored = lastRestore(attempts);
    const [safe, archive] = archiveSeconds ? [await this.archive.safeUpTo(), await this.archive.health()] : [];
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

  @Answers('POST /api/admin/backups/:id/restore')
  async restore(@Param('id') id: string, @Who() who: Account): Promise<BackupsView> {
    refuseIf(!this.config.backup.to, refusals.backupsOff, 'conflict');
    const stored = await (await openStore(this.config.backup)).list();
    refuseIf(!stored.some((backup) => backup.id === id), refusals.notFound, 'missing');
    refuseIf(!(await this.backups.restore(id, accountStream(who))), refusals.backupRunning, 'conflict');
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
