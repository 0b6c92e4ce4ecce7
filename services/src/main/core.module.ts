import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Log } from '../engine/log/log.ts';
import { LogWakeup } from '../engine/feed/log-wakeup.ts';
import { LogWatch } from '../observing/log-watch.ts';
import { Streams } from '../engine/log/streams.ts';
import { Vault } from '../engine/log/vault.ts';
import { Erasure } from '../engine/log/erasure.ts';
import { Keys } from '../platform/keys.ts';
import { Metrics } from '../observing/metrics.ts';
import { CLOCK, CONFIG, LOGGER, PATIENT_POOL, POOL, SECRETS } from '../platform/tokens.ts';
import type { System } from './system.ts';

/** What every feature may inject. */
@Global()
@Module({})
export class CoreModule {
  static of({
    pool,
    patientPool,
    log,
    streams,
    vault,
    keys,
    erasure,
    config,
    secrets,
    logger,
    metrics,
    watch,
    wakeup,
    now,
  }: System): DynamicModule {
    const values = [
      { provide: POOL, useValue: pool },
      { provide: PATIENT_POOL, useValue: patientPool },
      { provide: CLOCK, useValue: now },
      { provide: CONFIG, useValue: config },
      { provide: SECRETS, useValue: secrets },
      { provide: LOGGER, useValue: logger },
      { provide: Log, useValue: log },
      { provide: Streams, useValue: streams },
      { provide: Vault, useValue: vault },
      { provide: Keys, useValue: keys },
      { provide: Erasure, useValue: erasure },
      { provide: Metrics, useValue: metrics },
      { provide: LogWatch, useValue: watch },
      { provide: LogWakeup, useValue: wakeup },
    ];
    return { module: CoreModule, providers: values, exports: values };
  }
}
