import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { affiliateStream } from '../../contracts/src/index.ts';
import { genesis, link } from '../../services/src/engine/log/chain.ts';
import type { AnyEvent } from '../../services/src/engine/log/event.ts';
import { checkpointText, signedNote, verifierKey } from '../../services/src/platform/notes.ts';
import { consistencyProof, inclusionProof, rootOf, type Subtree } from '../../services/src/engine/tree/proofs.ts';
import { entriesTile, TILE, tilePath } from '../../services/src/engine/tree/tiles.ts';
import { entryOf } from '../../services/src/engine/log/hashes.ts';
import { tagged } from '../../services/src/engine/log/appending/tags.ts';
import { leafHash } from '../../services/src/platform/merkle.ts';
import { nodesOver } from '../../services/src/engine/tree/tree.ts';
import { publicKeyOf } from '../../services/src/platform/signing.ts';

/** An event as a forger writes it; its hash follows from it. */
export type Forged = Pick<AnyEvent, 'streamId' | 'version' | 'id' | 'type' | 'schemaVersion' | 'dataText' | 'metadataText'> & {
  recordedAt: string;
};
export type ExportLine = Record<string, any>;

export const forgeable = (e: AnyEvent): Forged => ({
  streamId: e.streamId,
  version: e.version,
  id: e.id,
  type: e.type,
  schemaVersion: e.schemaVersion,
  recordedAt: e.recordedAt.toISOString(),
  dataText: e.dataText,
  metadataText: e.metadataText,
});

interface Signing {
  seed: Buffer;
  origin: string;
}

/** Events with their versions, and tags of the secrets, written again: as a forger leaves a log that looks whole. */
export function renumbered(of: readonly Forged[], secrets: ReadonlyMap<string, Buffer> = new Map()): Forged[] {
  const versions = new Map<string, number>();
  return of.map((e) => {
    const version = (versions.get(e.streamId) ?? 0) + 1;
    versions.set(e.streamId, version);
    const key = secrets.get(e.streamId);
    const { tag: _, tags: _tags, ...metadata } = JSON.parse(e.metadataText) as Record<string, unknown>;
    return { ...e, version, ...(key ? { metadataText: tagged(JSON.stringify(metadata), version, { tagging: { key } }) } : {}) };
  });
}

/** A whole log in the hands of somebody who has the signing key: positions and hashes follow from the events, and all of it is signed. */
export class ForgedLog {
  private readonly hashes: Buffer[] = [];
  private readonly entries: Buffer[];
  private readonly nodes: Buffer[][];

  constructor(
    private readonly events: readonly Forged[],
    private readonly signing: Signing,
  ) {
    for (const [i, e] of events.entries()) this.hashes.push(link(this.hashes[i - 1] ?? genesis, { ...e, position: i + 1 }));
    this.entries = events.map(({ metadataText }, i) => entryOf(this.hashes[i]!, (JSON.parse(metadataText) as { tag?: string }).tag));
    this.nodes = nodesOver(this.entries.map(leafHash));
  }

  get size(): number {
    return this.events.length;
  }

  private get tree(): Subtree {
    return async (level, index) => this.nodes[level]![index]!;
  }

  async checkpoint(size = this.size): Promise<string> {
    const { origin, seed } = this.signing;
    return signedNote(checkpointText({ origin, size, root: await rootOf(this.tree, size) }), origin, seed);
  }

  consistency(old: number, size = this.size): Promise<Buffer[]> {
    return consistencyProof(this.tree, old, size);
  }

  /** A tile of entries, as it is published. */
  readonly tile = async (n: number, width: number): Promise<Buffer> => entriesTile(this.entries.slice(n * TILE, n * TILE + width));

  /** Writes its tiles of entries to a folder, as they are published. */
  async published(folder: string, size = this.size): Promise<string> {
    for (let n = 0; n * TILE < size; n++) {
      const width = Math.min(TILE, size - n * TILE);
      const path = join(folder, 'tile', tilePath({ level: 'entries', n, width }));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, await this.tile(n, width));
    }
    return folder;
  }

  /** An account's export, as the product writes it. */
  async exported(
    affiliate: string,
    {
      since = [],
      size = this.size,
      cents = 0,
      secret,
    }: { since?: number[]; size?: number; cents?: number; secret?: Buffer | undefined } = {},
  ): Promise<ExportLine[]> {
    const { origin, seed } = this.signing;
    const base64 = (nodes: Buffer[]) => nodes.map((node) => node.toString('base64'));
    const proved = async (as: 'terms' | 'event', isIt: (e: Forged) => boolean) => {
      const lines: ExportLine[] = [];
      for (const [i, e] of this.events.slice(0, size).entries()) {
        if (!isIt(e)) continue;
        const { dataText: data, metadataText: metadata, streamId, version, id, type, schemaVersion, recordedAt } = e;
        const [previous, hash] = [this.hashes[i - 1] ?? genesis, this.hashes[i]!].map((bytes) => bytes.toString('hex'));
        const proof = ['c2sp.org/tlog-proof@v1', `index ${i}`, ...base64(await inclusionProof(this.tree, i, size)), ''].join('\n');
        lines.push({
          [as]: { position: i + 1, streamId, version, id, type, schemaVersion, recordedAt, data, metadata, previous, hash },
          proof,
        });
      }
      return lines;
    };
    const continued: ExportLine[] = [];
    for (const old of new Set(since)) if (old <= size) continued.push({ since: old, proof: base64(await this.consistency(old, size)) });
    const own = await proved('event', ({ streamId }) => streamId === affiliateStream(affiliate));
    return [
      {
        framelift: 'account',
        format: 3,
        affiliate,
        key: verifierKey(origin, publicKeyOf(seed)),
        secret: secret?.toString('base64') ?? null,
      },
      { checkpoint: await this.checkpoint(size) },
      ...continued,
      ...(await proved('terms', ({ type }) => type === 'ProgrammeTermsSet')),
      ...own,
      { end: { count: own.length, cents } },
    ];
  }
}
