// Invariants after every step, checked in PostgreSQL itself. They share only the folds of read models with the checked code.
import { createHash } from 'node:crypto';
import { foldAll, nameOf } from '../../services/dist/engine/projecting/fold.js';
import type { Projection } from '../../services/dist/engine/projecting/projection.js';
import { BooksAudit } from '../../services/dist/operating/audit/books.audit.js';
import { mail } from '../../services/dist/reactors/mail/mail.reactor.js';
import type { Backends } from './backends.ts';

export interface LoggedEvent {
  position: number;
  streamId: string;
  version: number;
  type: string;
  schemaVersion: number;
  partition: number;
  recordedAt: Date;
  id: string;
  commandId: string | null;
  data: any;
  metadata: { occurredAt: string; commandId: string };
  hash: Buffer;
}

/** A broken invariant. */
export class Broken extends Error {}

const netstring = (text: string | number): string => `${Buffer.byteLength(String(text))}:${text},`;

export class Checks {
  readonly events: LoggedEvent[] = [];
  /** Command id → the position of its first event. */
  readonly commands = new Map<string, number>();
  private readonly versions = new Map<string, number>();
  private readonly settled = new Map<string, string>();
  private books = new BooksAudit();
  private hash = Buffer.alloc(32);
  private turn: Promise<unknown> = Promise.resolve();
  private readonly backends: Backends;

  constructor(backends: Backends) {
    this.backends = backends;
  }

  /** After a restore: reads the log from the start. */
  forget(): void {
    this.events.length = 0;
    for (const map of [this.commands, this.versions, this.settled]) map.clear();
    this.books = new BooksAudit();
    this.hash = Buffer.alloc(32);
  }

  /** Reads new events of the log, one check at a time. @throws Broken */
  readOn(): Promise<void> {
    return this.inTurn(() => this.look());
  }

  /** Checks, and faults that take the database away, run one at a time. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work);
    this.turn = mine.catch(() => {});
    return mine;
  }

  private async look(): Promise<void> {
    const { rows } = await this.backends.monitor.query({
      name: 'check.log',
      text: `select position, stream_id as "streamId", version, type, schema_version as "schemaVersion", partition, recorded_at as "recordedAt",
               id, command_id as "commandId", data::text as "dataText", metadata::text as "metadataText", hash
             from log.events where position > $1 order by position`,
      values: [this.events.length],
    });
    for (const row of rows) this.take(row);
  }

  private take({ dataText, metadataText, ...row }: LoggedEvent & { dataText: string; metadataText: string }): void {
    const event: LoggedEvent = { ...row, data: JSON.parse(dataText), metadata: JSON.parse(metadataText) };
    const { position, streamId, version, type, commandId } = event;
    const wrong = (what: string) => {
      throw new Broken(`${type} at ${position} of ${streamId}: ${what}`);
    };
    if (position !== this.events.length + 1) wrong(`follows ${this.events.length}: positions are not dense`);
    if (version !== (this.versions.get(streamId) ?? 0) + 1) wrong(`version ${version} follows ${this.versions.get(streamId) ?? 0}`);
    const fields = [
      position,
      streamId,
      version,
      event.id,
      type,
      event.schemaVersion,
      event.recordedAt.toISOString(),
      dataText,
      metadataText,
    ];
    this.hash = createHash('sha256').update(this.hash).update(fields.map(netstring).join('')).digest();
    if (!this.hash.equals(event.hash)) wrong('its hash does not follow from the event before');
    const last = this.events.at(-1);
    if (last && last.recordedAt > event.recordedAt) wrong('is recorded before the previous event');
    if (commandId && this.commands.has(commandId)) wrong('its command is in the log twice');
    if (commandId) this.commands.set(commandId, position);
    if (/^(SaleCredited|SaleNotCredited)$/.test(type)) {
      const before = this.settled.get(streamId);
      // Decided again after a dispute that was lost first and then won.
      const isOpenAgain = before === 'SaleNotCredited chargedBack';
      if (before === 'SaleCredited' || (before?.startsWith(type) && !isOpenAgain)) wrong(`the invoice was ${before} before`);
      this.settled.set(streamId, type === 'SaleCredited' ? type : `${type} ${event.data.reason}`);
    }
    const problems = this.books.add({ position, streamId, type, occurredAt: event.metadata.occurredAt, data: event.data });
    if (problems.length) wrong(problems.map(({ what }) => what).join('; '));
    this.versions.set(streamId, version);
    this.events.push(event);
  }

  /** The outcome of an invoice in its stream. */
  outcomesOf(streamId: string) {
    return this.events.filter((e) => e.streamId === streamId && e.type !== 'CheckoutStarted');
  }

