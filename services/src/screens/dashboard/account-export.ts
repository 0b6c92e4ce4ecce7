import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { affiliateStream, ownCents, refusals } from '@framelift/contracts';
import { genesis } from '../../engine/log/chain.ts';
import type { AnyEvent } from '../../engine/log/event.ts';
import { Log } from '../../engine/log/log.ts';
import { folding } from '../../engine/projecting/fold.ts';
import type { FoldedEvent } from '../../engine/projecting/projection.ts';
import { type Checkpoint, Checkpoints } from '../../engine/tree/checkpoints.ts';
import { Origins } from '../../engine/tree/origins.ts';
import { Witnesses } from '../../engine/tree/witnesses.ts';
import { base64, inclusionProof, type Subtree } from '../../engine/tree/proofs.ts';
import type { StreamProof } from '../../engine/tree/stream-map.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { POOL } from '../../platform/tokens.ts';
import { sumsOf } from '../affiliate-sums.ts';
import { dashboard } from './dashboard.projection.ts';

const PAGE = 1_000;
const figures = { ...dashboard, tables: { totals: dashboard.tables.totals } };

const hex = (bytes: Buffer): string => bytes.toString('hex');
const line = (value: object): string => `${JSON.stringify(value)}\n`;

/** An account's data in the log, for its owner to check independently (deploy/framelift-verify.mjs). One JSON value a line. */
@Injectable()
export class AccountExports {
  constructor(
    private readonly log: Log,
    private readonly checkpoints: Checkpoints,
    private readonly witnesses: Witnesses,
    private readonly origins: Origins,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  /**
   * As of a checkpoint of now. `since`: the sizes of earlier checkpoints, with which it is proved consistent; later ones are left out.
   * @throws Refused if there is no such account, or no checkpoint has it yet
   */
  async of(affiliateId: string, since: readonly number[]): Promise<Readable> {
    const [first] = await this.log.readStreamPage(affiliateStream(affiliateId), 0, 1);
    if (!first) throw new Refused(refusals.affiliateNotFound, 'missing');
    await this.checkpoints.extend();
    const lines = await this.checkpoints.inView(async (session, last) => {
      const own = await this.checkpoints.map.proof(session, last.size, affiliateStream(affiliateId));
      return own && this.lines(affiliateId, last, own, since);
    });
    if (!lines) throw new Refused(refusals.unavailable, 'unavailable');
    return Readable.from(lines);
  }

  private async *lines(
    affiliateId: string,
    { size, note: checkpoint }: Checkpoint,
    own: StreamProof,
    since: readonly number[],
  ): AsyncGenerator<string> {
    yield line({ framelift: 'account', format: 2, affiliate: affiliateId, key: await this.origins.key() });
    for (const withdrawn of await this.origins.withdrawals()) yield line({ withdrawn });
    yield line({ checkpoint });
    const tree = await this.checkpoints.tree.at(this.pool, size);
    const witnessed = (await this.witnesses.notes()).filter((one) => one.size <= size);
    for (const { note } of witnessed) yield line({ witnessed: note });
    const sizes = [...since, ...witnessed.map((one) => one.size)];
    for (const { size: old, proof } of await this.checkpoints.continues(size, sizes)) yield line({ since: old, proof });
    yield line({ stream: affiliateStream(affiliateId), version: own.version, hash: hex(own.hash), path: base64(own.path) });
    const fold = folding(figures);
    let count = 0;
    for await (const page of this.pages(affiliateId, size)) {
      fold.take(page as readonly FoldedEvent[]);
      count += page.length;
      const before = await this.hashesBefore(page);
      for (const [i, e] of page.entries())
        yield line({ event: exported(e, before[i]!), proof: await tlogProof(tree, e.position - 1, size) });
    }
    yield line({ end: { count, cents: ownCents(sumsOf(fold.rows().totals[0]!.row as never).books) } });
  }

  private async *pages(affiliateId: string, upTo: number): AsyncGenerator<AnyEvent[]> {
    for (let version = 0; ;) {
      const page = await this.log.readStreamPage(affiliateStream(affiliateId), version, PAGE);
      const own = page.filter((e) => e.position <= upTo);
      if (own.length) yield own;
      if (own.length < PAGE) return;
      version = own.at(-1)!.version;
    }
  }

  /** The hash of the event before each; zeros before the very first. */
  private async hashesBefore(page: readonly AnyEvent[]): Promise<string[]> {
    const found = await this.log.hashesAt(page.map(({ position }) => position - 1));
    return page.map(({ position }) => hex(found.get(position - 1) ?? genesis));
  }
}

/** A `.tlog-proof` up to its empty line, after which the checkpoint follows (c2sp.org/tlog-proof). */
const tlogProof = async (tree: Subtree, index: number, size: number): Promise<string> =>
  ['c2sp.org/tlog-proof@v1', `index ${index}`, ...base64(await inclusionProof(tree, index, size)), ''].join('\n');

/** An event as its hash covers it: `data` and `metadata` are texts. */
const exported = (e: AnyEvent, previous: string) => ({
  position: e.position,
  streamId: e.streamId,
  version: e.version,
  id: e.id,
  type: e.type,
  schemaVersion: e.schemaVersion,
  recordedAt: e.recordedAt.toISOString(),
  data: e.dataText,
  metadata: e.metadataText,
  previous,
  hash: hex(e.hash),
});
