import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/logging.ts';
import { Repeat } from '../platform/repeat.ts';
import { CONFIG, LOGGER } from '../platform/tokens.ts';
import { Altcha } from './altcha.ts';
import { NotificationInbox } from './notification-inbox.ts';
import { Reconciler } from './reconciler.ts';

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;

/** What the store does in the background while the process serves. */
@Injectable()
export class StoreJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly inbox: Repeat;
  private readonly reconciling: Repeat;
  private readonly tidying: Repeat;

  constructor(
    inbox: NotificationInbox,
    reconciler: Reconciler,
    altcha: Altcha,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    const failed = (job: string) => (error: unknown) => logger.error({ err: error, job }, 'a background job failed');
    this.inbox = new Repeat(2 * SECOND, (stop) => inbox.work(stop), failed('notifications'));
    this.reconciling = new Repeat(config.store.reconcileSeconds * SECOND, (stop) => reconciler.run(stop), failed('reconciler'));
    const tidy = async () => {
      await altcha.purge();
      await inbox.purge();
    };
    this.tidying = new Repeat(HOUR, tidy, failed('tidying'));
  }

  onApplicationBootstrap(): void {
    for (const job of [this.inbox, this.reconciling, this.tidying]) job.wake();
  }

  /** A notification came in: no need to wait for the next look. */
  notified(): void {
    this.inbox.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.inbox, this.reconciling, this.tidying].map((job) => job.stop()));
  }
}
