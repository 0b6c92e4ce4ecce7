import { Module } from '@nestjs/common';
import { POOL } from '../../platform/tokens.ts';
import { ActionLogController } from './action-log.controller.ts';
import { ActionLog } from './action-log.view.ts';

@Module({
  controllers: [ActionLogController],
  providers: [{ provide: ActionLog, useFactory: (pool) => new ActionLog(pool), inject: [POOL] }],
})
export class ActionLogModule {}
