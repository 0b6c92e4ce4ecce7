import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Change } from '../../engine/log/archiving/archive.ts';
import { link } from '../../engine/log/chain.ts';
import { decrypt, encrypt } from '../../engine/log/sealing/vault.ts';
import { Refused } from '../../platform/refused.ts';
import { damaged, opened, sealed } from './backup-archive.ts';
import { type ExportedEvent, isEvent, linesOf, parsed } from './exported-event.ts';

/** A file of the archive: the events `first` to `last`, and what changed beside the log. Without events, `first` is `last` + 1. */
export interface Segment {
  /** Id of the backup that it continues. */
  base: string;
  first: number;
  last: number;
}

export interface StoredSegment extends Segment {
  bytes: number;
  writtenAt: Date;
}

export const SEGMENTS = 'log/';
const PATH = /^log\/(\d{8}T\d{6}Z-\d{1,15})\/(\d{1,15})-(\d{1,15})\.zst\.age$/;

export const pathOf = ({ base, first, last }: Segment): string => `${SEGMENTS}${base}/${first}-${last}.zst.age`;

/** As messages name it. */
export const nameOf = (segment: Segment): string => `The archive file ${pathOf(segment)}`;

/** @returns undefined: the file is no segment. */
export function segmentAt(path: string, bytes: number, writtenAt: Date): StoredSegment | undefined {
  const [, base, first, last] = PATH.exec(path) ?? [];
  return base ? { base, first: Number(first), last: Number(last), bytes, writtenAt } : undefined;
}

/** In the order in which they were written, which is that in which they are read again. */
export const inOrder = <S extends Segment>(segments: readonly S[]): S[] =>
  segments.toSorted((a, b) => a.last - b.last || a.first - b.first);

export interface Head {
  position: number;
  /** Hex. */
  hash: string;
}

/** The first line. `before`: hash of the event before the first one, hex. */
type Header = Segment & { framelift: 'segment'; format: 1; before: string };
/** The last line. `content`: sha256 of all lines before it, hex. */
interface Footer {
  head: Head;
  content: string;
}

/** What changed beside the log is encrypted under MASTER_KEY too, as in a side file. */
export const besideKey = (master: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', master, '', 'framelift archive', 32)));
const BOUND_TO = 'framelift archive';

interface Beside {
  table: string;
  changed: Change[];
}

export const besideLine = (key: KeyObject, beside: Beside): string =>
  `${JSON.stringify({ beside: encrypt(key, Buffer.from(JSON.stringify(beside)), BOUND_TO).toString('base64') })}\n`;

/** @throws Refused if it was written under another MASTER_KEY. */
export function besideOf(key: KeyObject, box: string, name: string): Beside {
  try {
    return JSON.parse(decrypt(key, Buffer.from(box, 'base64'), BOUND_TO).toString()) as Beside;
  } catch {
    throw Refused.inWords(`${name} was not written under this MASTER_KEY`);
  }
}

/** Where segments are written and read. */
interface Segments {
  writeSegment(segment: Segment, content: Readable): Promise<number>;
  readSegment(segment: Segment): Promise<Readable>;
}

/** Writes a segment to the store and reads it back. `before`: hash of the event before it, hex; `lines` returns its head. @throws Refused */
export async function storeSegment(
  store: Segments,
  segment: Segment,
  before: string,
  lines: AsyncGenerator<string, Head>,
  key: Buffer,
): Promise<Head> {
  const read: { head?: Head } = {};
  const header: Header = { framelift: 'segment', format: 1, ...segment, before };
  const content = await sealed(() => Readable.from(framed(header, lines, read)), key);
  const sent = createHash('sha256');
  const hashed = content.map((chunk: Buffer) => {
    sent.update(chunk);
    return chunk;
  });
  try {
    await store.writeSegment(segment, hashed);
  } finally {
    hashed.destroy();
    // A store that failed leaves the stream open, and with it what the lines are read from.
    content.destroy();
    await lines.return(undefined as never);
  }
  const { head } = read;
  if (head?.position !== segment.last) throw new Error(`${pathOf(segment)} was written up to ${head?.position}`);
  await checkKept(store, segment, sent.digest('hex'), key);
  return head;
}

/** What leaves relies on the file: a store may keep other bytes than it was sent. @throws Refused that names it */
async function checkKept(store: Segments, segment: Segment, sent: string, key: Buffer): Promise<void> {
  const kept = createHash('sha256');
  for await (const chunk of await store.readSegment(segment)) kept.update(chunk as Buffer);
  if (kept.digest('hex') === sent) return;
  // Another process may have written it meanwhile, in other bytes.
  for await (const line of readSegment(await store.readSegment(segment), key, segment)) void line;
}

async function* framed(header: Header, lines: AsyncGenerator<string, Head>, read: { head?: Head }): AsyncGenerator<string> {
  const content = createHash('sha256');
  const hashed = (text: string): string => {
    content.update(text);
    return text;
  };
  yield hashed(`${JSON.stringify(header)}\n`);
  try {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) {
        read.head = value;
        const footer: Footer = { head: value, content: content.digest('hex') };
        return yield `${JSON.stringify(footer)}\n`;
      }
      yield hashed(value);
    }
  } finally {
    await lines.return(undefined as never);
  }
}

