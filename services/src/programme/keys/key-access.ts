import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { keyRefusals, MINUTE_MS, refusals } from '@framelift/contracts';
import { batched } from '../../platform/batched.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import type { KeyFinder, KeyLimit, KnownKey } from '../../http/allow.ts';
import type { Logger } from '../../platform/logging.ts';
import { Refused } from '../../platform/refused.ts';
import { type Clock, CLOCK, LOGGER } from '../../platform/tokens.ts';
import { type ApiKey, apiKeysSource, hasExpired } from './api-key.decider.ts';
import { LastUses } from './last-uses.ts';

/** Pause between reads of the keys: requests that arrive meanwhile share the next one. */
const REST_MS = 10;

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const isKey = ({ hash }: ApiKey, text: string): boolean => timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(hashOfKey(text), 'hex'));

/** Finds the key of a request: from the stream on every request, so a revocation applies immediately. */
@Injectable()
export class KeyAccess implements KeyFinder {
  constructor(
    private readonly streams: Streams,
    private readonly uses: LastUses,
    @Inject(ThrottlerStorage) private readonly hits: ThrottlerStorage,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The keys as of after each request's arrival: a request during a read waits for the next one. */
  private readonly keysNow = batched(async (questions: readonly true[]) => {
    const { state } = await this.streams.load(apiKeysSource);
    return questions.map(() => state);
  }, REST_MS);

  async byKey(text: string, note: (limit: KeyLimit) => void): Promise<KnownKey> {
    const key = await this.good(text);
    // Each process counts separately: the limit stops runaway programs, it is not a quota.
    const { perMinute } = key;
    const counted = await this.hits.increment(`key ${key.id}`, MINUTE_MS, perMinute, 0, 'keys');
    const { isBlocked, timeToBlockExpire, timeToExpire, totalHits } = counted;
    note({ perMinute, left: Math.max(0, perMinute - totalHits), resetSeconds: isBlocked ? timeToBlockExpire : timeToExpire });
    if (isBlocked) throw new Refused(refusals.tooManyRequests, 'tooMany', Math.max(1, timeToBlockExpire));
    // A failed write is logged; it does not lock programs out.
    await this.uses.note(key.id, this.now()).catch((err: unknown) => this.logger.error({ err }, 'the use of a key could not be noted'));
    const { id, name, scopes } = key;
    return { id, name, scopes };
  }

  async isGood(text: string): Promise<boolean> {
    return this.good(text).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refused) return false;
        throw error;
      },
    );
  }

  private async good(text: string): Promise<ApiKey> {
    const { keys } = await this.keysNow(true);
    const key = keys.find(({ id }) => text.startsWith(`flk_${id}_`));
    const now = new Date(this.now()).toISOString();
    if (!key || !isKey(key, text) || hasExpired(key, now)) throw new Refused(keyRefusals.invalid, 'unauthorized');
    return key;
  }
}
