import { Inject, Injectable } from '@nestjs/common';
import { fact, idOf, MINUTE_MS } from '@framelift/contracts';
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
  ) {}

  @Every(MINUTE_MS, 'gives accounts that are older than tags the event from which on theirs have some')
  async give(): Promise<void> {
    while (!this.isDone) {
      const { rows } = await this.pool.query<{ streamId: string }>(
        `select stream_id as "streamId" from ${EVENTS} first
         where type = 'AffiliateRegistered' and metadata ->> 'tags' is null
           and not exists (select from ${EVENTS} given where given.stream_id = first.stream_id and given.type = 'ProofSecretGiven')
         limit $1`,
        [AT_ONCE],
      );
      const secrets = await this.streams.log.vault.secrets(rows.map(({ streamId }) => `affiliate:${idOf(streamId)}`));
      const living = rows.filter(({ streamId }) => secrets.has(`affiliate:${idOf(streamId)}`));
      await Promise.all(living.map(({ streamId }) => this.giveTo(streamId)));
      this.isDone = !living.length;
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
