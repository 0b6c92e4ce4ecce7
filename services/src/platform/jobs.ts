import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap, SetMetadata, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { Config } from './config.ts';
import type { Logger } from './logging.ts';
import { Repeat } from './repeat.ts';
import { CLOCK, type Clock, CONFIG, LOGGER } from './tokens.ts';

const EVERY = Symbol('every');

/** A job: a provider's method. `now` in ms since 1970; `stop` is aborted when the process ends. */
export type Job = (now: number, stop: AbortSignal) => Promise<unknown>;
type Interval = number | ((config: Config) => number);

/** Runs the method in the background while the process serves: when it begins, and `interval` ms after each run's end. */
export const Every =
  (interval: Interval) =>
  <J extends Job>(target: object, key: string, descriptor: TypedPropertyDescriptor<J>): void =>
    void SetMetadata(EVERY, interval)(target, key, descriptor);

/** The jobs of all providers. A fault is logged with the job's name, and the next run comes all the same. */
@Injectable()
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly jobs = new Map<string, Repeat>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (!instance || typeof instance !== 'object') continue;
      for (const method of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance))) {
        const interval = Reflect.getMetadata(EVERY, instance[method]) as Interval | undefined;
        if (interval === undefined) continue;
        const job = nameOf(instance.constructor, method);
        const ms = typeof interval === 'number' ? interval : interval(this.config);
        const run = (stop: AbortSignal) => (instance[method] as Job)(this.now(), stop);
        const failed = (error: unknown) => this.logger.error({ err: error, job }, 'a background job failed');
        this.jobs.set(job, new Repeat(ms, run, failed));
      }
    }
    for (const job of this.jobs.values()) job.wake();
  }

  /** Runs a job now, or once more after the run under way. */
  wake<T>(provider: Type<T>, method: keyof T & string): void {
    this.jobs.get(nameOf(provider, method))?.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.jobs.values()].map((job) => job.stop()));
  }
}

const nameOf = (provider: { name: string }, method: string): string => `${provider.name}.${method}`;