/** A line of a segment: an event, or an encrypted change beside the log. `text` ends with a line break. */
export type SegmentLine = { text: string } & ({ event: ExportedEvent } | { beside: string });

/** Reads a segment and checks every byte of it. The first line has the hash before the first event. @throws Refused that names it */
export async function* readSegment(content: Readable, key: Buffer, segment: Segment): AsyncGenerator<{ before: string } | SegmentLine> {
  const name = nameOf(segment);
  const wrong = (cause?: unknown) => damaged(name, cause);
  const plain = await opened(content, key, name);
  const hash = createHash('sha256');
  let [before, position, isOver] = [undefined as Buffer | undefined, segment.first - 1, false];
  try {
    for await (const line of linesOf(plain)) {
      const found = parsed(line) as Partial<Header & Footer & ExportedEvent & { beside: string }> | undefined;
      if (isOver || !found) throw wrong();
      if (before === undefined) {
        if (found.framelift !== 'segment' || found.format !== 1 || !found.before)
          throw Refused.inWords(`${name} is no part of an archive that this version of Framelift knows`);
        if (pathOf(found as Header) !== pathOf(segment)) throw Refused.inWords(`${name} was renamed: it is ${pathOf(found as Header)}`);
        before = Buffer.from(found.before, 'hex');
        yield { before: found.before };
      } else if (found.head) {
        isOver = true;
        const { head, content: expected } = found as Footer;
        if (
          hash.digest('hex') !== expected ||
          head.position !== position ||
          head.hash !== before.toString('hex') ||
          position !== segment.last
        )
          throw wrong();
        continue;
      } else if (typeof found.beside === 'string') yield { text: `${line}\n`, beside: found.beside };
      else if (isEvent(found)) {
        if (found.position !== position + 1) throw Refused.inWords(`${name} lacks the event ${position + 1}`);
        before = link(before, { ...found, dataText: found.data, metadataText: found.metadata });
        if (before.toString('hex') !== found.hash)
          throw Refused.inWords(`${name}: the hash of the event ${found.position} does not follow`);
        position = found.position;
        yield { text: `${line}\n`, event: found };
      } else throw wrong();
      hash.update(`${line}\n`);
    }
  } catch (error) {
    throw error instanceof Refused ? error : wrong(error);
  } finally {
    plain.destroy();
    content.destroy();
  }
  if (!isOver) throw wrong();
}

/** The lines of a segment that continue `head`: the events after it, and every change beside the log. @throws Refused that names the segment */
export async function* continuing(head: Head, content: Readable, key: Buffer, segment: Segment): AsyncGenerator<SegmentLine> {
  const follows = (hash: string) => {
    if (hash !== head.hash)
      throw Refused.inWords(`${nameOf(segment)} is of another history: the hash of the event ${head.position} differs`);
  };
  for await (const line of readSegment(content, key, segment)) {
    if ('before' in line) {
      if (segment.first === head.position + 1) follows(line.before);
    } else if ('beside' in line) yield line;
    else {
      const { position, hash } = line.event;
      if (position === head.position) follows(hash);
      if (position > head.position) yield line;
    }
  }
}
