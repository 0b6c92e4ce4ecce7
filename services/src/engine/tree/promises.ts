import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS } from '@framelift/contracts';
import type { Config, Secrets } from '../../platform/config.ts';
import { promiseText, signedNote } from '../../platform/notes.ts';
import { CONFIG, SECRETS } from '../../platform/tokens.ts';
import { originOf } from './checkpoints.ts';

/** An event as a promise names it. */
export interface Promisable {
  streamId: string;
  version: number;
  hash: Buffer;
  recordedAt: Date;
}

/** Signed promises that a checkpoint will have an event: without it in time, they prove that it was dropped or changed. */
@Injectable()
export class Promises {
  private readonly origin: string;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {
    this.origin = originOf(config);
  }

  /** The same for an event whenever it is asked for: kept within a day. */
  of({ streamId, version, hash, recordedAt }: Promisable): { note: string; dueAt: string } {
    const dueAt = new Date(recordedAt.getTime() + DAY_MS).toISOString();
    const text = promiseText({ origin: this.origin, stream: streamId, version, hash, by: dueAt });
    return { note: signedNote(text, this.origin, this.secrets.headSigning), dueAt };
  }
}