  /** Sums over the whole log. @throws Broken */
  async end(): Promise<void> {
    const problems = await this.books.end(this.backends.monitor as never);
    if (problems.length) throw new Broken(problems.map(({ position, what }) => `${position}: ${what}`).join('; '));
  }

  /** The rows of a read model, compared with a fold of the log up to its checkpoints. @throws Broken */
  readModel(projection: Projection): Promise<void> {
    return this.inTurn(() => this.compare(projection));
  }

  private async compare(projection: Projection): Promise<void> {
    const { monitor } = this.backends;
    await monitor.query('begin isolation level repeatable read read only');
    try {
      const checkpoints = await this.checkpoints(projection);
      if (!checkpoints) return;
      await this.look();
      const events = this.events.filter((e) => e.position <= (checkpoints.get(e.partition) ?? 0));
      for (const [partition, position] of checkpoints)
        if (position > this.events.length)
          throw new Broken(`${projection.name} is at ${position} in ${partition}, the log ends at ${this.events.length}`);
      const folded = foldAll(projection, events as never) as Record<string, { key: readonly (string | number)[]; row: object }[]>;
      for (const [name, table] of Object.entries(projection.tables)) {
        const keys = [...(table.perPartition ? ['partition'] : []), ...Object.keys(table.key)];
        const columns = { ...table.key, ...table.columns } as Record<string, { read(text: string): unknown }>;
        const compared = table.writtenOnce ? [] : Object.keys(table.columns);
        const { rows } = await monitor.query<Record<string, string | null>>({
          text: `select * from "${projection.schema}"."${name}"`,
          types: { getTypeParser: () => String } as never,
        });
        const live = new Map(
          rows.map((row) => [
            nameOf(keys.map((key) => row[key]!)),
            plain(
              Object.fromEntries(compared.map((column) => [column, row[column] === null ? null : columns[column]!.read(row[column]!)])),
            ),
          ]),
        );
        const wanted = new Map(folded[name]!.map(({ key, row }) => [nameOf(key), plain(pick(row as Record<string, unknown>, compared))]));
        for (const key of new Set([...live.keys(), ...wanted.keys()])) {
          if (live.get(key) === wanted.get(key)) continue;
          throw new Broken(`${projection.name}.${name} ${key.replaceAll('\0', ' ')} is ${live.get(key)}, the log says ${wanted.get(key)}`);
        }
      }
    } finally {
      await monitor.query('rollback');
    }
  }

  /** Whether a read model has every event. */
  async isCurrent(projection: Projection): Promise<boolean> {
    const checkpoints = await this.inTurn(() => this.checkpoints(projection));
    return checkpoints !== undefined && this.events.every((e) => e.position <= (checkpoints.get(e.partition) ?? 0));
  }

  /** Every intent of the mail reactor that follows from the log. */
  intents(after: number): string[] {
    const { intents } = foldAll(mail, this.events.filter((e) => e.position > after) as never);
    return intents!.map(({ key }) => nameOf(key));
  }

  private async checkpoints(projection: Projection): Promise<Map<number, number> | undefined> {
    const { monitor } = this.backends;
    const { rows: parked } = await monitor.query('select * from projecting.parked');
    if (parked.length) throw new Broken(`parked: ${JSON.stringify(parked[0])}`);
    const there = await monitor.query(`select to_regclass('"${projection.schema}".checkpoints') as name`);
    if (!there.rows[0].name) return undefined;
    const { rows } = await monitor.query<{ partition: number; position: number }>(
      `select partition, position from "${projection.schema}".checkpoints`,
    );
    return new Map(rows.map((r) => [r.partition, r.position]));
  }
}

const pick = (row: Record<string, unknown>, columns: readonly string[]) => Object.fromEntries(columns.map((c) => [c, row[c] ?? null]));
const plain = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) =>
    v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1))) : v,
  );
