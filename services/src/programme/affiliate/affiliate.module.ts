import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { POOL } from '../../platform/tokens.ts';
import { AffiliateAdminController } from './affiliate-admin.controller.ts';
import { AffiliateController } from './affiliate.controller.ts';
import { affiliateHandlers } from './affiliate.handlers.ts';
import { Proofs } from './proofs.ts';

@Module({
  imports: [CqrsModule],
  controllers: [AffiliateController, AffiliateAdminController],
  providers: [...affiliateHandlers, { provide: Proofs, useFactory: (pool) => new Proofs(pool), inject: [POOL] }],
})
export class AffiliateModule {}
