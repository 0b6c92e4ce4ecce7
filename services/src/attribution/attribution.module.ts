import { Module } from '@nestjs/common';
import { POOL } from '../platform/tokens.ts';
import { AttributionController } from './attribution.controller.ts';
import { Attributions } from './attribution.view.ts';

@Module({
  controllers: [AttributionController],
  providers: [{ provide: Attributions, useFactory: (pool) => new Attributions(pool), inject: [POOL] }],
})
export class AttributionModule {}
