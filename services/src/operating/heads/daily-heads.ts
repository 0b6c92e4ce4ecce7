import { Inject, Injectable } from '@nestjs/common';
import { fact, programmeStream } from '@framelift/contracts';
import { CommandInLog } from '../../engine/log/append.ts';
import { Log } from '../../engine/log/log.ts';
import type { Secrets } from '../../platform/config.ts';
import { uuidFrom } from '../../platform/keys.ts';
import type { Pool } from '../../platform/pg.ts';
import { CLOCK, type Clock, POOL, SECRETS } from '../../platform/tokens.ts';
import { signHead } from './signature.ts';

const LOCK = 4_021_986;

/** Signs the head once a day when something happened before that day, so that whoever keeps it can hold history against it. */
@Injectable()
export class DailyHeads {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly log: Log,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** By one process at a time; one that dies loses the lock with its connection. Answers the position, or undefined. */
  async run(): Promise<number | undefined> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      const { rows } = await client.query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [LOCK]);
      if (!rows[0]!.leads) return undefined;
      const position = await this.sign();
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
      return position;
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  private async sign(): Promise<number | undefined> {
    const occurredAt = new Date(this.now()).toISOString();
    const today = occurredAt.slice(0, 10);
    // Two leaders at once (one was paused) would mean the same command. Times in the log may be wrong; the command's day is not.
    const commandId = uuidFrom(`head of ${today}`);
    const { position, hash } = await this.log.head();
    const { rows } = await this.pool.query<{ due: boolean }>(
      `select exists (select from log.events where position = 1 and recorded_at < $1::timestamptz)
         and not exists (select from log.events where type = 'HeadSigned' and position = $2)
         and not exists (select from log.events where command_id = $3) as due`,
      [`${today}T00:00:00Z`, position, commandId],
    );
    if (!rows[0]!.due) return undefined;
    const facts = [fact('HeadSigned', signHead(this.secrets.headSigning, position, hash.toString('hex')))];
    const metadata = { commandId, correlationId: commandId, occurredAt, actor: { kind: 'system', id: 'heads' } } as const;
    try {
      const appended = await this.log.append({ streams: [{ streamId: programmeStream, expected: 'any', facts }], metadata });
      return appended.position;
    } catch (error) {
      if (error instanceof CommandInLog) return undefined;
      throw error;
    }
  }
}
