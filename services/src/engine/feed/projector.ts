import type { Log } from '../log/log.ts';
import { prepare } from '../projecting/replay.ts';
import type { Projection } from '../projecting/projection.ts';
import { type Applied, type Batch, type Database, ReadModel } from '../projecting/read-model.ts';
import type { OnProgress } from '../projecting/copying.ts';
import type { Feed, Subscription } from './feed.ts';
import { pause } from '../../platform/retrying.ts';

interface Options {
  /** For builds, whose statements may take longer than a batch's. */
  builds?: Database;
  /** Called when a batch is applied, with the start of its work (ms since 1970). */
  onApplied?: (projection: Projection, batch: Batch, began: number) => void;
  onProgress?: (projection: Projection, progress: Parameters<OnProgress>[0]) => void;
  /** A rebuild failed, or the database is ahead of this program. It retries later. */
  onTrouble?: (projection: Projection, error: Error) => void;
}

const RETRY_MS = 5_000;

/** Keeps read models live: builds this program’s version, then feeds it. Leaves newer ones alone and rebuilds older ones. */
export class Projector {
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>[] = [];

  constructor(
    private readonly db: Database,
    private readonly log: Log,
    private readonly feed: Feed,
    private readonly options: Options = {},
  ) {}

  /** Resolves when every read model exists and consumes, or its error was reported. */
  async start(projections: readonly Projection[]): Promise<void> {
    await Promise.all(
      projections.map((projection) => new Promise<void>((settled) => this.running.push(this.keep(projection, settled).finally(settled)))),
    );
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private async keep(projection: Projection, settled: () => void): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const onProgress: OnProgress = (progress) => this.options.onProgress?.(projection, progress);
        const state = await prepare(this.options.builds ?? this.db, this.log, projection, { onProgress, signal });
        if (state === 'newer') throw new Error(`${projection.name} in the database has a newer version than this program`);
        await this.consume(projection, settled);
      } catch (error) {
        if (signal.aborted) return;
        this.options.onTrouble?.(projection, error as Error);
        settled();
        await pause(RETRY_MS, signal);
      }
    }
  }

  private async apply(model: ReadModel, batch: Batch): Promise<Applied> {
    const began = Date.now();
    const applied = await model.apply(batch);
    if (applied.outcome === 'applied') this.options.onApplied?.(model.projection, batch, began);
    return applied;
  }

  /** Runs until stopped, or until the read model has another version. */
  private async consume(projection: Projection, settled: () => void): Promise<void> {
    const model = new ReadModel(this.db, projection);
    const consumer = {
      projection,
      checkpoints: () => model.checkpoints(this.db.pool, { ofAnyVersion: false }),
      apply: (batch: Batch) => this.apply(model, batch),
    };
    let subscription: Subscription | undefined;
    await new Promise<void>((done) => {
      // Stopped during preparation: nothing else would end the wait.
      if (this.stopping.signal.aborted) return done();
      subscription = this.feed.subscribe(consumer, done);
      this.stopping.signal.addEventListener('abort', () => done(), { once: true });
      settled();
    });
    await subscription?.stop();
  }
}
