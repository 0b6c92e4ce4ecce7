import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { Books } from '@framelift/contracts';
import { Log } from '../../engine/log/log.ts';
import type { Problem } from '../../engine/log/proving/audit.ts';
import type { Verified } from '../../engine/projecting/verify.ts';
import { runOwn } from '../../platform/own-program.ts';
import { createPatientClient } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { APP_URL, BACKUP_KEY, CONFIG, OWNER_URL, POOL, SECRETS } from '../../platform/tokens.ts';
import { parsed } from '../backups/exported-event.ts';
import type { Get } from './result.ts';
import { checkReadable, unpack } from '../backups/backup-archive.ts';
import { BackupRecords, isProof } from '../backups/backup-records.ts';
import { type BackupStore, idFor, type StoredBackup } from '../backups/backup-store.ts';
import { keptBy } from '../backups/going-back.ts';
import { openStore } from '../backups/open-store.ts';
import { LOG_FILE, type Manifest, MANIFEST_FILE, readManifest } from './backup-manifest.ts';
import { createElsewhere, createScratch, type ScratchDatabase } from './scratch.ts';
import { alone, inWorkFolder, UNPACKED } from './take-backup.ts';
import { withArchive } from './with-archive.ts';

export interface Proof {
  id: string;
  position: number;
  books: Books;
  /** Rows of read models, each equal to its replay. */
  rows: number;
  /** Restored in the PostgreSQL that comes with Framelift. */
  isElsewhere: boolean;
  /** Another backup whose bytes were read again; undefined: there is none. */
  reread: string | undefined;
}

/** Restores a backup into a scratch database, audits it, verifies its read models and compares its sums. Without an id: the newest. @throws Refused */
export async function proveBackup(get: Get, wanted: string | undefined, signal: AbortSignal): Promise<Proof> {
  const store = await openStore(get(CONFIG).backup);
  const backups = await store.list();
  const backup = backupIn(backups, wanted);
  const records = new BackupRecords(get(POOL));
  return alone(get, () =>
    records.attempt('proof', backup.id, async () => {
      const proof = await restoredOnTrial(get, store, backup, signal);
      const reread = await rereadOne(
        get,
        store,
        records,
        backups.filter(({ id }) => id !== backup.id),
      );
      return { id: backup.id, result: { ...proof, reread } };
    }),
  );
}

/** The backup of this id, by default the newest. @throws Refused */
export function backupIn(backups: readonly StoredBackup[], wanted: string | undefined): StoredBackup {
  const backup = wanted === undefined ? backups[0] : backups.find(({ id }) => id === wanted);
  if (!backup) throw Refused.inWords(wanted === undefined ? 'There is no backup yet' : `There is no backup ${wanted}`, 'missing');
  return backup;
}

async function restoredOnTrial(get: Get, store: BackupStore, backup: StoredBackup, signal: AbortSignal): Promise<Omit<Proof, 'reread'>> {
  const { id, bytes } = backup;
  const name = nameOf(backup);
  const source = { id, bytes, open: () => store.read(id), name, archive: async () => store };
  const place = (app: string, owner: string) => createElsewhere(app, owner, join(get(CONFIG).dataDir, 'backup-trial'));
  // One from before the system went back is the way to return there, and is not continued by this log.
  const isWithdrawn = (await keptBy(get(POOL), get(Log)))(backup) < backup.position;
  const check = async (manifest: Manifest) => (isWithdrawn ? undefined : checkHistory(get, manifest, name));
  const { scratch, ops: _, ...proof } = await inScratch(get, source, check, signal, place);
  await scratch.drop();
  return { id, ...proof, isElsewhere: scratch.isElsewhere };
}

export interface Source {
  /** undefined: a file that is in no store. */
  id: string | undefined;
  bytes: number;
  open: () => Promise<Readable>;
  /** The name in messages. */
  name: string;
  /** Where the archive that continues it is; undefined: it is restored as it is. */
  archive: (written: Manifest) => Promise<BackupStore | undefined>;
  /** The last event that is wanted; undefined: all that was archived. */
  upTo?: number;
}

interface InScratch extends Omit<Proof, 'id' | 'reread' | 'isElsewhere'> {
  scratch: ScratchDatabase;
  /** Runs a command on it. @throws Refused that says what it does not do. */
  ops: RunOps;
}

/** Restores a backup into a scratch database and checks it there. The caller drops it. @throws Refused, and has dropped it. */
export async function inScratch(
  get: Get,
  { id, bytes, open, name, archive, upTo }: Source,
  check: (manifest: Manifest) => Promise<void>,
  signal: AbortSignal,
  place = createScratch,
): Promise<InScratch> {
  return inWorkFolder(get(CONFIG), bytes * UNPACKED, async (folder) => {
    await unpack(await open(), get(BACKUP_KEY)(), folder, name);
    const written = await readManifest(join(folder, MANIFEST_FILE), name);
    // Who can rename files of a store must not choose which moment a name means.
    const own = idFor(Date.parse(written.takenAt), written.head.position);
    if (id && id !== own) throw Refused.inWords(`${name} was renamed: it is ${own}`);
    const there = await archive(written);
    const manifest = there && id ? await withArchive(get, there, folder, written, { id, name, upTo, signal }) : written;
    await check(manifest);
    const scratch = await place(get(APP_URL), get(OWNER_URL));
    try {
      return { scratch, ...(await restored(get, folder, scratch, manifest, name, signal)) };
    } catch (error) {
      await scratch.drop();
      throw error;
    }
  });
}

