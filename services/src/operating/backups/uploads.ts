import { createReadStream } from 'node:fs';
import { appendFile, mkdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { refusals, type UploadBackupBody, type UploadView } from '@framelift/contracts';
import type { Config } from '../../platform/config.ts';
import { ifAlone, locks } from '../../platform/locks.ts';
import type { Pool } from '../../platform/pg.ts';
import { refuseIf } from '../../platform/refused.ts';
import { BACKUP_KEY, CONFIG, POOL } from '../../platform/tokens.ts';
import { checkKey, checkReadable, SPARE_BYTES } from './backup-archive.ts';
import { backupNamed, fileNameOf } from './backup-store.ts';
import { openStore } from './open-store.ts';

/** Backups that an admin uploads in parts. Nothing of one is listed before all of it is here and can be read. */
@Injectable()
export class Uploads {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(BACKUP_KEY) private readonly key: () => Buffer,
  ) {}

  /** One part at a time, of one upload: what arrives twice is refused. @throws Refused */
  async add(body: UploadBackupBody): Promise<UploadView> {
    const added = await ifAlone(this.pool, locks.upload, () => this.addAlone(body));
    refuseIf(!added, refusals.backupUploadBroken, 'conflict');
    return added!;
  }

  private async addAlone({ name, size, offset, part }: UploadBackupBody): Promise<UploadView> {
    const backup = backupNamed(name, size);
    refuseIf(!backup, refusals.backupFileInvalid);
    const { id } = backup!;
    const store = await openStore(this.config.backup);
    refuseIf(
      (await store.list()).some((stored) => stored.id === id),
      refusals.backupHere,
      'conflict',
    );
    const bytes = Buffer.from(part, 'base64');
    refuseIf(bytes.toString('base64') !== part, refusals.backupUploadBroken);
    const folder = join(this.config.dataDir, 'backup-upload');
    if (offset === 0) {
      await checkKey(bytes, this.key(), name);
      await this.begin(folder, size);
    }
    const file = join(folder, fileNameOf(id));
    const here = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    const received = offset + bytes.length;
    refuseIf(offset !== here || received > size, refusals.backupUploadBroken, 'conflict');
    await appendFile(file, bytes, { mode: 0o600 });
    if (received < size) return { received, id: null };
    try {
      await checkReadable(createReadStream(file), this.key(), name);
      await store.write(id, createReadStream(file));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return { received, id };
  }

  /** An upload that was given up makes room. */
  private async begin(folder: string, size: number): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    // It is here and in the place of backups, until it is complete there.
    refuseIf(bavail * bsize < 2 * size + SPARE_BYTES, refusals.backupTooLarge, 'conflict');
  }
}
