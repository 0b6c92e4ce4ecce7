import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { POOL } from '../../platform/tokens.ts';
import { AffiliateAdminController } from './affiliate-admin.controller.ts';
import { AffiliateController } from './affiliate.controller.ts';
import { affiliateHandlers } from './affiliate.handlers.ts';
import { Proofs } from './proofs.ts';

/** What the commands of affiliates need, without HTTP: also for operators and the demo. */
@Module({
  imports: [CqrsModule],
  providers: [...affiliateHandlers, { provide: Proofs, useFactory: (pool) => new Proofs(pool), inject: [POOL] }],
  exports: [Proofs],
})
export class AffiliateCommands {}

@Module({ imports: [CqrsModule, AffiliateCommands], controllers: [AffiliateController, AffiliateAdminController] })
export class AffiliateModule {}