type RunOps = <T>(does: string, settings: Record<string, string>, ...args: string[]) => Promise<T>;

const nameOf = ({ id }: StoredBackup): string => `The backup ${id}`;

/** The log of the system continues the one in the backup. */
async function checkHistory(get: Get, { head }: Manifest, name: string): Promise<void> {
  if (!head.position) return;
  const own = await hashAt(get, head.position);
  if (own !== head.hash)
    throw Refused.inWords(
      `${name} is of another history: at position ${head.position} this log ${own ? 'has another hash' : 'has no event'}`,
    );
}

/** The log of the system continues the one that ends there. */
export const isContinued = async (get: Get, { position, hash }: Manifest['head']): Promise<boolean> =>
  (await hashAt(get, position)) === hash;

const hashAt = async (get: Get, position: number): Promise<string | undefined> =>
  (await get(Log).hashesAt([position])).get(position)?.toString('hex');

async function restored(get: Get, folder: string, scratch: ScratchDatabase, manifest: Manifest, name: string, signal: AbortSignal) {
  const home = join(folder, 'home');
  await mkdir(home);
  const env = environment(get, scratch, home);
  const ops: RunOps = async <T>(does: string, settings: Record<string, string>, ...args: string[]): Promise<T> => {
    const { out, err } = await runOwn('ops.js', [...args, '--json'], { ...env, ...settings }, signal);
    signal.throwIfAborted();
    const json = parsed(out) as (T & { error?: string }) | undefined;
    if (json && !json.error) return json;
    throw Refused.inWords(`${name} cannot be ${does}: ${json?.error ?? (err.trim().split('\n').at(-1) || out.slice(0, 500))}`);
  };
  const wrong = (what: string) => Refused.inWords(`${name} was restored, and ${what}`);
  const { head, audit, verify } = await ops<Restored>('restored', {}, 'import', join(folder, LOG_FILE), '--check');
  if (!isDeepStrictEqual(head, manifest.head)) throw wrong('its log ends elsewhere');
  const [problem] = audit.problems;
  if (problem) throw wrong(`at ${problem.position}: ${problem.what}`);
  const { books } = audit;
  if (!isDeepStrictEqual(books, manifest.books)) throw wrong('its sums differ from those at its time');
  const wrongModel = verify.readModels.find(({ tables }) => tables.some(({ differing }) => differing));
  if (wrongModel) throw wrong(`the read model ${wrongModel.name} differs from its replay`);
  await checkRows(scratch, manifest, wrong);
  const rows = verify.readModels.flatMap((r) => r.tables).reduce((n, table) => n + table.rows, 0);
  return { ops, position: manifest.head.position, books, rows };
}

/** What `import --check` says. */
interface Restored {
  head: Manifest['head'];
  audit: { books: Books; problems: readonly Problem[] };
  verify: { readModels: readonly Pick<Verified, 'name' | 'tables'>[] };
}

/** The secrets of this system on the scratch database. No setting leads outside. */
function environment(get: Get, { appUrl, ownerUrl }: ScratchDatabase, home: string): Record<string, string> {
  const { master, claim, jwt, altcha, headSigning } = get(SECRETS);
  const { PATH = '' } = process.env;
  return {
    PATH,
    DATA_DIR: home,
    DATABASE_URL: appUrl,
    MIGRATE_DATABASE_URL: ownerUrl,
    BACKUP_TO: 'off',
    MASTER_KEY: master.toString('hex'),
    CLAIM_KEY: claim.toString('hex'),
    JWT_SECRET: jwt.toString('hex'),
    ALTCHA_SECRET: altcha.toString('hex'),
    HEAD_SIGNING_KEY: headSigning.toString('hex'),
  };
}

async function checkRows({ ownerUrl }: ScratchDatabase, { rows }: Manifest, wrong: (what: string) => Error): Promise<void> {
  const client = createPatientClient(ownerUrl);
  await client.connect();
  try {
    for (const [table, expected] of Object.entries(rows)) {
      const found = (await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n;
      if (found !== expected) throw wrong(`the table ${table} has ${found} rows instead of ${expected}`);
    }
  } finally {
    await client.end();
  }
}

/** Reads one other backup again, so that each is read in turn: a store may lose bytes without a word. @throws Refused that names it. */
async function rereadOne(
  get: Get,
  store: BackupStore,
  records: BackupRecords,
  others: readonly StoredBackup[],
): Promise<string | undefined> {
  if (!others.length) return undefined;
  const proofs = (await records.list()).filter(isProof).length;
  const other = others[proofs % others.length]!;
  await checkReadable(await store.read(other.id), get(BACKUP_KEY)(), nameOf(other));
  return other.id;
}
