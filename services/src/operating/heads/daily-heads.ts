import { EVENTS } from '../../engine/log/event.ts';
import { Inject, Injectable } from '@nestjs/common';
import { fact, MINUTE_MS, programmeStream, STATEMENT_LAYOUT } from '@framelift/contracts';
import { CommandInLog } from '../../engine/log/appending/append.ts';
import { metaOf } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import type { Config, Secrets } from '../../platform/config.ts';
import { Every } from '../../platform/jobs.ts';
import { ifAlone, locks } from '../../platform/locks.ts';
import { uuidFrom } from '../../platform/keys.ts';
import type { Pool } from '../../platform/pg.ts';
import { CLOCK, type Clock, CONFIG, POOL, SECRETS } from '../../platform/tokens.ts';
import { signHead } from './signature.ts';

/** Signs the head once a day after new events, so that a kept head proves later that history was not rewritten. */
@Injectable()
export class DailyHeads {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly streams: Streams,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /** Signs the head in one process at a time. @returns the position of the event, if one was due. */
  @Every(10 * MINUTE_MS, 'one process signs the head of the log once a day')
  async run(): Promise<number | undefined> {
    return ifAlone(this.pool, locks.dailyHeads, () => this.sign());
  }

  private async sign(): Promise<number | undefined> {
    const now = this.now();
    const today = new Date(now).toISOString().slice(0, 10);
    // Two leaders (one was paused) would send the same command. Times in the log may be wrong; the command's day is not.
    const commandId = uuidFrom(`head of ${today}`);
    const { position, hash } = await this.streams.log.head();
    const { rows } = await this.pool.query<{ due: boolean }>(
      `select exists (select from ${EVENTS} where position = 1 and recorded_at < $1::timestamptz)
         and not exists (select from ${EVENTS} where type = 'HeadSigned' and position = $2)
         and not exists (select from ${EVENTS} where command_id = $3) as due`,
      [`${today}T00:00:00Z`, position, commandId],
    );
    if (!rows[0]!.due) return undefined;
    const head = signHead(this.secrets.headSigning, position, hash.toString('hex'));
    const facts = [fact('HeadSigned', { ...head, layout: STATEMENT_LAYOUT, site: this.config.publicUrl })];
    const meta = metaOf({ kind: 'system', id: 'heads' }, now, commandId);
    try {
      return (await this.streams.recordFacts(programmeStream, facts, meta)).position;
    } catch (error) {
      if (error instanceof CommandInLog) return undefined;
      throw error;
    }
  }
}
