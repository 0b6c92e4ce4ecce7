import { readFile, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** PostgreSQL writes its log in files of 16 MB; with less than two of them free, lack of space causes any failure. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

/** Whether an error was caused by a full disk. */
export const saysFull = (error: unknown): boolean => {
  const { code, message = '', cause } = error as { code?: string; message?: string; cause?: unknown };
  // 53100 is PostgreSQL's disk_full.
  return code === 'ENOSPC' || code === '53100' || message.includes('No space left on device') || (cause !== undefined && saysFull(cause));
};

/** Free bytes where a folder is or will be. */
const roomIn = async (folder: string): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return dirname(folder) === folder ? Infinity : roomIn(dirname(folder));
  }
};

/** A sentence about a failure caused by a full disk, even if the server only reports that it stopped; else undefined. */
export async function aboutFullDisk(failure: unknown, dataDir: string): Promise<string | undefined> {
  const home = resolve(dataDir);
  // As root, the data may have another place (embedded-postgres.ts).
  const place = (await readFile(join(home, 'postgres-place'), 'utf8').catch(() => '')) || home;
  for (const folder of new Set([home, place]))
    if ((await roomIn(folder)) < MIN_FREE_BYTES)
      return `The disk of ${folder} is full; make room or set DATA_DIR to a folder on another disk`;
  return saysFull(failure) ? 'The disk of the database is full; make room and start again' : undefined;
}
