import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { Log } from '../../engine/log/log.ts';
import { recordDecidedLoss } from '../../engine/log/proving/losses.ts';
import { ifAlone, lockSession, locks } from '../../platform/locks.ts';
import { createPatientClient, endConnection } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { APP_URL, BACKUP_KEY, CONFIG, OWNER_URL, POOL } from '../../platform/tokens.ts';
import { CredentialsTable } from '../../programme/sign-in/credentials.ts';
import { ACCESSES } from '../access/access-records.ts';
import { ATTEMPTS, BackupRecords, endRestore } from '../backups/backup-records.ts';
import { backupNamed, type BackupStore } from '../backups/backup-store.ts';
import { openStore } from '../backups/open-store.ts';
import { carryOver } from './carry-over.ts';
import { importLog } from './import-log.ts';
import { isThere } from './export-file.ts';
import { plural, type Get, type Result } from './result.ts';
import { unpack } from '../backups/backup-archive.ts';
import { LOG_FILE, MANIFEST_FILE, readManifest } from './backup-manifest.ts';
import { inScratch, isContinued, type Source } from './prove-backup.ts';
import { refuseWithoutRoom, type ScratchDatabase, swapIn } from './scratch.ts';
import { alone, inWorkFolder, storeBackup, UNPACKED } from './take-backup.ts';
import { insertRows } from './side-file.ts';
import { withArchive } from './with-archive.ts';

/** Restores a backup of the store, or a file, into an empty system; interrupted, the next call resumes. @throws Refused */
export async function restoreBackup(get: Get, wanted: string, signal: AbortSignal): Promise<Result> {
  return alone(get, async () => {
    const { id, open, bytes, name, archive } = await sourceOf(get, wanted);
    return inWorkFolder(get(CONFIG), bytes * UNPACKED, async (folder) => {
      await unpack(await open(), get(BACKUP_KEY)(), folder, name);
      const written = await readManifest(join(folder, MANIFEST_FILE), name);
      const there = await archive(written);
      const { head } = there && id ? await withArchive(get, there, folder, written, { id, name, signal }) : written;
      const here = await get(Log).head();
      if (here.position > head.position)
        throw Refused.inWords(
          `This system holds ${here.position} events, and the backup ${head.position}: restore into an empty one, or use --replace`,
          'conflict',
        );
      return importLog(get, join(folder, LOG_FILE), { logOnly: false }, signal);
    });
  });
}

/** Who wants to go back, and why. */
export interface Wish {
  by: string;
  reason: string;
  /** The last event that remains; undefined: the last one of the backup. */
  upTo?: number | undefined;
}

/**
 * Restores a backup over a system, which may run: takes a backup of now, restores the other one on trial in a scratch database, and puts
 * that in the place of the system's, with what left since. Until then nothing has changed. @throws Refused
 */
export async function replaceSystem(get: Get, wanted: string, { by, reason, upTo }: Wish, signal: AbortSignal): Promise<Result> {
  const store = await openStore(get(CONFIG).backup);
  const records = new BackupRecords(get(POOL));
  return alone(get, async () => {
    const found = await sourceOf(get, wanted);
    // Over a system that went on from it, it means going back. Anywhere else, everything that was archived is wanted.
    const archive: Source['archive'] = async (written) =>
      !upTo && (await isContinued(get, written.head)) ? undefined : found.archive(written);
    const source = { ...found, archive, ...(upTo ? { upTo } : {}) };
    await refuseWithoutRoom(get(OWNER_URL));
    const id = source.id ?? basename(wanted);
    const restore = () =>
      records.attempt('restore', id, async () => {
        const point = await restorePoint(get, records, store, signal);
        const { scratch, ops, position, books } = await inScratch(get, source, async () => {}, signal);
        try {
          await ops('cleared of erased people', { ERASURE_LIST: get(CONFIG).erasureList }, 'accept-loss', '--yes');
          const kept = await replaced(get, records, store, { scratch, point, id, by, reason }, signal);
          const json = { ok: true, id, position, books, restorePoint: kept };
          const text = [
            `${source.name} is in force: ${plural(position, 'event')}. Everyone is signed out`,
            `what was there before: ${kept}`,
          ];
          return { id, result: { ok: true, json, text: text.join('\n') } };
        } catch (error) {
          await scratch.drop();
          throw error;
        }
      });
    return (await ifAlone(get(POOL), locks.restore, restore))!;
  });
}

