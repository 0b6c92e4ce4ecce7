import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { affiliateStream, type EventName, ownCents, programmeStream, refusals, secretOf } from '@framelift/contracts';
import { genesis } from '../../engine/log/chain.ts';
import type { AnyEvent } from '../../engine/log/event.ts';
import { Log } from '../../engine/log/log.ts';
import { folding } from '../../engine/projecting/fold.ts';
import type { FoldedEvent } from '../../engine/projecting/projection.ts';
import { type Checkpoint, Checkpoints } from '../../engine/tree/checkpoints.ts';
import { Origins } from '../../engine/tree/origins.ts';
import { Witnesses } from '../../engine/tree/witnesses.ts';
import { base64, inclusionProof, type Subtree } from '../../engine/tree/proofs.ts';
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
    const last = await this.checkpoints.inView(async (_session, checkpoint) => checkpoint);
    if (!last || last.size < first.position) throw new Refused(refusals.unavailable, 'unavailable');
    return Readable.from(this.lines(affiliateId, last, since));
  }

  private async *lines(affiliateId: string, { size, note: checkpoint }: Checkpoint, since: readonly number[]): AsyncGenerator<string> {
    const owner = secretOf(affiliateStream(affiliateId))!;
    const secret = (await this.log.vault.secrets([owner])).get(owner)?.toString('base64') ?? null;
    yield line({ framelift: 'account', format: 3, affiliate: affiliateId, key: await this.origins.key(), secret });
    for (const rotated of await this.origins.rotations()) yield line({ rotated });
    for (const withdrawn of await this.origins.withdrawals()) yield line({ withdrawn });
    yield line({ checkpoint });
    const tree = await this.checkpoints.tree.at(this.pool, size);
    const witnessed = (await this.witnesses.notes()).filter((one) => one.size <= size);
    for (const { note } of witnessed) yield line({ witnessed: note });
    const sizes = [...since, ...witnessed.map((one) => one.size)];
    for (const { size: old, proof } of await this.checkpoints.continues(size, sizes)) yield line({ since: old, proof });
    for await (const page of this.pages(programmeStream, size, ['ProgrammeTermsSet'])) yield* this.proved(page, tree, size, 'terms');
    const fold = folding(figures);
    let count = 0;
    for await (const page of this.pages(affiliateStream(affiliateId), size)) {
      fold.take(page as readonly FoldedEvent[]);
      count += page.length;
      yield* this.proved(page, tree, size, 'event');
    }
    yield line({ end: { count, cents: ownCents(sumsOf(fold.rows().totals[0]!.row as never).books) } });
  }

  /** Each event with its place in the tree. */
  private async *proved(page: readonly AnyEvent[], tree: Subtree, size: number, as: 'terms' | 'event'): AsyncGenerator<string> {
    const before = await this.hashesBefore(page);
    for (const [i, e] of page.entries()) yield line({ [as]: exported(e, before[i]!), proof: await tlogProof(tree, e.position - 1, size) });
  }

  private async *pages(stream: string, upTo: number, types?: readonly EventName[]): AsyncGenerator<AnyEvent[]> {
    for (let version = 0; ;) {
      const page = await this.log.readStreamPage(stream, version, PAGE, types);
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
