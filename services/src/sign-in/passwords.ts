import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { dictionary } from '@zxcvbn-ts/language-common';
import { normalPassword, passwordLength, refusals, rules } from '@framelift/contracts';
import { Refused } from '../platform/refused.ts';

/** OWASP's first choice: 19 MiB, two passes, one lane. Kept in every hash, so they can rise. */
const current = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const COSTS = `m=${current.memory},t=${current.passes},p=${current.parallelism}`;
/** Half of the machine: the other half answers everybody else. */
export const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
/** About a second of waiting on one core. */
export const MOST_WAITING = 30;

/** The most common passwords that are long enough for us (ASVS 5.0, 6.2.4 asks for 3,000). */
const common = new Set((dictionary['passwords-common'] as string[]).filter((p) => p.length >= rules.passwordMinimum).slice(0, 3_000));

/** @throws Refused with the spec's text (SPEC §5), naming the minimum in force. */
export function checkNewPassword(password: string, minimum: number): void {
  if (passwordLength(password) < minimum)
    throw new Refused(refusals.passwordTooShort.replace(String(rules.passwordMinimum), String(minimum)));
  if (passwordLength(password) > rules.passwordMaximum) throw new Refused(refusals.passwordTooLong);
  if (common.has(password.toLowerCase())) throw new Refused(refusals.passwordTooCommon);
}

/**
 * argon2id on the thread pool, a bounded number at once and a short queue behind: a flood of sign-ins is refused rather than
 * left to starve every other request of memory and threads.
 */
export class Passwords {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const tag = await this.derive(password, salt, current);
    return `$argon2id$v=19$${COSTS}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
  }

  /** Costs the same whether the account exists or not: without a hash it works on a fixed one and answers false. */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    const [, , , costs, salt, tag] = (hash ?? NOBODY).split('$');
    const [memory, passes, parallelism] = costs!.split(',').map((c) => Number(c.slice(2)));
    const expected = Buffer.from(tag!, 'base64url');
    const derived = await this.derive(password, Buffer.from(salt!, 'base64url'), {
      memory: memory!,
      passes: passes!,
      parallelism: parallelism!,
    });
    return timingSafeEqual(derived, expected) && hash !== undefined;
  }

  /** Whether a hash was made with other costs than today's: it is made anew while the password is at hand. */
  isOutdated(hash: string): boolean {
    return hash.split('$')[3] !== COSTS;
  }

  private async derive(password: string, nonce: Buffer, costs: typeof current): Promise<Buffer> {
    if (this.running >= AT_ONCE) {
      if (this.queue.length >= MOST_WAITING) throw new Refused(refusals.tooManyRequests, 429, 1);
      await new Promise<void>((turn) => this.queue.push(turn));
    } else this.running++;
    try {
      return await new Promise<Buffer>((done, failed) =>
        argon2('argon2id', { message: Buffer.from(normalPassword(password)), nonce, tagLength: 32, ...costs }, (error, tag) =>
          error ? failed(error) : done(tag as Buffer),
        ),
      );
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.running--;
    }
  }
}

const NOBODY = `$argon2id$v=19$${COSTS}$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`;
