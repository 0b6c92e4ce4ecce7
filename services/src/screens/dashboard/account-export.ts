import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { affiliateStream, EVENTS_TO_A_ROOT, ownCents, programmeStream, refusals } from '@framelift/contracts';
import { genesis } from '../../engine/log/chain.ts';
import type { AnyEvent, StoredEvent } from '../../engine/log/event.ts';
import { Log } from '../../engine/log/log.ts';
import { folding } from '../../engine/projecting/fold.ts';
import type { FoldedEvent } from '../../engine/projecting/projection.ts';
import type { Secrets } from '../../platform/config.ts';
import { MerkleTree } from '../../platform/merkle.ts';
import { Refused } from '../../platform/refused.ts';
import { publicKeyOf, signText } from '../../platform/signing.ts';
import { SECRETS } from '../../platform/tokens.ts';
import { sumsOf } from '../affiliate-sums.ts';
import { dashboard } from './dashboard.projection.ts';

const PAGE = 1_000;
const figures = { ...dashboard, tables: { totals: dashboard.tables.totals } };
type Head = StoredEvent<'HeadSigned'>;
/** A root: the positions it covers, the head that holds it, and its place there. */
interface Block {
  head: number;
  root: number;
  from: number;
  to: number;
}

/** The last tree built, which the next page usually continues with. */
interface LastTree {
  from?: number;
  tree?: MerkleTree;
}

const hex = (bytes: Buffer): string => bytes.toString('hex');
const line = (value: object): string => `${JSON.stringify(value)}\n`;

/** The roots of a signed head, each with what it covers. */
const blocksOf = ({ position, from = 1, roots = [] }: Head['data']): Block[] =>
  roots.map((_, root) => {
    const first = from + root * EVENTS_TO_A_ROOT;
    return { head: position, root, from: first, to: Math.min(position, first + EVENTS_TO_A_ROOT - 1) };
  });

/** An account's data in the log, for its owner to check independently (deploy/framelift-verify.mjs). One JSON value a line. */
@Injectable()
export class AccountExports {
  constructor(
    private readonly log: Log,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /** As of the log's current head. @throws Refused if there is no such account */
  async of(affiliateId: string): Promise<Readable> {
    const [first] = await this.log.readStreamPage(affiliateStream(affiliateId), 0, 1);
    if (!first) throw new Refused(refusals.affiliateNotFound, 'missing');
    return Readable.from(this.lines(affiliateId));
  }

  private async *lines(affiliateId: string): AsyncGenerator<string> {
    const at = await this.log.head();
    const publicKey = publicKeyOf(this.secrets.headSigning);
    yield line({ framelift: 'account', format: 1, affiliate: affiliateId, publicKey });
    const programme = await this.log.readStream(programmeStream);
    const heads = programme.filter((e) => e.type === 'HeadSigned' && e.position <= at.position) as Head[];
    const blocks: Block[] = [];
    for (const { data } of heads) {
      if (!data.roots) continue;
      blocks.push(...blocksOf(data));
      yield line({ head: data });
    }
    const fold = folding(figures);
    let count = 0;
    const last: LastTree = {};
    for await (const page of this.pages(affiliateId, at.position)) {
      fold.take(page as readonly FoldedEvent[]);
      count += page.length;
      const proofs = await this.proofs(page, blocks, last);
      const before = await this.hashesBefore(page);
      for (const [i, e] of page.entries()) yield line({ event: exported(e, before[i]!), ...proofs.get(e.position) });
    }
    const cents = ownCents(sumsOf(fold.rows().totals[0]!.row as never).books);
    const covered = blocks.at(-1)?.head ?? 0;
    const text = `framelift account ${affiliateId}: ${count} events, ${cents} cents, heads to ${covered}, at ${at.position} ${hex(at.hash)}`;
    yield line({
      end: { count, cents, covered, position: at.position, hash: hex(at.hash), text, signature: signText(this.secrets.headSigning, text) },
    });
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

  /** The place of each event below its root, and the nodes of its path. Positions rise, so one tree is enough at a time. */
  private async proofs(page: readonly AnyEvent[], blocks: readonly Block[], last: LastTree): Promise<Map<number, object>> {
    const found = new Map<number, object>();
    for (const { head, root, from, to } of blocks) {
      const positions = page.flatMap(({ position }) => (position >= from && position <= to ? [position] : []));
      if (!positions.length) continue;
      if (last.from !== from) Object.assign(last, { from, tree: await MerkleTree.over(await this.log.hashes(from, to)) });
      for (const position of positions) found.set(position, { proof: { head, root, path: last.tree!.path(position - from).map(hex) } });
    }
    return found;
  }

  /** Of the event before each; before the very first there are zeros. */
  private async hashesBefore(page: readonly AnyEvent[]): Promise<string[]> {
    const found = await this.log.hashesAt(page.map(({ position }) => position - 1));
    return page.map(({ position }) => hex(found.get(position - 1) ?? genesis));
  }
}

/** As the hash covers it: `data` and `metadata` are texts. */
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
