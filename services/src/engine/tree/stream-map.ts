import type { Queryable } from '../../platform/pg.ts';
import { bitAt, joined, keyOfStream, nothing, type Part, partOf, type StreamHead } from './sparse-map.ts';

/** The first bits of a key name its bucket. Above the buckets the map is small enough for memory. */
const BUCKET_BITS = 16;
const bucketOf = (key: Buffer): number => key.readUInt16BE(0);

interface StoredHead extends StreamHead {
  bucket: number;
}

/** A stream's place in the map: its last event, and the nodes beside the way to the root, from the leaf upwards. */
export interface StreamProof {
  version: number;
  hash: Buffer;
  path: Buffer[];
}

/** The parts above the buckets, level by level from the root. */
class Top {
  private readonly levels = Array.from({ length: BUCKET_BITS + 1 }, () => new Map<number, Part>());

  static async of(session: Queryable): Promise<Top> {
    const top = new Top();
    const text = 'select bucket, root, is_single from log.stream_buckets';
    const { rows } = await session.query<{ bucket: number; root: Buffer; is_single: boolean }>({ name: 'map.buckets', text });
    top.set(rows.map(({ bucket, root, is_single }) => [bucket, { root, has: is_single ? 'one' : 'many' }]));
    return top;
  }

  get root(): Buffer {
    return this.at(0, 0).root;
  }

  at(depth: number, index: number): Part {
    return this.levels[depth]!.get(index) ?? nothing;
  }

  set(buckets: readonly (readonly [number, Part])[]): void {
    for (const [bucket, part] of buckets) this.levels[BUCKET_BITS]!.set(bucket, part);
    let changed = new Set(buckets.map(([bucket]) => bucket >> 1));
    for (let depth = BUCKET_BITS - 1; depth >= 0; depth--) {
      for (const index of changed) this.levels[depth]!.set(index, joined(this.at(depth + 1, 2 * index), this.at(depth + 1, 2 * index + 1)));
      changed = new Set([...changed].map((index) => index >> 1));
    }
  }
}

/** The map from each stream to its version and last event, as of the last checkpoint. */
export class StreamMap {
  /** As of a checkpoint of this size. */
  private memory: { kept?: { size: number; top: Top } | undefined } = {};

  /** The log lost commits: what is being read now is not kept. */
  forget(): void {
    this.memory = {};
  }

  /** Takes in the events after `from` up to `to`, in the caller's transaction, which alone may do so. @returns the root */
  async extend(session: Queryable, from: number, to: number): Promise<Buffer> {
    const { memory } = this;
    const { kept } = memory;
    // Nobody else may read it from here on: it is changed in place.
    memory.kept = undefined;
    const top = kept?.size === from ? kept.top : await Top.of(session);
    const { rows } = await session.query<{ bucket: number }>({
      name: 'map.extend',
      text: `with news as (
               select distinct on (stream_id) sha256(convert_to(stream_id, 'UTF8')) as key, version, hash from log.events
               where position > $1 and position <= $2 order by stream_id, version desc),
             stored as (
               insert into log.stream_heads select get_byte(key, 0) * 256 + get_byte(key, 1), key, version, hash from news
               on conflict (bucket, key) do update set version = excluded.version, hash = excluded.hash returning bucket)
             select distinct bucket from stored`,
      values: [from, to],
    });
    const buckets = rows.map(({ bucket }) => bucket);
    const parts = [...(await this.heads(session, buckets))].map(([bucket, heads]) => [bucket, partOf(heads, BUCKET_BITS)] as const);
    await session.query({
      name: 'map.buckets_changed',
      text: `insert into log.stream_buckets select * from unnest($1::int[], $2::bytea[], $3::boolean[])
             on conflict (bucket) do update set root = excluded.root, is_single = excluded.is_single`,
      values: [parts.map(([bucket]) => bucket), parts.map(([, { root }]) => root), parts.map(([, { has }]) => has === 'one')],
    });
    top.set(parts);
    memory.kept = { size: to, top };
    return top.root;
  }

  /** A stream in the map of the checkpoint that the session sees; undefined: it has no events up to there. */
  async proof(session: Queryable, size: number, streamId: string): Promise<StreamProof | undefined> {
    const { memory } = this;
    const key = keyOfStream(streamId);
    const bucket = bucketOf(key);
    const heads = (await this.heads(session, [bucket])).get(bucket) ?? [];
    // From here on nothing is awaited: the next checkpoint changes the kept one in place.
    const top = memory.kept?.size === size ? memory.kept.top : await Top.of(session);
    if ((memory.kept?.size ?? 0) < size) memory.kept = { size, top };
    const own = heads.find((head) => head.key.equals(key));
    if (!own) return undefined;
    const path: Buffer[] = [];
    let part = partOf(heads, BUCKET_BITS, { to: key, beside: path });
    for (let depth = BUCKET_BITS - 1; depth >= 0; depth--) {
      const index = bucket >> (BUCKET_BITS - 1 - depth);
      const beside = top.at(depth + 1, index ^ 1);
      if (part.has === 'many' || beside.has !== 'none') path.push(beside.root);
      part = bitAt(key, depth) ? joined(beside, part) : joined(part, beside);
    }
    return { version: own.version, hash: own.hash, path };
  }

  private async heads(session: Queryable, buckets: readonly number[]): Promise<Map<number, StoredHead[]>> {
    const { rows } = await session.query<StoredHead>({
      name: 'map.heads',
      text: 'select bucket, key, version, hash from log.stream_heads where bucket = any($1) order by bucket, key',
      values: [buckets],
    });
    return Map.groupBy(rows, ({ bucket }) => bucket);
  }
}

/** Buckets that an audit reads at once. */
const AUDITED = 1_024;

/** The map's root from its stored streams, and those whose last event up to `size` is another one. For audits: reads everything. */
export async function auditedRoot(
  session: Queryable,
  size: number,
): Promise<{ root: Buffer; wrong: { streamId: string; position: number }[] }> {
  const top = new Top();
  for (let from = 0; from < 2 ** BUCKET_BITS; from += AUDITED) {
    const { rows } = await session.query<StoredHead>(
      'select bucket, key, version, hash from log.stream_heads where bucket >= $1 and bucket < $2 order by bucket, key',
      [from, from + AUDITED],
    );
    top.set([...Map.groupBy(rows, ({ bucket }) => bucket)].map(([bucket, heads]) => [bucket, partOf(heads, BUCKET_BITS)]));
  }
  const { rows: wrong } = await session.query<{ streamId: string; position: number }>(
    `select coalesce(e.stream_id, encode(h.key, 'hex')) as "streamId", coalesce(e.position, $1) as position
     from (select distinct on (stream_id) stream_id, version, hash, position from log.events where position <= $1
       order by stream_id, version desc) e
     full join log.stream_heads h on h.key = sha256(convert_to(e.stream_id, 'UTF8'))
     where e.version is distinct from h.version or e.hash is distinct from h.hash limit 100`,
    [size],
  );
  return { root: top.root, wrong };
}
