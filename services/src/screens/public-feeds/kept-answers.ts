import { LRUCache } from 'lru-cache';
import { neverBack } from '../../platform/moments.ts';
import { FeedFailed } from './upstream.ts';

const MAX_KEPT = 2_000;
/** The pause after a source's first failure, doubled with each further one up to the longest (ms). */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 30_000;

/** Answers of public sources, in memory: fresh for `ttlMs`, then stale until the next one. A failed source is paused for a while. */
export class KeptAnswers {
  private readonly resting = new Map<string, { until: number; failures: number }>();
  private readonly now: () => number;
  private readonly answers: LRUCache<string, object, () => Promise<object>>;

  constructor(
    ttlMs: number,
    clock: () => number,
    private readonly failed: (what: string, error: FeedFailed) => void,
  ) {
    const now = neverBack(clock);
    this.now = now;
    this.answers = new LRUCache({
      max: MAX_KEPT,
      ttl: ttlMs,
      ttlResolution: 0,
      perf: { now },
      allowStale: true,
      allowStaleOnFetchRejection: true,
      noDeleteOnFetchRejection: true,
      noDeleteOnStaleGet: true,
      fetchMethod: (what, _last, { context }) => this.askOnce(what, context),
    });
  }

  /** Some source did not answer when it was last asked. */
  get failing(): boolean {
    return this.resting.size > 0;
  }

  /** null: there never was an answer. */
  async get<T extends string | number | object>(what: string, ask: () => Promise<T>): Promise<T | null> {
    try {
      const kept = await this.answers.fetch(what, { context: async () => ({ answer: await ask() }) });
      return (kept as { answer: T } | undefined)?.answer ?? null;
    } catch (error) {
      if (error instanceof FeedFailed) return null;
      throw error;
    }
  }

  private async askOnce(what: string, question: () => Promise<object>): Promise<object> {
    const { until, failures } = this.resting.get(what) ?? { until: 0, failures: 0 };
    if (this.now() < until) throw new FeedFailed('rests');
    try {
      const answer = await question();
      this.resting.delete(what);
      return answer;
    } catch (error) {
      const failure = error instanceof FeedFailed ? error : new FeedFailed('could not be read');
      const pauseMs = Math.max(failure.pauseMs, Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS));
      this.resting.set(what, { until: this.now() + pauseMs, failures: failures + 1 });
      this.failed(what, failure);
      throw failure;
    }
  }
}
