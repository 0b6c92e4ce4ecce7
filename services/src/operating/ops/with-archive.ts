import { createReadStream } from 'node:fs';
import { appendFile, type FileHandle, open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Books, EventName } from '@framelift/contracts';
import { applyChanges } from '../../engine/log/archiving/archive.ts';
import type { Metadata } from '../../engine/log/event.ts';
import type { PoolClient } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { BACKUP_KEY, SECRETS } from '../../platform/tokens.ts';
import { BooksAudit } from '../audit/books.audit.ts';
import type { BackupStore } from '../backups/backup-store.ts';
import { linesOf } from '../backups/exported-event.ts';
import { besideKey, besideOf, continuing, type Head, nameOf, type StoredSegment } from '../backups/segment.ts';
import { LOG_FILE, type Manifest } from './backup-manifest.ts';
import { eventsOf, type Footer, readEnds } from './export-file.ts';
import { progress } from './progress.ts';
import type { Get } from './result.ts';
import { isKept } from './side-file.ts';

const WRITE_CHARS = 1024 * 1024;

/** The segments that continue a backup, in order: its own, and those that were written while it was taken. */
export const segmentsAfter = (segments: readonly StoredSegment[], id: string, { head, follows }: Manifest): StoredSegment[] =>
  segments.filter(({ base, last }) => base === id || (base === follows && last >= head.position));

/** What changed beside the log after the side file of an export was written. */
export const besideFileOf = (file: string): string => `${file}.beside`;

/** Continues an unpacked backup with what was archived after it, up to a position. @returns what it must then hold. @throws Refused that names a segment */
export async function withArchive(
  get: Get,
  store: BackupStore,
  folder: string,
  manifest: Manifest,
  { id, name, upTo, signal }: { id: string; name: string; upTo?: number | undefined; signal: AbortSignal },
): Promise<Manifest> {
  const segments = segmentsAfter(await store.segments(), id, manifest).filter(({ first }) => first <= (upTo ?? Infinity));
  if (!segments.length || manifest.head.position === upTo) return manifest;
  const file = join(folder, LOG_FILE);
  await truncate(file, (await readEnds(file)).end);
  const { head, changed } = await addSegments(get, store, segments, manifest.head, { file, name, upTo, signal });
  if (upTo && head.position !== upTo) throw Refused.inWords(`${name} and its archive end at ${head.position}, before ${upTo}`);
  const footer: Footer = { head };
  await appendFile(file, `${JSON.stringify(footer)}\n`);
  const rows = Object.fromEntries(Object.entries(manifest.rows).filter(([table]) => !changed.has(table)));
  return { ...manifest, head, rows, books: await booksOf(file, manifest, name, signal) };
}

/**
 * Adds what segments have beyond `head` to an export, and to the file beside it. @returns the new head, and the tables with changes beside the
 * log. @throws Refused that names a segment
 */
export async function addSegments(
  get: Get,
  store: BackupStore,
  segments: readonly StoredSegment[],
  head: Head,
  { file, name, upTo = Infinity, signal }: { file: string; name: string; upTo?: number | undefined; signal: AbortSignal },
): Promise<{ head: Head; changed: ReadonlySet<string> }> {
  const [events, beside] = [await open(file, 'a'), await open(besideFileOf(file), 'a', 0o600)];
  const changed = new Set<string>();
  const bar = progress('Reading the archive');
  try {
    for (const segment of segments) {
      if (segment.first > head.position + 1)
        throw Refused.inWords(`${name} cannot be continued: the archive lacks the events ${head.position + 1} to ${segment.first - 1}`);
      head = await copy(get, store, segment, head, { events, beside, changed, upTo });
      bar.to(head.position, segments.at(-1)!.last);
      signal.throwIfAborted();
    }
    return { head, changed };
  } finally {
    bar.end();
    for (const handle of [events, beside]) await handle.close();
  }
}

interface Into {
  events: FileHandle;
  beside: FileHandle;
  /** Tables with changes. */
  changed: Set<string>;
  /** The last event that is wanted. */
  upTo: number;
}

/** Adds the events after `head`, and every change beside the log. @returns the new head */
async function copy(
  get: Get,
  store: BackupStore,
  segment: StoredSegment,
  head: Head,
  { events, beside, changed, upTo }: Into,
): Promise<Head> {
  const key = besideKey(get(SECRETS).master);
  let newest = head;
  let text = '';
  for await (const line of continuing(head, await store.readSegment(segment), get(BACKUP_KEY)(), segment)) {
    if ('beside' in line) {
      changed.add(besideOf(key, line.beside, nameOf(segment)).table);
      await beside.appendFile(line.text);
    } else if (line.event.position <= upTo) {
      newest = { position: line.event.position, hash: line.event.hash };
      text += line.text;
      if (text.length < WRITE_CHARS) continue;
      await events.appendFile(text);
      text = '';
    }
  }
  await events.appendFile(text);
  return newest;
}

/** The sums over every event of a file; at the end of the backup they must be those of its time. */
async function booksOf(file: string, { head, books: expected }: Manifest, name: string, signal: AbortSignal): Promise<Books> {
  const books = new BooksAudit();
  for await (const { position, streamId, type, data, metadata } of eventsOf(file)) {
    const { occurredAt } = JSON.parse(metadata) as Metadata;
    books.add({ position, streamId, type: type as EventName, occurredAt, data: JSON.parse(data) as Record<string, unknown> });
    if (position === head.position && !isDeepStrictEqual(books.totals(), expected))
      throw Refused.inWords(`${name} is wrong: its sums differ from those at its time`);
    if (position % 10_000 === 0) signal.throwIfAborted();
  }
  return books.totals();
}

/** Changes what a side file restored, in the caller's transaction, as the owner of the schema. */
export async function readBesideFile(get: Get, file: string, client: Pick<PoolClient, 'query'>): Promise<void> {
  const key = besideKey(get(SECRETS).master);
  for await (const line of linesOf(createReadStream(file))) {
    const { table, changed } = besideOf(key, (JSON.parse(line) as { beside: string }).beside, file);
    if (isKept(table)) await applyChanges(client, table, changed);
  }
}
