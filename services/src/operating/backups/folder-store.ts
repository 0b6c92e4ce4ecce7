import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { saysFull } from '../../platform/full-disk.ts';
import { removeLeftParts, throughPart } from '../../platform/part-file.ts';
import { Refused } from '../../platform/refused.ts';
import { backupNamed, type BackupStore, fileNameOf, newestFirst, type StoredBackup } from './backup-store.ts';
import { inOrder, pathOf, type Segment, segmentAt, SEGMENTS, type StoredSegment } from './segment.ts';

export class FolderStore implements BackupStore {
  /** Folders without parts of killed processes. */
  private readonly cleared = new Set<string>();

  constructor(private readonly folder: string) {}

  async list(): Promise<StoredBackup[]> {
    const found = (await namesIn(this.folder)).filter((name) => backupNamed(name, 0));
    const sizes = await Promise.all(found.map(async (name) => backupNamed(name, (await stat(join(this.folder, name))).size)!));
    return newestFirst(sizes);
  }

  write(id: string, content: Readable): Promise<number> {
    return this.writeFile(this.folder, fileNameOf(id), content, (name) => backupNamed(name, 0) !== undefined);
  }

  async read(id: string): Promise<Readable> {
    return this.readFile(fileNameOf(id), `There is no backup ${id} in ${this.folder}`);
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.folder, fileNameOf(id)), { force: true });
  }

  async segments(): Promise<StoredSegment[]> {
    const found: StoredSegment[] = [];
    for (const base of await namesIn(join(this.folder, SEGMENTS)))
      for (const name of await namesIn(join(this.folder, SEGMENTS, base))) {
        const path = `${SEGMENTS}${base}/${name}`;
        if (!segmentAt(path, 0, new Date(0))) continue;
        // One that was merged meanwhile is gone.
        const file = await stat(join(this.folder, path)).catch(emptyIfMissing);
        if (file) found.push(segmentAt(path, file.size, file.mtime)!);
      }
    return inOrder(found);
  }

  writeSegment(segment: Segment, content: Readable): Promise<number> {
    const path = join(this.folder, pathOf(segment));
    const isOurs = (name: string) => segmentAt(`${SEGMENTS}${segment.base}/${name}`, 0, new Date(0)) !== undefined;
    return this.writeFile(dirname(path), basename(path), content, isOurs);
  }

  readSegment(segment: Segment): Promise<Readable> {
    return this.readFile(pathOf(segment), `There is no ${pathOf(segment)} in ${this.folder}`);
  }

  async removeSegment(segment: Segment): Promise<void> {
    const path = join(this.folder, pathOf(segment));
    await rm(path, { force: true });
    // The folder goes with its last file.
    await rmdir(dirname(path)).catch(() => {});
  }

  /** `isOurs`: names of which parts may be left by killed processes. */
  private async writeFile(folder: string, name: string, content: Readable, isOurs: (name: string) => boolean): Promise<number> {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made && folder !== this.folder) await synced(dirname(folder));
    if (!this.cleared.has(folder)) removeLeftParts(folder, isOurs);
    this.cleared.add(folder);
    const file = join(folder, name);
    try {
      return await throughPart(file, async (part) => {
        await pipeline(content, createWriteStream(part, { mode: 0o600, flush: true }));
        const { size } = await stat(part);
        await rename(part, file);
        await synced(folder);
        return size;
      });
    } catch (error) {
      if (saysFull(error))
        throw Refused.inWords(`The disk of ${this.folder} is full: no backup was written. Make room there, or set BACKUP_TO`);
      throw inWords(folder, 'written', error);
    }
  }

  private async readFile(path: string, missing: string): Promise<Readable> {
    const stream = createReadStream(join(this.folder, path));
    await new Promise<void>((opened, failed) =>
      stream.once('open', () => opened()).once('error', () => failed(Refused.inWords(missing, 'missing'))),
    );
    return stream;
  }
}

const emptyIfMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

/** What the disk says, as a sentence. */
function inWords(folder: string, what: 'read' | 'written', error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (!code || !syscall) return error;
  return Object.assign(Refused.inWords(`${folder} cannot be ${what} (${code}): look whether its disk is there, or correct BACKUP_TO`), {
    cause: error,
  });
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder).catch(emptyIfMissing)) ?? [];
  } catch (error) {
    throw inWords(folder, 'read', error);
  }
}

/** After a power cut, a file is found through the folder's entry. */
async function synced(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
