import { Module } from '@nestjs/common';
import { Log } from '../../engine/log/log.ts';
import { POOL } from '../../platform/tokens.ts';
import { EventHistoryController } from './event-history.controller.ts';
import { EventHistory } from './event-history.view.ts';

@Module({
  controllers: [EventHistoryController],
  providers: [{ provide: EventHistory, useFactory: (pool, log) => new EventHistory(pool, log), inject: [POOL, Log] }],
})
export class EventHistoryModule {}
