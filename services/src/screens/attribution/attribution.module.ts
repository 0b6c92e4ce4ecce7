import { Module } from '@nestjs/common';
import { Log } from '../../engine/log/log.ts';
import { Vault } from '../../engine/log/vault.ts';
import { Keys } from '../../platform/keys.ts';
import { POOL } from '../../platform/tokens.ts';
import { AttributionController } from './attribution.controller.ts';
import { Attributions } from './attribution.view.ts';
import { EvidenceController } from './evidence.controller.ts';
import { Evidence } from './evidence.view.ts';
import { SalesLists } from './sales.view.ts';

@Module({
  controllers: [AttributionController, EvidenceController],
  providers: [
    { provide: Attributions, useFactory: (pool) => new Attributions(pool), inject: [POOL] },
    { provide: SalesLists, useFactory: (pool, keys) => new SalesLists(pool, keys), inject: [POOL, Keys] },
    { provide: Evidence, useFactory: (log, vault, lists) => new Evidence(log, vault, lists), inject: [Log, Vault, SalesLists] },
  ],
})
export class AttributionModule {}
