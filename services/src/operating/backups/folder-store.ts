import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { saysFull } from '../../platform/full-disk.ts';
import { removeLeftParts, throughPart } from '../../platform/part-file.ts';
import { Refused } from '../../platform/refused.ts';
import { backupNamed, type BackupStore, fileNameOf, newestFirst, type StoredBackup } from './backup-store.ts';

export class FolderStore implements BackupStore {
  constructor(private readonly folder: string) {}

  async list(): Promise<StoredBackup[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const found = names.filter((name) => backupNamed(name, 0));
    const sizes = await Promise.all(found.map(async (name) => backupNamed(name, (await stat(join(this.folder, name))).size)!));
    return newestFirst(sizes);
  }

  async write(id: string, content: Readable): Promise<number> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    removeLeftParts(this.folder, (name) => backupNamed(name, 0) !== undefined);
    const file = join(this.folder, fileNameOf(id));
    try {
      return await throughPart(file, async (part) => {
        await pipeline(content, createWriteStream(part, { mode: 0o600, flush: true }));
        const { size } = await stat(part);
        await rename(part, file);
        await this.synced();
        return size;
      });
    } catch (error) {
      if (saysFull(error))
        throw Refused.inWords(`The disk of ${this.folder} is full: no backup was written. Make room there, or set BACKUP_TO`);
      throw error;
    }
  }

  async read(id: string): Promise<Readable> {
    const stream = createReadStream(join(this.folder, fileNameOf(id)));
    await new Promise<void>((opened, failed) =>
      stream
        .once('open', () => opened())
        .once('error', () => failed(Refused.inWords(`There is no backup ${id} in ${this.folder}`, 'missing'))),
    );
    return stream;
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.folder, fileNameOf(id)), { force: true });
  }

  /** After a power cut, a file is found through the folder's entry. */
  private async synced(): Promise<void> {
    const folder = await open(this.folder, 'r');
    await folder.sync().finally(() => folder.close());
  }
}
