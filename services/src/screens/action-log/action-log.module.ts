import { Module } from '@nestjs/common';
import { ActionLogController } from './action-log.controller.ts';
import { ActionLog } from './action-log.view.ts';

@Module({ controllers: [ActionLogController], providers: [ActionLog] })
export class ActionLogModule {}