type Point = Awaited<ReturnType<typeof storeBackup>>;

const restorePoint = (get: Get, records: BackupRecords, store: BackupStore, signal: AbortSignal): Promise<Point> =>
  records.attempt('backup', null, async () => {
    const point = await storeBackup(get, store, signal);
    return { id: point.id, result: point };
  });

interface Replacement extends Omit<Wish, 'upTo'> {
  scratch: ScratchDatabase;
  point: Point;
  id: string;
}

/** Swaps when the restore point has every event. @returns its id. */
async function replaced(
  get: Get,
  records: BackupRecords,
  store: BackupStore,
  { scratch, point, id, by, reason }: Replacement,
  signal: AbortSignal,
): Promise<string> {
  const [here, there] = [createPatientClient(get(OWNER_URL)), createPatientClient(scratch.ownerUrl)];
  // The swap ends this session too.
  here.on('error', () => {});
  try {
    await here.connect();
    await there.connect();
    // From here on nobody appends.
    await lockSession(here, locks.append);
    const head = await get(Log).head();
    const isWhole = head.hash.toString('hex') === point.head.hash || !head.position;
    const kept = isWhole ? point : await restorePoint(get, records, store, signal);
    for (const table of [ACCESSES, ATTEMPTS]) await carry(here, there, table);
    await endRestore(there);
    // What was published stays the last: the withdrawn history signs no more.
    await lockSession(here, locks.checkpoint);
    await carryOver(get, scratch.appUrl, { by, reason, here, there });
    await CredentialsTable.endEverySession(there, await CredentialsTable.highestVersion(here));
    await recordDecidedLoss(there, head, `${by}: restored ${id}`);
    signal.throwIfAborted();
    const { rows: own } = await here.query<{ pid: number }>('select pg_backend_pid() as pid');
    await endConnection(there);
    await swapIn(get(APP_URL), get(OWNER_URL), scratch, own[0]!.pid);
    return kept.id;
  } finally {
    for (const client of [here, there]) await endConnection(client);
  }
}

const PAGE_ROWS = 1_000;

/** Copies a table that no backup holds. `key`: its identity column, which goes on after the copied rows. */
async function carry(from: pg.Client, to: pg.Client, { name, key }: { name: string; key: string }): Promise<void> {
  for (let after = '0'; ;) {
    const { rows } = await from.query<{ row: string; key: string }>(
      `select row_to_json(t)::text as row, ${key}::text as key from ${name} t where ${key} > $1 order by ${key} limit ${PAGE_ROWS}`,
      [after],
    );
    if (!rows.length) break;
    after = rows.at(-1)!.key;
    await insertRows(to, name, `[${rows.map(({ row }) => row).join(',')}]`);
  }
  await to.query(`select setval(pg_get_serial_sequence($1, $2), (select greatest(max(${key}), 1) from ${name}))`, [name, key]);
}

async function sourceOf(get: Get, wanted: string): Promise<Source> {
  const name = `The backup ${wanted}`;
  if (await isThere(wanted)) {
    const { size } = await stat(wanted);
    return {
      id: backupNamed(basename(wanted), size)?.id,
      open: async () => createReadStream(wanted),
      bytes: size,
      name,
      archive: async () => undefined,
    };
  }
  const store = await openStore(get(CONFIG).backup);
  const found = (await store.list()).find((backup) => backup.id === wanted);
  if (!found) throw Refused.inWords(`There is no backup ${wanted}, and no file of this name`, 'missing');
  const archived = (await store.segments()).filter(({ base }) => base === wanted).reduce((sum, { bytes }) => sum + bytes, 0);
  return { id: wanted, open: () => store.read(wanted), bytes: found.bytes + archived, name, archive: async () => store };
}
