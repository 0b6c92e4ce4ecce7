import { Module } from '@nestjs/common';
import { JobsModule } from '../../platform/jobs.ts';
import { DailyHeads } from './daily-heads.ts';

@Module({ imports: [JobsModule], providers: [DailyHeads] })
export class HeadsModule {}
