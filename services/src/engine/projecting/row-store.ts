import type { Queryable } from '../../platform/pg.ts';
import { LRUCache } from 'lru-cache';
import { type Entry, nameOf, type Row } from './fold.ts';
import type { KeyValue } from './projection.ts';
import { quoted, type Shape } from './schema.ts';

/** Values arrive as Postgres' text; the columns convert them back to the folds' values. */
const asText = { getTypeParser: () => String };

/** Prepared under its name. */
export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** Rows kept between the batches of a build, which alone writes its tables. Bounded, so memory does not grow with the log. */
export class RowCache {
  private readonly rows: LRUCache<string, Entry>;

  constructor(max: number) {
    this.rows = new LRUCache({ max });
  }

  get(name: string): Entry | undefined {
    return this.rows.get(name);
  }

  /** Rows that were only created are left out: most never change again, and keeping them costs more than loading one. */
  keep(entries: ReadonlyMap<string, Entry>): void {
    for (const [name, entry] of entries) if (entry.moves) this.rows.set(name, entry);
  }

  forget(): void {
    this.rows.clear();
  }
}

/** The rows of one table that one batch touches. */
export class BatchRows {
  readonly entries = new Map<string, Entry>();
  private readonly missing: Entry[] = [];

  constructor(
    private readonly schema: string,
    private readonly shape: Shape,
    private readonly cache?: RowCache,
  ) {}

  /** `creates`: the event is the row's first, so there is nothing to load. */
  entry(key: readonly KeyValue[], creates: boolean): Entry {
    const name = nameOf(key);
    let entry = this.entries.get(name);
    if (!entry) {
      entry = this.cache?.get(name);
      if (!entry) {
        entry = { key, row: undefined, stored: false, changed: false, moves: false };
        if (!creates) this.missing.push(entry);
      }
      this.entries.set(name, entry);
    }
    if (!creates) entry.moves = true;
    return entry;
  }

  /** One lookup per key: no plan can turn this into a table scan. */
  async load(client: Queryable): Promise<void> {
    if (!this.missing.length) return;
    const { columns, table } = this.shape;
    const { from, found } = this.byKey();
    const { rows } = await client.query<(string | null)[]>({
      name: this.nameOf('load'),
      text: `select ${['k.n', ...columns.map(([c]) => `t.${quoted(c)}`)].join(', ')}
             from ${from} with ordinality as k (${this.names()}, n),
             lateral (select * from ${quoted(this.schema, table)} t where ${found} limit 1) t`,
      values: this.keysOf(this.missing),
      rowMode: 'array',
      types: asText as never,
    });
    for (const [n, ...values] of rows) {
      const entry = this.missing[Number(n) - 1]!;
      const row: Row = (entry.row = {});
      for (const [i, [name, column]] of columns.entries()) row[name] = values[i] === null ? null : column.read(values[i]!);
      entry.stored = true;
    }
    this.missing.length = 0;
  }

  /** Every changed row in one upsert, every deleted one in one delete. Call `written` once they are done. */
  statements(): Statement[] {
    const changed = [...this.entries.values()].filter((e) => e.changed);
    const kept = changed.filter((e) => e.row);
    const gone = changed.filter((e) => !e.row && e.stored);
    const table = quoted(this.schema, this.shape.table);
    const { key, columns, writtenOnce } = this.shape;
    const statements: Statement[] = [];
    if (kept.length) {
      const all = [...key, ...columns].map(([c]) => quoted(c)).join(', ');
      const sets = (writtenOnce ? [] : columns).map(([c]) => `${quoted(c)} = excluded.${quoted(c)}`).join(', ');
      const json = kept.map((e) => {
        const row: Row = { ...e.row };
        for (const [i, [name]] of key.entries()) row[name] = e.key[i];
        return JSON.stringify(row);
      });
      statements.push({
        name: this.nameOf('keep'),
        text: `insert into ${table} (${all}) select ${all} from json_populate_recordset(null::${table}, $1::json)
               on conflict (${key.map(([k]) => quoted(k)).join(', ')}) do ${sets ? `update set ${sets}` : 'nothing'}`,
        values: [`[${json.join(',')}]`],
      });
    }
    if (gone.length) {
      const { from, found } = this.byKey();
      statements.push({
        name: this.nameOf('drop'),
        text: `delete from ${table} t using ${from} as k (${this.names()}) where ${found}`,
        values: this.keysOf(gone),
      });
    }
    return statements;
  }

  written(): void {
    for (const e of this.entries.values()) {
      if (!e.changed) continue;
      e.changed = false;
      e.stored = e.row !== undefined;
    }
  }

  /** Of a prepared statement: planning them took longer than running them, where batches are small. */
  private nameOf = (statement: string) => `${statement}.${this.schema}.${this.shape.table}`;
  private names = () => this.shape.key.map((_, i) => `k${i}`).join(', ');
  private keysOf = (entries: readonly Entry[]) => this.shape.key.map((_, i) => entries.map((e) => e.key[i]));

  private byKey() {
    const { key } = this.shape;
    return {
      from: `unnest(${key.map(([, { sql }], i) => `$${i + 1}::${sql}[]`).join(', ')})`,
      found: key.map(([name], i) => `t.${quoted(name)} = k.k${i}`).join(' and '),
    };
  }
}
