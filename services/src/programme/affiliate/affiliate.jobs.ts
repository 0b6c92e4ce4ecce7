import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '../../platform/logging.ts';
import { Repeat } from '../../platform/repeat.ts';
import { LOGGER } from '../../platform/tokens.ts';
import { Proofs } from './proofs.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Removes in the background the images of proofs that no event came to name. */
@Injectable()
export class AffiliateJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly removing: Repeat;

  constructor(proofs: Proofs, @Inject(LOGGER) logger: Logger) {
    const failed = (error: unknown) => logger.error({ err: error }, 'proofs that no event names could not be removed');
    this.removing = new Repeat(HOUR_MS, () => proofs.removeUnnamed(), failed);
  }

  onApplicationBootstrap(): void {
    this.removing.wake();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.removing.stop();
  }
}
