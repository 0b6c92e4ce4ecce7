import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap, SetMetadata, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Config } from './config.ts';
import type { Logger } from './logging.ts';
import { markedMethods, nameOf } from './marked.ts';
import { Repeat } from './repeat.ts';
import { CLOCK, type Clock, CONFIG, LOGGER } from './tokens.ts';

const EVERY = Symbol('every');

/** A job: a provider's method. `now` in ms since 1970; `stop` is aborted when the process ends. */
export type Job = (now: number, stop: AbortSignal) => Promise<unknown>;
export type Interval = number | ((config: Config) => number);

/** Every job by `<class>.<method>`, for docs/reference.md. */
export const declaredJobs = new Map<string, { interval: Interval; does: string }>();

/** Runs the method in the background while the process serves: when it begins, and `interval` ms after each run's end. */
export const Every =
  (interval: Interval, does: string) =>
  <J extends Job>(target: object, key: string, descriptor: TypedPropertyDescriptor<J>): void => {
    declaredJobs.set(nameOf(target.constructor, key), { interval, does });
    SetMetadata(EVERY, interval)(target, key, descriptor);
  };

/** The jobs of all providers. A fault is logged with the job's name, and the next run still happens. */
@Injectable()
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly jobs = new Map<string, Repeat>();

  constructor(
    private readonly discovery: DiscoveryService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    for (const { name, value, call } of markedMethods<Interval, Job>(this.discovery, EVERY)) {
      const ms = typeof value === 'number' ? value : value(this.config);
      const failed = (error: unknown) => this.logger.error({ err: error, job: name }, 'a background job failed');
      this.jobs.set(name, new Repeat(ms, (stop) => call(this.now(), stop), failed));
    }
    for (const job of this.jobs.values()) job.wake();
  }

  /** Runs a job now, or once more after the current run. */
  wake<T>(provider: Type<T>, method: keyof T & string): void {
    this.jobs.get(nameOf(provider, method))?.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.jobs.values()].map((job) => job.stop()));
  }
}
