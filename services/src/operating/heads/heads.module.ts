import { type BeforeApplicationShutdown, Inject, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '../../platform/logging.ts';
import { Repeat } from '../../platform/repeat.ts';
import { LOGGER } from '../../platform/tokens.ts';
import { DailyHeads } from './daily-heads.ts';

const EVERY = 10 * 60 * 1000;

@Injectable()
export class HeadJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly signing: Repeat;

  constructor(heads: DailyHeads, @Inject(LOGGER) logger: Logger) {
    const sign = async () => void (await heads.run());
    this.signing = new Repeat(EVERY, sign, (error) => logger.error({ err: error }, 'the head could not be signed'));
  }

  onApplicationBootstrap(): void {
    this.signing.wake();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.signing.stop();
  }
}

@Module({ providers: [DailyHeads, HeadJobs] })
export class HeadsModule {}
