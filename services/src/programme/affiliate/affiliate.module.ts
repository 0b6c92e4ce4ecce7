import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AffiliateAdminController } from './affiliate-admin.controller.ts';
import { AffiliateController } from './affiliate.controller.ts';
import { affiliateHandlers } from './affiliate.handlers.ts';
import { Proofs } from './proofs.ts';

/** What the commands of affiliates need, without HTTP: also for operators and the demo. */
@Module({ imports: [CqrsModule], providers: [...affiliateHandlers, Proofs], exports: [Proofs] })
export class AffiliateCommands {}

@Module({ imports: [CqrsModule, AffiliateCommands], controllers: [AffiliateController, AffiliateAdminController] })
export class AffiliateModule {}
