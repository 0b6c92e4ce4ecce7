import { writeFile } from 'node:fs/promises';
import { euros } from '@framelift/contracts';
import { Archive } from '../../engine/log/archiving/archive.ts';
import { BACKUP_KEY, CONFIG, LOG_CLOCK, POOL } from '../../platform/tokens.ts';
import { ageIdentity } from '../backups/backup-archive.ts';
import { BackupRecords } from '../backups/backup-records.ts';
import type { StoredBackup } from '../backups/backup-store.ts';
import { openStore } from '../backups/open-store.ts';
import { backupIn, type Proof, proveBackup } from './prove-backup.ts';
import { replaceSystem, restoreBackup } from './restore-backup.ts';
import { shownBackups } from '../backups/shown.ts';
import { takeBackup } from './take-backup.ts';
import { addCommand, type Group } from './program.ts';
import { confirmed, formatTable, type Get, plural, type Result, WrongUse } from './result.ts';

const size = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const takenWords = ({ id, position, bytes, removed }: StoredBackup & { removed: string[] }): string[] => [
  `backup ${id}: ${plural(position, 'event')}, ${size(bytes)}`,
  ...removed.map((old) => `removed ${old}`),
];

const provedWords = ({ id, rows, books, reread, isElsewhere }: Proof): string[] => [
  `${id} was restored on trial: log and books are right, ${plural(rows, 'row')} equal their replay`,
  `earned ${euros(books.earnedCents)}, reversed ${euros(books.reversedCents)}, paid ${euros(books.paidCents)}`,
  ...(isElsewhere ? ['restored in the PostgreSQL that comes with Framelift, as the role may not create databases'] : []),
  ...(reread ? [`${reread} was read again: no byte changed`] : []),
];

const safeWords = (safe: { position: number; at: Date } | undefined, now: number): string[] =>
  safe ? [`safe up to event ${safe.position}, ${Math.max(0, Math.round((now - safe.at.getTime()) / 1_000))} s ago`] : [];

async function backUp(get: Get, isProved: boolean, signal: AbortSignal): Promise<Result> {
  const taken = await takeBackup(get, signal);
  const proof = isProved ? await proveBackup(get, taken.id, signal) : undefined;
  const text = [...takenWords(taken), ...(proof ? provedWords(proof) : [])].join('\n');
  return { ok: true, json: { ok: true, ...taken, proof: proof ?? null }, text };
}

async function list(get: Get): Promise<Result> {
  const store = await openStore(get(CONFIG).backup);
  const backups = shownBackups(await store.list(), await new BackupRecords(get(POOL)).list());
  const text = backups.length
    ? formatTable([
        ['backup', 'taken at', 'events', 'size', 'proved at', 'error'],
        ...backups.map((b) => [
          b.id,
          b.takenAt.toISOString(),
          b.position,
          size(b.bytes),
          b.provedAt?.toISOString() ?? 'never',
          b.error ?? '',
        ]),
      ])
    : 'There is no backup yet.';
  const safe = get(CONFIG).backup.archiveSeconds ? await get(Archive).safeUpTo() : undefined;
  const safeUpTo = safe ? { position: safe.position, at: safe.at.toISOString() } : null;
  return { ok: true, json: { ok: true, backups, safeUpTo }, text: [text, ...safeWords(safe, get(LOG_CLOCK)())].join('\n') };
}

async function prove(get: Get, id: string | undefined, signal: AbortSignal): Promise<Result> {
  const proof = await proveBackup(get, id, signal);
  return { ok: true, json: { ok: true, ...proof }, text: provedWords(proof).join('\n') };
}

async function keyFile(get: Get, file: string): Promise<Result> {
  await writeFile(file, `${ageIdentity(get(BACKUP_KEY)())}\n`, { mode: 0o600, flag: 'wx' });
  return { ok: true, json: { ok: true, file }, text: `${file} opens every backup: age -d -i ${file} BACKUP | zstd -d | tar -x` };
}

const newest = async (get: Get): Promise<string> => backupIn(await (await openStore(get(CONFIG).backup)).list(), undefined).id;

export const backupCommands: Group = (program, run) => {
  const backup = addCommand(
    program,
    'backup',
    'Writes an encrypted backup to BACKUP_TO, restores it on trial, and removes those that are too old.',
    'backup',
    'backup list',
    'backup prove',
  )
    .option('--no-proof', 'without the trial restore')
    .action(({ proof }: { proof: boolean }) => run((get, signal) => backUp(get, proof, signal)));
  addCommand(backup, 'list', 'Lists the backups and when each was proved by a trial restore.').action(() => run(list));
  addCommand(backup, 'prove', 'Restores a backup into a scratch database, audits and verifies it, and compares its sums.')
    .argument('[id]', 'Default: the newest')
    .action((id?: string) => run((get, signal) => prove(get, id, signal)));
  addCommand(backup, 'key', 'Writes the key of backups to a file (mode 0600), for the program age.')
    .argument('<file>')
    .action((file: string) => run((get) => keyFile(get, file)));
  addCommand(
    program,
    'restore',
    'Restores into an empty system with the same secrets, to the last archived event, or a backup over a system: an id of `backup list`, or a file.',
    'restore',
    'restore 20261127T081500Z-4711',
    'restore backup-20261127T081500Z-4711.tar.zst.age',
    'restore 20261127T081500Z-4711 --replace --yes',
  )
    .argument('[backup]', 'Default: the newest of the store, with all that was archived after it')
    .option('--replace', 'over a system that holds events, running or not: takes a backup of now first')
    .option('--by <name>', 'who restores it', process.env['USER'] || 'operator')
    .option('--reason <text>', 'why, for the log', 'No reason was given')
    .option('--yes', 'confirm --replace')
    .action(
      (wanted: string | undefined, { replace, by, reason, yes }: { replace?: boolean; by: string; reason: string; yes?: boolean }) => {
        if (!replace) return run(async (get, signal) => restoreBackup(get, wanted ?? (await newest(get)), signal));
        if (!wanted) throw new WrongUse('--replace goes back to a moment: name the backup');
        confirmed(yes, 'Everything since that backup is undone, and everyone is signed out.');
        return run((get, signal) => replaceSystem(get, wanted, { by, reason }, signal));
      },
    );
};
