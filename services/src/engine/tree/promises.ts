import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS } from '@framelift/contracts';
import type { Secrets } from '../../platform/config.ts';
import { promiseText, signedNote } from '../../platform/notes.ts';
import { SECRETS } from '../../platform/tokens.ts';
import { Origins } from './origins.ts';

/** An event as a promise names it. */
export interface Promisable {
  streamId: string;
  version: number;
  hash: Buffer;
  recordedAt: Date;
  /** What of it the promise says, by name. */
  says: Readonly<Record<string, number>>;
}

/** Signed promises that a checkpoint will have an event: without it in time, they prove that it was dropped or changed. */
@Injectable()
export class Promises {
  constructor(
    private readonly origins: Origins,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /** The same for an event whenever it is asked for: kept within a day. */
  async of(events: readonly Promisable[]): Promise<{ note: string; dueAt: string }[]> {
    const origin = await this.origins.now();
    return events.map(({ streamId, version, hash, recordedAt, says }) => {
      const dueAt = new Date(recordedAt.getTime() + DAY_MS).toISOString();
      const text = promiseText({ origin, stream: streamId, version, hash, by: dueAt, at: recordedAt.toISOString(), says });
      return { note: signedNote(text, origin, this.secrets.headSigning), dueAt };
    });
  }
}
