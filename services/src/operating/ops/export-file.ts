import { type FileHandle, open, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { Refused } from '../../platform/refused.ts';
import { type ExportedEvent, isEvent, linesOf, parsed } from '../backups/exported-event.ts';

/** The first line: what the file is. Lines are JSON; import recomputes derived columns (partition, command id, fingerprint). */
export interface Header {
  framelift: 'log';
  format: 1;
  partitions: number;
}

/** The last line: the export is complete and ends at this head. */
export interface Footer {
  head: { position: number; hash: string };
}

export const sideFileOf = (file: string): string => `${file}.side`;

const TAIL_BYTES = 4 * 1024 * 1024;

/** The state of an export file: its header, its last complete event and where that ends (bytes), and whether it is complete. */
export async function readEnds(
  file: string,
): Promise<{ header: Header; last: ExportedEvent | undefined; footer: Footer | undefined; end: number }> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const header = parsed(await firstLine(handle)) as Header | undefined;
    if (header?.framelift !== 'log' || header.format !== 1) throw Refused.inWords(`${file} is not an export of a log`);
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    let end = from + bytesRead;
    // Text after the last line break was cut off.
    let rest = buffer.subarray(0, buffer.lastIndexOf(10) + 1);
    end = from + rest.length;
    let footer: Footer | undefined;
    for (;;) {
      const start = rest.length > 1 ? rest.lastIndexOf(10, rest.length - 2) + 1 : 0;
      const line = parsed(rest.subarray(start).toString()) as Partial<ExportedEvent & Footer & Header> | undefined;
      if (line?.head) footer = line as Footer;
      else if (line?.framelift) return { header, last: undefined, footer, end };
      else if (isEvent(line)) return { header, last: line, footer, end };
      else throw Refused.inWords(`${file} is damaged at its end`);
      rest = rest.subarray(0, start);
      end = from + rest.length;
    }
  } finally {
    await handle.close();
  }
}

async function firstLine(handle: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(1_000), 0, 1_000, 0);
  return buffer.subarray(0, bytesRead).toString().split('\n')[0]!;
}

/** The events of an export, in order. @throws Refused for an invalid line. */
export async function* eventsOf(file: string): AsyncGenerator<ExportedEvent> {
  let number = 0;
  for await (const line of linesOf(createReadStream(file))) {
    number++;
    const event = parsed(line) as Partial<ExportedEvent & Footer> | undefined;
    if (number === 1 || event?.head) continue;
    if (!isEvent(event)) throw Refused.inWords(`${file} is damaged in line ${number}`);
    yield event as ExportedEvent;
  }
}

export const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
