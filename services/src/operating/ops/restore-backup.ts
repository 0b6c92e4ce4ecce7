import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Log } from '../../engine/log/log.ts';
import { Refused } from '../../platform/refused.ts';
import { BACKUP_KEY, CONFIG } from '../../platform/tokens.ts';
import { importLog } from './import-log.ts';
import { isThere } from './export-file.ts';
import type { Get, Result } from './result.ts';
import { unpack } from './backup-archive.ts';
import { openStore } from '../backups/open-store.ts';
import { LOG_FILE, MANIFEST_FILE, readManifest } from './backup-manifest.ts';
import { alone, inWorkFolder, UNPACKED } from './take-backup.ts';

/** Restores a backup of the store, or a file, into an empty system; interrupted, the next call resumes. @throws Refused */
export async function restoreBackup(get: Get, wanted: string, signal: AbortSignal): Promise<Result> {
  const name = `The backup ${wanted}`;
  return alone(get, async () => {
    const { content, bytes } = (await isThere(wanted)) ? await fromFile(wanted) : await fromStore(get, wanted);
    return inWorkFolder(get(CONFIG), bytes * UNPACKED, async (folder) => {
      await unpack(content, get(BACKUP_KEY)(), folder, name);
      const { head } = await readManifest(join(folder, MANIFEST_FILE), name);
      const here = await get(Log).head();
      if (here.position > head.position)
        throw Refused.inWords(
          `This system holds ${here.position} events, and the backup ${head.position}: restore into an empty one`,
          'conflict',
        );
      return importLog(get, join(folder, LOG_FILE), { logOnly: false }, signal);
    });
  });
}

const fromFile = async (file: string) => ({ content: createReadStream(file), bytes: (await stat(file)).size });

async function fromStore(get: Get, id: string) {
  const store = await openStore(get(CONFIG).backup);
  const found = (await store.list()).find((backup) => backup.id === id);
  if (!found) throw Refused.inWords(`There is no backup ${id}, and no file of this name`, 'missing');
  return { content: await store.read(id), bytes: found.bytes };
}
