import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AffiliateAdminController } from './affiliate-admin.controller.ts';
import { AffiliateController } from './affiliate.controller.ts';
import { affiliateHandlers } from './affiliate.handlers.ts';
import { AffiliateJobs } from './affiliate.jobs.ts';
import { Proofs } from './proofs.ts';

@Module({
  imports: [CqrsModule],
  controllers: [AffiliateController, AffiliateAdminController],
  providers: [...affiliateHandlers, Proofs, AffiliateJobs],
})
export class AffiliateModule {}
