import { Module } from '@nestjs/common';
import { EventHistoryController } from './event-history.controller.ts';
import { EventHistory } from './event-history.view.ts';

@Module({ controllers: [EventHistoryController], providers: [EventHistory] })
export class EventHistoryModule {}
