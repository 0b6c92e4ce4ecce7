import { Log } from '../../engine/log/log.ts';
import { open, truncate } from 'node:fs/promises';
import { Refused } from '../../platform/refused.ts';
import { pages } from '../../engine/projecting/copying.ts';
import type { AnyEvent } from '../../engine/log/event.ts';
import { eventLine } from '../backups/exported-event.ts';
import { type Footer, type Header, isThere, readEnds, sideFileOf } from './export-file.ts';
import { type Get, plural, type Result } from './result.ts';
import { progress } from './progress.ts';
import { writeSideFile } from './side-file.ts';

interface Written {
  head: { position: number; hash: string };
  /** Events that the file held before. */
  resumedAfter: number;
  /** How many rows each table outside the log has. */
  rows: { [table: string]: number };
}

/** Writes the log to a file, or completes an interrupted one, and the state outside the log to an encrypted file. `onEvents` sees each page. */
export async function writeExport(
  get: Get,
  file: string,
  signal: AbortSignal,
  onEvents: (events: readonly AnyEvent[]) => void = () => {},
): Promise<Written> {
  const log = get(Log);
  const after = await begun(log, file);
  const { position, hash } = await log.head();
  const head = { position, hash: hash.toString('hex') };
  const bar = progress('Exporting');
  const handle = await open(file, 'a');
  try {
    for await (const page of pages(log, after, position)) {
      await handle.appendFile(page.events.map(eventLine).join(''));
      onEvents(page.events);
      bar.to(page.upTo, position);
      signal.throwIfAborted();
    }
    const footer: Footer = { head };
    await handle.appendFile(`${JSON.stringify(footer)}\n`);
    await handle.sync();
  } finally {
    bar.end();
    await handle.close();
  }
  // After the log, so that the side file holds every key of exported events that still exists.
  return { head, resumedAfter: after, rows: await writeSideFile(get, sideFileOf(file)) };
}

export async function exportLog(get: Get, file: string, signal: AbortSignal): Promise<Result> {
  const { head, resumedAfter, rows } = await writeExport(get, file, signal);
  const side = sideFileOf(file);
  const json = { ok: true, file, side, head, events: head.position, resumedAfter, rows };
  const text = [
    `${plural(head.position, 'event')} in ${file}${resumedAfter ? ` (${plural(resumedAfter, 'event')} were in it already)` : ''}`,
    `keys, passwords, proofs and decisions in ${side}, encrypted under MASTER_KEY`,
    `head ${head.position} ${head.hash}`,
  ].join('\n');
  return { ok: true, json, text };
}

/** The position up to which a file already holds the log; the rest of the file is cut off. */
async function begun(log: Log, file: string): Promise<number> {
  if (!(await isThere(file))) {
    const header: Header = { framelift: 'log', format: 1, partitions: log.partitionCount };
    const handle = await open(file, 'wx', 0o600);
    await handle.appendFile(`${JSON.stringify(header)}\n`);
    await handle.close();
    return 0;
  }
  const { last, end } = await readEnds(file);
  const [own] = last ? await log.read(last.position - 1, 1) : [];
  if (last && own?.hash.toString('hex') !== last.hash) throw Refused.inWords(`${file} is an export of another log; choose another file`);
  await truncate(file, end);
  return last?.position ?? 0;
}
