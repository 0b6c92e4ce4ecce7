import { Inject, Injectable } from '@nestjs/common';
import { fact, MINUTE_MS, secretOf } from '@framelift/contracts';
import { CommandInLog } from '../../engine/log/appending/append.ts';
import { metaOf } from '../../engine/log/deciding/command.ts';
import { EVENTS } from '../../engine/log/event.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Every } from '../../platform/jobs.ts';
import { uuidFrom } from '../../platform/keys.ts';
import type { Pool } from '../../platform/pg.ts';
import { type Clock, LOG_CLOCK, POOL } from '../../platform/tokens.ts';

/** Accounts in one turn. */
const AT_ONCE = 500;

/** Accounts that are older than tags get the event from which on theirs have some. Erased ones have no secret, so they get none. */
@Injectable()
export class ProofSecrets {
  private isDone = false;

  constructor(
    private readonly streams: Streams,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(LOG_CLOCK) private readonly now: Clock,
  ) {
    // The restored log may be from before it.
    streams.log.onLost(() => (this.isDone = false));
  }

  @Every(MINUTE_MS, 'gives accounts that are older than tags the event from which on theirs have some')
  async give(_now?: number, _stop?: AbortSignal, atOnce = AT_ONCE): Promise<void> {
    if (this.isDone) return;
    // A loss meanwhile starts it again.
    this.isDone = true;
    try {
      for (let after = ''; ;) {
        const { rows } = await this.pool.query<{ streamId: string }>(
          `select stream_id as "streamId" from ${EVENTS} first
           where type = 'AffiliateRegistered' and metadata ->> 'tags' is null and stream_id > $1
             and not exists (select from ${EVENTS} given where given.stream_id = first.stream_id and given.type = 'ProofSecretGiven')
           order by stream_id limit $2`,
          [after, atOnce],
        );
        if (!rows.length) return;
        const secrets = await this.streams.log.vault.secrets(rows.map(({ streamId }) => secretOf(streamId)!));
        const living = rows.filter(({ streamId }) => secrets.has(secretOf(streamId)!));
        await Promise.all(living.map(({ streamId }) => this.giveTo(streamId)));
        after = rows.at(-1)!.streamId;
      }
    } catch (error) {
      this.isDone = false;
      throw error;
    }
  }

  private async giveTo(streamId: string): Promise<void> {
    const meta = metaOf({ kind: 'system', id: 'proof-secrets' }, this.now(), uuidFrom(`proof secret ${streamId}`));
    try {
      await this.streams.recordFacts(streamId, [fact('ProofSecretGiven', {})], meta);
    } catch (error) {
      if (!(error instanceof CommandInLog)) throw error;
    }
  }
}
