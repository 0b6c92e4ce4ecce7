import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Streams } from '../engine/log/deciding/streams.ts';
import type { Config, Secrets } from '../platform/config.ts';
import type { Pool } from '../platform/pg.ts';
import { CLOCK, type Clock, CONFIG, POOL, SECRETS } from '../platform/tokens.ts';
import { ProgrammeCommands } from '../programme/programme.module.ts';
import { Altcha } from './altcha.ts';
import { Checkouts } from './checkouts.ts';
import { Coupons } from './coupons.ts';
import { CouponsController } from './coupons.controller.ts';
import { HandCredits } from './hand-credits.ts';
import { NotificationInbox } from './notification-inbox.ts';
import { productsIn, StoreProviders } from './provider.ts';
import { providersOf } from './providers/selling.ts';
import { Reconciler } from './reconciler.ts';
import { SalesElsewhereController } from './sales-elsewhere.controller.ts';
import { SalesElsewhere } from './sales-elsewhere.ts';
import { ReviewDecisionsController } from './review-decisions.controller.ts';
import { Settling } from './settling.ts';
import { SignedInBuyers } from './signed-in-buyers.ts';
import { storeHandlers } from './store.handlers.ts';
import { SalesAdminController, StoreController } from './store.controller.ts';

/** Dependencies of the commands of checkouts and sales, without HTTP: also for the demo. */
@Module({ imports: [CqrsModule, ProgrammeCommands], providers: storeHandlers })
export class StoreCommands {}

@Module({
  imports: [CqrsModule, StoreCommands],
  controllers: [StoreController, SalesAdminController, SalesElsewhereController, CouponsController, ReviewDecisionsController],
  providers: [
    Checkouts,
    Coupons,
    HandCredits,
    NotificationInbox,
    Reconciler,
    SalesElsewhere,
    Settling,
    SignedInBuyers,
    {
      provide: Altcha,
      useFactory: (pool: Pool, { altcha }: Secrets, now: Clock) => new Altcha(pool, altcha, now),
      inject: [POOL, SECRETS, CLOCK],
    },
    {
      provide: StoreProviders,
      useFactory: ({ store, publicUrl }: Config, streams: Streams) => providersOf(store, publicUrl, productsIn(streams)),
      inject: [CONFIG, Streams],
    },
  ],
  exports: [HandCredits],
})
export class StoreModule {}
