import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '../../platform/logging.ts';
import { Repeat } from '../../platform/repeat.ts';
import { CLOCK, type Clock, LOGGER } from '../../platform/tokens.ts';
import { Attempts } from './attempts.ts';
import { CredentialsTable } from './credentials.ts';
import { PasswordLinks } from './password-links.ts';

const HOUR = 60 * 60 * 1000;

/** Forgets in the background: failed sign-ins, re-entered passwords and links that no longer count, and logouts whose tokens have expired. */
@Injectable()
export class SignInJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly forgetting: Repeat;

  constructor(
    attempts: Attempts,
    credentials: CredentialsTable,
    links: PasswordLinks,
    @Inject(CLOCK) now: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    const forget = async () => {
      await attempts.forget();
      await credentials.forget(now());
      await links.forget(now());
    };
    this.forgetting = new Repeat(HOUR, forget, (error) => logger.error({ err: error }, 'failed sign-ins could not be forgotten'));
  }

  onApplicationBootstrap(): void {
    this.forgetting.wake();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.forgetting.stop();
  }
}
