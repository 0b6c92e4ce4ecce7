import { Inject, Injectable } from '@nestjs/common';
import { affiliateStream, type CheckpointView, invoiceKey, promised, type PromisesView, type Stored } from '@framelift/contracts';
import { EVENTS } from '../../engine/log/event.ts';
import { Checkpoints } from '../../engine/tree/checkpoints.ts';
import { Origins } from '../../engine/tree/origins.ts';
import { Promises } from '../../engine/tree/promises.ts';
import { Witnesses } from '../../engine/tree/witnesses.ts';
import { type ListQuery, pageOf, positionAfter } from '../../http/list-query.ts';
import type { Pool } from '../../platform/pg.ts';
import { POOL } from '../../platform/tokens.ts';

interface Promised {
  version: number;
  hash: Buffer;
  recordedAt: Date;
  data: string;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What lets an account check the log by itself. */
@Injectable()
export class Proofs {
  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly witnesses: Witnesses,
    private readonly promises: Promises,
    private readonly origins: Origins,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  /** `since`: sizes of checkpoints that the caller kept; larger ones than the last are left out. */
  async checkpoint(since: readonly number[]): Promise<CheckpointView> {
    await this.checkpoints.extend();
    const { size, note, signedAt } = (await this.checkpoints.inView(async (_, last) => last))!;
    const continues = await this.checkpoints.continues(size, since);
    const witnesses = (await this.witnesses.list()).map((one) => ({
      name: one.name,
      size: one.size,
      signedAt: iso(one.signedAt),
      error: one.error,
    }));
    return { size, note, signedAt: signedAt.toISOString(), key: await this.origins.key(), continues, witnesses };
  }

  /** The promises of an affiliate's credited sales, the newest first. @throws Refused: the cursor is another list's */
  async promised(affiliateId: string, query: ListQuery): Promise<PromisesView> {
    const streamId = affiliateStream(affiliateId);
    const { rows: read } = await this.pool.query<Promised>({
      name: 'proof.promises',
      text: `select version, hash, recorded_at as "recordedAt", data::text from ${EVENTS}
             where stream_id = $1 and type = 'SaleRecorded' and version < $2 order by version desc limit $3`,
      values: [streamId, positionAfter(query) ?? 2 ** 31 - 1, query.limit + 1],
    });
    const { rows, next } = pageOf(read, query.limit, ({ version }) => [version]);
    const sales = rows.map(({ data }) => JSON.parse(data) as Stored<'SaleRecorded'>);
    const notes = await this.promises.of(rows.map((event, i) => ({ streamId, ...event, says: promised(sales[i]!) })));
    const promises = rows.map(({ recordedAt }, i) => ({
      transactionId: invoiceKey(sales[i]!),
      recordedAt: recordedAt.toISOString(),
      ...notes[i]!,
    }));
    return { promises, next };
  }
}
