import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventName } from '@framelift/contracts';
import type { Get } from './result.ts';
import { Archive } from '../../engine/log/archiving/archive.ts';
import { BooksAudit } from '../audit/books.audit.ts';
import { writeExport } from './export-log.ts';
import { sideFileOf } from './export-file.ts';
import { type Config } from '../../platform/config.ts';
import { saysFull } from '../../platform/full-disk.ts';
import { Refused } from '../../platform/refused.ts';
import { tryLock, locks } from '../../platform/locks.ts';
import { BACKUP_KEY, CLOCK, CONFIG, POOL } from '../../platform/tokens.ts';
import { packed, SPARE_BYTES } from '../backups/backup-archive.ts';
import { BackupRecords, isProof } from '../backups/backup-records.ts';
import { type BackupStore, idFor, type StoredBackup } from '../backups/backup-store.ts';
import { openStore } from '../backups/open-store.ts';
import { LOG_FILE, type Manifest, MANIFEST_FILE } from './backup-manifest.ts';
import { unneeded, unneededSegments } from '../backups/retention.ts';

const MB = 1024 * 1024;
/** The files of a backup, and a database with its indexes, to the bytes of the archive. */
export const UNPACKED = 12;

/** Work that only one process does at a time. @throws Refused while another one does it. */
export async function alone<T>(get: Get, work: () => Promise<T>): Promise<T> {
  const release = await tryLock(get(POOL), locks.backup);
  if (!release) throw Refused.inWords('Another process is taking or proving a backup: try again when it has finished', 'conflict');
  try {
    return await work();
  } finally {
    await release();
  }
}

/** An empty folder for the files of one backup, on the disk of DATA_DIR, removed afterwards. The caller is the only one. */
export async function inWorkFolder<T>({ dataDir }: Config, needsBytes: number, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(dataDir, 'backup-work');
  // A killed process may have left it.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free < needsBytes + SPARE_BYTES)
      throw Refused.inWords(
        `A backup needs ${Math.ceil((needsBytes + SPARE_BYTES) / MB)} MB on the disk of ${dataDir}, and ${Math.floor(free / MB)} MB are free: make room`,
      );
    return await work(folder);
  } catch (error) {
    if (saysFull(error)) throw Refused.inWords(`The disk of ${dataDir} is full: the backup was given up. Make room there`);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Takes a backup and removes those that are no longer needed. */
export async function takeBackup(get: Get, signal: AbortSignal): Promise<StoredBackup & { removed: string[] }> {
  const store = await openStore(get(CONFIG).backup);
  const records = new BackupRecords(get(POOL));
  return alone(get, () =>
    records.attempt('backup', null, async () => {
      const { head: _, ...taken } = await storeBackup(get, store, signal);
      const proved = new Set((await records.list()).filter(isProof).map(({ backupId }) => backupId));
      const stored = await store.list();
      const removed = unneeded(stored, get(CONFIG).backup.keep, ({ id }) => proved.has(id)).map(({ id }) => id);
      for (const id of removed) await store.remove(id);
      const kept = stored.filter(({ id }) => !removed.includes(id));
      for (const segment of unneededSegments(await store.segments(), kept)) await store.removeSegment(segment);
      return { id: taken.id, result: { ...taken, removed } };
    }),
  );
}

/** Writes one to the store. The caller is the only one. */
export async function storeBackup(get: Get, store: BackupStore, signal: AbortSignal): Promise<StoredBackup & Pick<Manifest, 'head'>> {
  const { rows } = await get(POOL).query<{ bytes: string }>(`select pg_total_relation_size('log.events') as bytes`);
  const archive = get(Archive);
  const isArchived = get(CONFIG).backup.archiveSeconds > 0;
  const noted = isArchived ? await archive.begin() : undefined;
  const follows = (await archive.state())?.base ?? undefined;
  return inWorkFolder(get(CONFIG), Number(rows[0]!.bytes), async (folder) => {
    const { takenAt, head } = await writeFiles(get, folder, follows, signal);
    const id = idFor(Date.parse(takenAt), head.position);
    const content = await packed(folder, [MANIFEST_FILE, LOG_FILE, sideFileOf(LOG_FILE)], get(BACKUP_KEY)());
    signal.throwIfAborted();
    const bytes = await store.write(id, content);
    if (noted !== undefined) await archive.setBase(id, { position: head.position, hash: Buffer.from(head.hash, 'hex') }, noted);
    return { id, takenAt: new Date(takenAt), position: head.position, bytes, head };
  });
}

async function writeFiles(get: Get, folder: string, follows: string | undefined, signal: AbortSignal): Promise<Manifest> {
  const takenAt = new Date(get(CLOCK)()).toISOString();
  const books = new BooksAudit();
  const { head, rows } = await writeExport(get, join(folder, LOG_FILE), signal, (events) => {
    for (const { position, streamId, type, data, metadata } of events)
      books.add({ position, streamId, type: type as EventName, occurredAt: metadata.occurredAt, data: data as Record<string, unknown> });
  });
  const manifest: Manifest = { framelift: 'backup', format: 1, takenAt, head, books: books.totals(), rows, follows };
  await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest, null, 2));
  return manifest;
}
