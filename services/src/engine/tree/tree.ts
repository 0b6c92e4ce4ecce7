import { setImmediate as turn } from 'node:timers/promises';
import type { Queryable } from '../../platform/pg.ts';
import { leafHash, nodeHash } from '../../platform/merkle.ts';
import { entriesBetween } from '../log/hashes.ts';
import type { Subtree } from './proofs.ts';
import { TILE, TILE_LEVELS } from './tiles.ts';

/** Tiles in one statement. */
const AT_ONCE = 64;

/** Complete nodes over some leaves, level by level. */
export function nodesOver(leaves: readonly Buffer[]): Buffer[][] {
  const levels = [[...leaves]];
  for (let below = levels[0]!; below.length > 1; below = levels.at(-1)!)
    levels.push(Array.from({ length: below.length >> 1 }, (_, i) => nodeHash(below[2 * i]!, below[2 * i + 1]!)));
  return levels;
}

const cut = (bytes: Buffer): Buffer[] => Array.from({ length: bytes.length / 32 }, (_, i) => bytes.subarray(i * 32, i * 32 + 32));

/** The nodes above the leaves of complete tiles: level by level, from the roots of the tiles upwards. */
class Above {
  private readonly levels: Buffer[][] = [[]];

  get tiles(): number {
    return this.levels[0]!.length;
  }

  node(level: number, index: number): Buffer {
    return this.levels[level]![index]!;
  }

  /** Roots of tiles from number `first` on. Several may read the same ones at the same time: known ones are skipped. */
  add(first: number, roots: readonly Buffer[]): void {
    let added = roots.slice(this.tiles - first);
    for (let level = 0; added.length; level++) {
      const nodes = (this.levels[level] ??= []);
      const from = nodes.length >> 1;
      nodes.push(...added);
      added = Array.from({ length: (nodes.length >> 1) - from }, (_, i) => nodeHash(nodes[2 * (from + i)]!, nodes[2 * (from + i) + 1]!));
    }
  }
}

/** The Merkle tree over all events. Its complete tiles are stored; the nodes above them, 64 bytes a tile, are in memory. */
export class Tree {
  private above = new Above();

  /** How many leaves the stored tiles have, as far as they are known. */
  get stored(): number {
    return this.above.tiles * TILE;
  }

  /** The log lost commits, so that tiles may be others now. Work under way keeps to those that it read. */
  forget(): void {
    this.above = new Above();
  }

  /** Stores the tiles that the events up to `size` complete, in the caller's transaction, which alone may do so. */
  async extend(session: Queryable, size: number): Promise<void> {
    const above = await this.load(session);
    while ((above.tiles + 1) * TILE <= size) {
      const from = above.tiles;
      const to = Math.min(Math.floor(size / TILE), from + AT_ONCE);
      const leaves = (await entriesOf(session, from * TILE, to * TILE)).map(leafHash);
      const tiles = Array.from({ length: to - from }, (_, i) => leaves.slice(i * TILE, (i + 1) * TILE));
      const roots: Buffer[] = [];
      for (const tile of tiles) {
        roots.push(nodesOver(tile).at(-1)![0]!);
        await turn();
      }
      await session.query({
        name: 'tree.extend',
        text: 'insert into log.tiles select $1::bigint + n - 1, root, leaves from unnest($2::bytea[], $3::bytea[]) with ordinality as t (root, leaves, n)',
        values: [from, roots, tiles.map((tile) => Buffer.concat(tile))],
      });
      above.add(from, roots);
    }
  }

  /** The nodes of the tree of the first `size` events, as the session sees it. Tiles are read once, so ask in order. */
  async at(session: Queryable, size: number): Promise<Subtree> {
    const above = (this.above.tiles + 1) * TILE <= size ? await this.load(session) : this.above;
    const edge = Math.floor(size / TILE);
    const nodesOf = (n: number) => this.leaves(session, n, size).then(nodesOver);
    let last: { n: number; nodes: Promise<Buffer[][]> } | undefined;
    let atEdge: Promise<Buffer[][]> | undefined;
    const tile = (n: number): Promise<Buffer[][]> => {
      // Every proof passes the right edge.
      if (n === edge) return (atEdge ??= nodesOf(n));
      if (last?.n !== n) last = { n, nodes: nodesOf(n) };
      return last.nodes;
    };
    return async (level, index) => {
      if (level >= TILE_LEVELS) return above.node(level - TILE_LEVELS, index);
      const n = Math.floor(index / 2 ** (TILE_LEVELS - level));
      return (await tile(n))[level]![index - n * 2 ** (TILE_LEVELS - level)]!;
    };
  }

  /** The hashes of the leaves of a tile in a tree of this size. */
  async leaves(session: Queryable, n: number, size: number): Promise<Buffer[]> {
    if ((n + 1) * TILE > size) return (await entriesOf(session, n * TILE, size)).map(leafHash);
    const text = 'select leaves from log.tiles where n = $1';
    const { rows } = await session.query<{ leaves: Buffer }>({ name: 'tree.leaves', text, values: [n] });
    return cut(rows[0]!.leaves);
  }

  private async load(session: Queryable): Promise<Above> {
    const { above } = this;
    const from = above.tiles;
    const text = 'select root from log.tiles where n >= $1 order by n';
    const { rows } = await session.query<{ root: Buffer }>({ name: 'tree.load', text, values: [from] });
    above.add(
      from,
      rows.map(({ root }) => root),
    );
    return above;
  }
}

/** The entries of the tree: hashes of events, each with its tag. `from` and `to` count leaves, so the event at position p is leaf p - 1. */
export const entriesOf = (session: Queryable, from: number, to: number): Promise<Buffer[]> => entriesBetween(session, from + 1, to);
