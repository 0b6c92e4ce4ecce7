import { PROJECTIONS } from '../../engine/projecting/projection.ts';
import { REACTORS } from '../../engine/reacting/reactor.ts';
import { Log } from '../../engine/log/log.ts';
import type pg from 'pg';
import { genesis, link } from '../../engine/log/chain.ts';
import { type ImportedEvent, insertImported } from '../../engine/log/appending/importing.ts';
import type { Metadata } from '../../engine/log/event.ts';
import { andPause } from '../../platform/in-turns.ts';
import { createPool, inTransaction } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { prepare, startAfter } from '../../engine/projecting/replay.ts';
import { letFillSandbox, prepareSandbox } from '../../store/providers/sandbox/prepare-sandbox.ts';
import { SandboxInvoices } from '../../store/providers/sandbox/sandbox-invoices.ts';
import type { ExportedEvent } from '../backups/exported-event.ts';
import { eventsOf, type Footer, isThere, readEnds, sideFileOf } from './export-file.ts';
import { databaseOf, type Get, plural, type Result, WrongUse } from './result.ts';
import { CONFIG, OWNER_URL, POOL } from '../../platform/tokens.ts';
import { erasedAgain, eraseAgain } from './erase-again.ts';
import { progress } from './progress.ts';
import { rebuilt } from './read-models.ts';
import { checkSideFile, readSideFile } from './side-file.ts';
import { besideFileOf, readBesideFile } from './with-archive.ts';

const BATCH_EVENTS = 5_000;

interface Options {
  /** Only the log: afterwards no account can log in and no personal data can be read. */
  logOnly: boolean;
}

/** Imports an export into an empty log, with its side file, later erasures and read models. Interrupted, the next call resumes. */
export async function importLog(get: Get, file: string, { logOnly }: Options, signal: AbortSignal): Promise<Result> {
  if (!(await isThere(file))) throw new WrongUse(`There is no file ${file}`);
  const { footer, header } = await readEnds(file);
  if (!footer) throw Refused.inWords(`${file} is incomplete: the export was interrupted. Run it again to continue.`);
  const side = sideFileOf(file);
  if (!logOnly && !(await isThere(side))) throw new WrongUse(`There is no file ${side}. Use --log-only to import the log without it.`);
  if (!logOnly) await checkSideFile(get, side);
  for (const projection of get(PROJECTIONS))
    if ((await get(Log).head()).position === 0) await prepare(databaseOf(get), get(Log), projection);
  const owner = createPool(get(OWNER_URL), { max: 2, answerMs: Infinity });
  try {
    const imported = await readEvents(get, owner, file, header.partitions, footer, signal);
    if (!logOnly && get(CONFIG).store.sandbox) {
      await prepareSandbox(get(POOL));
      await letFillSandbox(get(POOL), (await owner.query<{ name: string }>('select current_user::text as name')).rows[0]!.name);
    }
    if (!logOnly)
      await inTransaction(owner, async (client) => {
        await readSideFile(get, side, client);
        if (await isThere(besideFileOf(file))) await readBesideFile(get, besideFileOf(file), client);
      });
    if (!logOnly && get(CONFIG).store.sandbox) await new SandboxInvoices(get(POOL)).countOn();
    await passOver(get);
    const erased = await eraseAgain(get);
    const { events, seconds } = await rebuilt(get, get(PROJECTIONS), signal);
    const json = { ok: true, head: footer.head, events, imported, ...erased, replaySeconds: seconds };
    const text = [
      `${plural(imported, 'event')} imported${imported < events ? `, ${events - imported} were here already` : ''}; ${erasedAgain(erased)}`,
      `all read models rebuilt in ${seconds} s`,
      `head ${footer.head.position} ${footer.head.hash}`,
    ].join('\n');
    return { ok: true, json, text };
  } finally {
    await owner.end();
  }
}

/** Imported events happened elsewhere: no reactor sends messages about them. */
export async function passOver(get: Get): Promise<void> {
  const { position } = await get(Log).head();
  for (const reactor of get(REACTORS)) await startAfter(databaseOf(get), get(Log), reactor, position);
}

/** Inserts the events of an export that the log does not have. `from`: what the file continues; by default nothing. @returns how many */
export async function readEvents(
  get: Get,
  owner: pg.Pool,
  file: string,
  partitions: number,
  footer: Footer,
  signal: AbortSignal,
  from = { position: 0, hash: genesis as Buffer },
): Promise<number> {
  const log = get(Log);
  if (partitions !== log.partitionCount) throw Refused.inWords(`The export has ${partitions} partitions, this log ${log.partitionCount}`);
  const here = await log.head();
  if (here.position > footer.head.position)
    throw Refused.inWords(`This log already ends at ${here.position}, beyond the export’s ${footer.head.position}`);
  const bar = progress('Importing');
  let previous = from.hash;
  let [position, commandId] = [from.position, undefined as string | undefined];
  let batch: ImportedEvent[] = [];
  const flush = async () => {
    if (batch.length) await andPause(() => insert(owner, batch));
    batch = [];
    bar.to(position, footer.head.position);
    signal.throwIfAborted();
  };
  try {
    for await (const event of eventsOf(file)) {
      const hash = checked(event, previous, position);
      const metadata = JSON.parse(event.metadata) as Metadata;
      // A command's first event has its id and fingerprint (docs/architecture.md#exactly-once).
      const first = metadata.commandId !== commandId;
      [previous, position, commandId] = [hash, event.position, metadata.commandId];
      if (position === here.position && !hash.equals(here.hash))
        throw Refused.inWords(`This log is a different one: it differs at or before position ${position}`);
      if (position <= here.position) continue;
      batch.push({
        ...event,
        partition: log.partitionOf(event.streamId),
        commandId: first ? metadata.commandId : null,
        fingerprint: first ? (metadata.fingerprint ?? null) : null,
      });
      if (batch.length === BATCH_EVENTS) await flush();
    }
    await flush();
  } finally {
    bar.end();
  }
  if (position !== footer.head.position || previous.toString('hex') !== footer.head.hash)
    throw Refused.inWords(`${file} does not end at the head it names`);
  return position - here.position;
}

function checked(event: ExportedEvent, previous: Buffer, before: number): Buffer {
  if (event.position !== before + 1) throw Refused.inWords(`The export is damaged: position ${before + 1} is missing`);
  const hash = link(previous, { ...event, dataText: event.data, metadataText: event.metadata });
  if (hash.toString('hex') !== event.hash) throw Refused.inWords(`The export is damaged: the hash at ${event.position} does not follow`);
  return hash;
}

async function insert(owner: pg.Pool, events: readonly ImportedEvent[]): Promise<void> {
  if (!(await inTransaction(owner, (client) => insertImported(client, events))))
    throw Refused.inWords('Somebody else writes to this log: an import needs it for itself');
}
