import { leafHash, nodeHash } from '../../platform/merkle.ts';
import type { Pool } from '../../platform/pg.ts';
import { entryOf } from '../log/hashes.ts';
import type { AuditedEvent, DomainCheck, Problem } from '../log/proving/audit.ts';
import { type Checkpoint, lastOf } from './checkpoints.ts';
import { TILE } from './tiles.ts';

/** Complete parts of a tree, from the largest on. */
interface TreePart {
  size: number;
  root: Buffer;
}

const wrong = (position: number, what: string): Problem => ({ position, what });

/** Checks that tiles and checkpoint follow from the events. */
export class TreeAudit implements DomainCheck {
  private readonly parts: TreePart[] = [];
  private readonly tiles: Buffer[] = [];
  private root: Buffer | undefined;

  private constructor(private readonly last: Checkpoint | undefined) {}

  static async of(pool: Pool): Promise<TreeAudit> {
    return new TreeAudit(await lastOf(pool));
  }

  add({ position, tag }: AuditedEvent, hash: Buffer): Problem[] {
    let part: TreePart = { size: 1, root: leafHash(entryOf(hash, tag)) };
    for (let left = this.parts.at(-1); left?.size === part.size; left = this.parts.at(-1)) {
      this.parts.pop();
      part = { size: 2 * part.size, root: nodeHash(left.root, part.root) };
      if (part.size === TILE) this.tiles.push(part.root);
    }
    this.parts.push(part);
    if (position === this.last?.size) this.root = this.parts.map(({ root }) => root).reduceRight((right, left) => nodeHash(left, right));
    return [];
  }

  async end(pool: Pool): Promise<Problem[]> {
    if (!this.last) return [];
    const { size, root } = this.last;
    const { rows } = await pool.query<{ n: number; root: Buffer }>('select n, root from log.tiles order by n');
    const problems = rows.flatMap((tile) =>
      this.tiles[tile.n]?.equals(tile.root)
        ? []
        : [wrong(tile.n * TILE + 1, `the tile of the tree from here on does not follow from the events`)],
    );
    if (rows.length < Math.floor(size / TILE)) problems.push(wrong(rows.length * TILE + 1, 'the tree has no tile from here on'));
    if (!this.root?.equals(root)) problems.push(wrong(size, 'the root of the checkpoint does not follow from the events'));
    return problems;
  }
}
