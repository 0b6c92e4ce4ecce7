import { type DynamicModule, Global, Module, type OnApplicationShutdown, type Provider, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { LogWakeup } from '../engine/feed/log-wakeup.ts';
import { Erasure } from '../engine/log/sealing/erasure.ts';
import { Log } from '../engine/log/log.ts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { Vault } from '../engine/log/sealing/vault.ts';
import { ReadModelErasures } from '../engine/projecting/erasing.ts';
import { PROJECTIONS } from '../engine/projecting/projection.ts';
import { REACTORS } from '../engine/reacting/reactor.ts';
import { LogWatch } from '../observing/log-watch.ts';
import { RestoredPast } from '../observing/restored-past.ts';
import { Metrics } from '../observing/metrics.ts';
import { Tracing } from '../observing/tracing.ts';
import { Keys } from '../platform/keys.ts';
import { TermsHistory } from '../screens/terms-history.ts';
import { CLOCK, CONFIG, LOG_CLOCK, LOGGER, OWNER_URL, PATIENT_POOL, POOL, SECRETS } from '../platform/tokens.ts';
import { Pools } from './opening.ts';
import { reactors } from '../reactors/reactors.module.ts';
import { projections } from '../screens/screens.module.ts';

/** What every process stands on and every feature may inject: the settings, the database, and the log on it. */
@Global()
@Module({})
export class CoreModule implements OnApplicationShutdown {
  constructor(
    private readonly pools: Pools,
    private readonly watch: LogWatch,
    private readonly past: RestoredPast,
    private readonly wakeup: LogWakeup,
    private readonly tracing: Tracing,
  ) {}

  /** `modules`: what else is in a process without HTTP. */
  static forRoot(pools: Pools, modules: readonly Type[] = []): DynamicModule {
    const { config, logger, now = Date.now } = pools.opening;
    const providers: Provider[] = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: CLOCK, useValue: () => now() + config.clockAheadMs },
      { provide: LOG_CLOCK, useValue: now },
      { provide: PROJECTIONS, useValue: projections },
      { provide: REACTORS, useValue: reactors },
      { provide: Pools, useValue: pools },
      { provide: POOL, useValue: pools.pool },
      { provide: PATIENT_POOL, useValue: pools.patientPool },
      { provide: OWNER_URL, useValue: pools.server.ownerUrl },
      { provide: SECRETS, useValue: pools.secrets },
      { provide: Keys, useValue: new Keys(pools.secrets.claim) },
      { provide: Vault, useValue: new Vault(pools.pool, pools.secrets.master) },
      { provide: Log, useFactory: (pool, vault) => Log.open(pool, vault, undefined, now), inject: [POOL, Vault] },
      { provide: Streams, useFactory: (pool, log) => new Streams(pool, log), inject: [POOL, Log] },
      { provide: Metrics, useFactory: (pool, log) => new Metrics(pool, log), inject: [POOL, Log] },
      { provide: Tracing, useFactory: () => Tracing.open(config.tracing) },
      ReadModelErasures,
      Erasure,
      TermsHistory,
      LogWatch,
      RestoredPast,
      {
        provide: LogWakeup,
        useValue: new LogWakeup({
          connectionString: pools.server.appUrl,
          onError: (error) => logger.error({ err: error }, 'commits of other processes are not heard of; readers poll'),
        }),
      },
    ];
    return { module: CoreModule, imports: [DiscoveryModule, ...modules], providers, exports: providers };
  }

  /** Runs last: modules that stop before still read and write. */
  async onApplicationShutdown(): Promise<void> {
    await this.past.stop();
    await this.watch.stop();
    await this.wakeup.stop();
    await this.tracing.stop();
    await this.pools.close();
  }
}
