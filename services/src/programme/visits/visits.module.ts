import { type BeforeApplicationShutdown, Inject, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '../../platform/logging.ts';
import { Repeat } from '../../platform/repeat.ts';
import { CLOCK, type Clock, LOGGER } from '../../platform/tokens.ts';
import { CountedVisits } from './counted-visits.ts';
import { PageVisits } from './page-visits.ts';
import { VisitorKeys } from './visitor-keys.ts';
import { VisitsController } from './visits.controller.ts';
import { Visits } from './visits.ts';

const MINUTE = 60 * 1000;

/** Forgets in the background: visits of a moment ago every minute, visitors of a month ago with them. */
@Injectable()
export class VisitsJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly forgetting: Repeat;

  constructor(visits: CountedVisits, keys: VisitorKeys, @Inject(CLOCK) now: Clock, @Inject(LOGGER) logger: Logger) {
    const forget = async () => {
      await visits.forget(now());
      await keys.destroyOld(now());
    };
    this.forgetting = new Repeat(MINUTE, forget, (error) => logger.error({ err: error }, 'visitors could not be forgotten'));
  }

  onApplicationBootstrap(): void {
    this.forgetting.wake();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.forgetting.stop();
  }
}

@Module({ controllers: [VisitsController], providers: [Visits, CountedVisits, PageVisits, VisitorKeys, VisitsJobs] })
export class VisitsModule {}
