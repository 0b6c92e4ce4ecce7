import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { dictionary } from '@zxcvbn-ts/language-common';
import { Piscina } from 'piscina';
import { normalPassword, passwordLength, refusals, rules } from '@framelift/contracts';
import { Refused } from '../../platform/refused.ts';

/** The costs of one hash: memory (KiB), passes, lanes. Stored in every hash, so they can rise. */
interface Costs {
  memory: number;
  passes: number;
  parallelism: number;
}
/** OWASP's first choice. */
export const COSTS: Costs = { memory: 19 * 1024, passes: 2, parallelism: 1 };
/** Half of the cores; the other half serves all other requests. */
export const MAX_THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
/** About a second of waiting on one core. */
export const MAX_WAITING = 30;

/** The most common passwords that are long enough for us (ASVS 5.0, 6.2.4 asks for 3,000). */
const common = new Set((dictionary['passwords-common'] as string[]).filter((p) => p.length >= rules.passwordMinimum).slice(0, 3_000));

/** @throws Refused with the form's text (docs/rules.md#11-sign-in), naming the minimum in force. */
export function checkNewPassword(password: string, minimum: number): void {
  if (passwordLength(password) < minimum)
    throw Refused.inWords(refusals.passwordTooShort.replace(String(rules.passwordMinimum), String(minimum)), 'invalid', 'passwordTooShort');
  if (passwordLength(password) > rules.passwordMaximum) throw new Refused(refusals.passwordTooLong);
  if (common.has(password.toLowerCase())) throw new Refused(refusals.passwordTooCommon);
}

/** Low priority: beside one busy neighbour on a core, a thread gets a thirtieth of it. Linux weighs process groups before threads. */
export const NICENESS = 15;
/** How long an idle thread stays. */
const IDLE_MS = 60_000;

/** argon2id in a bounded number of low-priority threads with a short queue: a flood of sign-ins is refused instead of starving other requests. */
@Injectable()
export class Passwords implements OnApplicationShutdown {
  private readonly threads = new Piscina({
    filename: new URL(`./argon2.worker${extname(import.meta.url)}`, import.meta.url).href,
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
    niceIncrement: NICENESS,
  });

  /** The cost of new hashes; specs that are not about passwords lower it. */
  costs = COSTS;
  /** Logins in progress. */
  private inside = 0;

  /** Before any query for a sign-in that would be refused anyway. @throws Refused while the queue is full */
  checkRoom(): void {
    if (Math.max(this.threads.queueSize, this.inside - MAX_THREADS) >= MAX_WAITING) throw noRoom();
  }

  /** Reserves a place for a login from its start, so that none is counted and looked up without being verified. */
  async withRoom<T>(work: () => Promise<T>): Promise<T> {
    this.checkRoom();
    this.inside++;
    try {
      return await work();
    } finally {
      this.inside--;
    }
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    return hashText(this.costs, salt, await this.derive(password, salt, this.costs));
  }

  /** Costs the same whether the account exists or not: without a hash it works on a fixed one and answers false. */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    const [, , , costs, salt, tag] = (hash ?? hashText(this.costs, Buffer.alloc(16), Buffer.alloc(32))).split('$');
    const [memory, passes, parallelism] = costs!.split(',').map((c) => Number(c.slice(2)));
    const expected = Buffer.from(tag!, 'base64url');
    const derived = await this.derive(password, Buffer.from(salt!, 'base64url'), {
      memory: memory!,
      passes: passes!,
      parallelism: parallelism!,
    });
    return timingSafeEqual(derived, expected) && hash !== undefined;
  }

  /** Whether a hash has outdated costs: it is renewed while the password is available. */
  isOutdated(hash: string): boolean {
    return hash.split('$')[3] !== costsText(this.costs);
  }

  private async derive(password: string, nonce: Buffer, costs: Costs): Promise<Buffer> {
    if (this.threads.queueSize >= MAX_WAITING) throw noRoom();
    return Buffer.from(await this.threads.run({ message: Buffer.from(normalPassword(password)), nonce, tagLength: 32, ...costs }));
  }

  /** What is accepted has been answered: hashes that are left are of clients that left, and at low priority may take minutes. */
  onApplicationShutdown(): Promise<void> {
    return this.threads.destroy();
  }
}

const noRoom = () => new Refused(refusals.tooManyRequests, 'tooMany', 1);

const costsText = ({ memory, passes, parallelism }: Costs) => `m=${memory},t=${passes},p=${parallelism}`;
const hashText = (costs: Costs, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$${costsText(costs)}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
