import { Module } from '@nestjs/common';
import { LiveController } from './live.controller.ts';
import { Live } from './live.ts';

@Module({ controllers: [LiveController], providers: [Live] })
export class LiveModule {}
