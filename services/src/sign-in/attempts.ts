import { refusals } from '@framelift/contracts';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Refused } from '../platform/refused.ts';

/** Failed sign-ins are counted per account name and per address; successful ones cost nothing. Limits per minute. */
export class Attempts {
  private readonly byName = new RateLimiterMemory({ points: 10, duration: 60 });
  private readonly byAddress = new RateLimiterMemory({ points: 100, duration: 60 });

  async run<T>(name: string, address: string, attempt: () => Promise<T>): Promise<T> {
    const limits = [
      [this.byName, name.toLowerCase().slice(0, 300)],
      [this.byAddress, address],
    ] as const;
    for (const [limiter, key] of limits)
      if (((await limiter.get(key))?.consumedPoints ?? 0) >= limiter.points) throw new Refused(refusals.tooManyRequests, 429);
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof Refused && error.status === 401) for (const [limiter, key] of limits) await limiter.consume(key).catch(() => {});
      throw error;
    }
  }
}
