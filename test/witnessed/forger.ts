import { affiliateStream } from '../../contracts/src/index.ts';
import { genesis, link } from '../../services/src/engine/log/chain.ts';
import type { AnyEvent } from '../../services/src/engine/log/event.ts';
import { checkpointText, signedNote, verifierKey } from '../../services/src/platform/notes.ts';
import { consistencyProof, inclusionProof, rootOf, type Subtree } from '../../services/src/engine/tree/proofs.ts';
import { keyOfStream, partOf, type StreamHead } from '../../services/src/engine/tree/sparse-map.ts';
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

/** A whole log in the hands of somebody who has the signing key: positions and hashes follow from the events, and all of it is signed. */
export class ForgedLog {
  private readonly hashes: Buffer[] = [];
  private readonly nodes: Buffer[][];
  /** As a seller may leave events out of the map: the versions to which streams are in it. */
  mapUpTo = new Map<string, number>();

  constructor(
    private readonly events: readonly Forged[],
    private readonly signing: Signing,
  ) {
    for (const [i, e] of events.entries()) this.hashes.push(link(this.hashes[i - 1] ?? genesis, { ...e, position: i + 1 }));
    this.nodes = nodesOver(this.hashes.map(leafHash));
  }

  get size(): number {
    return this.events.length;
  }

  private get tree(): Subtree {
    return async (level, index) => this.nodes[level]![index]!;
  }

  private heads(size: number): StreamHead[] {
    const found = new Map<string, StreamHead>();
    for (const [i, { streamId, version }] of this.events.slice(0, size).entries())
      if (version <= (this.mapUpTo.get(streamId) ?? Infinity))
        found.set(streamId, { key: keyOfStream(streamId), version, hash: this.hashes[i]! });
    return [...found.values()].toSorted((a, b) => a.key.compare(b.key));
  }

  async checkpoint(size = this.size): Promise<string> {
    const { origin, seed } = this.signing;
    const text = checkpointText({ origin, size, root: await rootOf(this.tree, size), map: partOf(this.heads(size), 0).root });
    return signedNote(text, origin, seed);
  }

  consistency(old: number, size = this.size): Promise<Buffer[]> {
    return consistencyProof(this.tree, old, size);
  }

  /** An account's export, as the product writes it. */
  async exported(
    affiliate: string,
    { since = [], size = this.size, cents = 0 }: { since?: number[]; size?: number; cents?: number } = {},
  ): Promise<ExportLine[]> {
    const { origin, seed } = this.signing;
    const stream = affiliateStream(affiliate);
    const own = this.events.slice(0, size).flatMap((e, i) => (e.streamId === stream ? [{ e, i }] : []));
    const base64 = (nodes: Buffer[]) => nodes.map((node) => node.toString('base64'));
    const path: Buffer[] = [];
    const key = keyOfStream(stream);
    const heads = this.heads(size);
    partOf(heads, 0, { to: key, beside: path });
    const head = heads.find((one) => one.key.equals(key))!;
    const lines: ExportLine[] = [
      { framelift: 'account', format: 2, affiliate, key: verifierKey(origin, publicKeyOf(seed)) },
      { checkpoint: await this.checkpoint(size) },
    ];
    for (const old of since) if (old <= size) lines.push({ since: old, proof: base64(await this.consistency(old, size)) });
    lines.push({ stream, version: head.version, hash: head.hash.toString('hex'), path: base64(path) });
    for (const { e, i } of own) {
      const { dataText: data, metadataText: metadata, streamId, version, id, type, schemaVersion, recordedAt } = e;
      const [previous, hash] = [this.hashes[i - 1] ?? genesis, this.hashes[i]!].map((bytes) => bytes.toString('hex'));
      const proof = ['c2sp.org/tlog-proof@v1', `index ${i}`, ...base64(await inclusionProof(this.tree, i, size)), ''].join('\n');
      lines.push({
        event: { position: i + 1, streamId, version, id, type, schemaVersion, recordedAt, data, metadata, previous, hash },
        proof,
      });
    }
    lines.push({ end: { count: own.length, cents } });
    return lines;
  }
}
