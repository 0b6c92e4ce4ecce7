import { writeFile } from 'node:fs/promises';
import { euros, type LeftKind, momentOf, refusals } from '@framelift/contracts';
import { Archive } from '../../engine/log/archiving/archive.ts';
import { Log } from '../../engine/log/log.ts';
import { REACTORS } from '../../engine/reacting/reactor.ts';
import { Refused } from '../../platform/refused.ts';
import { BACKUP_KEY, CONFIG, LOG_CLOCK, POOL } from '../../platform/tokens.ts';
import { ageIdentity } from '../backups/backup-archive.ts';
import { BackupRecords } from '../backups/backup-records.ts';
import type { StoredBackup } from '../backups/backup-store.ts';
import { baseFor, lastWhole, leftSince } from '../backups/going-back.ts';
import { openStore } from '../backups/open-store.ts';
import { backupIn, type Proof, proveBackup } from './prove-backup.ts';
import { replaceSystem, restoreBackup, type Wish } from './restore-backup.ts';
import { shownBackups } from '../backups/shown.ts';
import { takeBackup } from './take-backup.ts';
import { addCommand, type Group } from './program.ts';
import { formatTable, type Get, plural, positionIn, type Result, WrongUse } from './result.ts';

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

/** Characters, as in the call. */
const MOST_REASON = 500;

interface RestoreOptions extends Omit<Wish, 'upTo'> {
  replace?: boolean;
  at?: string;
  yes?: boolean;
}

/** @throws WrongUse */
const momentIn = (text: string): number | Date => {
  if (/^\d+$/.test(text)) return positionIn(text);
  const time = momentOf(text);
  if (time === undefined) throw new WrongUse(`${text} is neither a position nor a time such as 2026-11-29T14:02:00Z`);
  return new Date(time);
};

/** The position in the name of a backup or its file. @throws WrongUse */
const positionOf = (name: string): number => positionIn(/Z-(\d+)(?:\.|$)/.exec(name)?.[1] ?? name);

const LEFT: Record<LeftKind, string> = {
  payments: 'completed cashouts',
  files: 'payment files and batches',
  invoices: 'invoices',
  mails: 'mails sent',
  webhooks: 'webhook events delivered',
  accounts: 'new accounts',
  erasures: 'erasures',
  sales: 'sales',
  cashouts: 'requested cashouts',
};

/** What left since a moment, in words. */
async function price(get: Get, wanted: number | Date): Promise<string> {
  const { position, at } = await lastWhole(get(POOL), wanted);
  const left = await leftSince(get(POOL), get(REACTORS), position);
  const { position: head } = await get(Log).head();
  const row = ({ kind, count, amountCents }: (typeof left)[number]) => [LEFT[kind], count, amountCents === null ? '' : euros(amountCents)];
  return [
    `Back to event ${position} of ${at.toISOString()}: ${plural(head - position, 'event')} since then are withdrawn, and everyone is signed out.`,
    formatTable([['since then', 'count', 'sum'], ...left.map(row)]),
    'Payments, files and invoices are recorded again. Nothing pays a payment again until its outcome is stated. Add --yes to confirm.',
  ].join('\n');
}

async function goBack(get: Get, wanted: number | Date, wish: Omit<Wish, 'upTo'>, signal: AbortSignal): Promise<Result> {
  const moment = await lastWhole(get(POOL), wanted);
  const base = await baseFor({ pool: get(POOL), log: get(Log), archive: get(Archive), settings: get(CONFIG).backup }, moment);
  if (!base) throw new Refused(refusals.noWayBack, 'conflict');
  return replaceSystem(get, base.id, { ...wish, upTo: moment.position }, signal);
}

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
    'restore --at 2026-11-29T14:02:00Z --replace --reason "A wrong import" --yes',
  )
    .argument('[backup]', 'Default: the newest of the store, with all that was archived after it')
    .option('--replace', 'over a system that holds events, running or not: takes a backup of now first')
    .option('--at <moment>', 'with --replace: a position or a time (RFC 3339) to go back to')
    .option('--by <name>', 'who restores it', process.env['USER'] || 'operator')
    .option('--reason <text>', 'why, for the log', 'No reason was given')
    .option('--yes', 'confirm --replace')
    .action((wanted: string | undefined, { replace, at, yes, ...wish }: RestoreOptions) => {
      if (!replace && !at) return run(async (get, signal) => restoreBackup(get, wanted ?? (await newest(get)), signal));
      if (!replace) throw new WrongUse('--at goes back on purpose: add --replace. An empty system gets everything first');
      if (wish.reason.length > MOST_REASON) throw new WrongUse(`A reason has at most ${MOST_REASON} characters`);
      if (!wanted === !at) throw new WrongUse('--replace goes back to a moment: name a backup, or the moment with --at');
      return run(async (get, signal) => {
        if (!yes) throw new WrongUse(await price(get, at ? momentIn(at) : positionOf(wanted!)));
        return at ? goBack(get, momentIn(at), wish, signal) : replaceSystem(get, wanted!, wish, signal);
      });
    });
};
