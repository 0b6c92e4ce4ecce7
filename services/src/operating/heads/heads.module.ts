import { Module } from '@nestjs/common';
import { DailyHeads } from './daily-heads.ts';

@Module({ providers: [DailyHeads] })
export class HeadsModule {}
