import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Jobs } from './jobs.ts';

/** Imported once; what has jobs needs nothing for it. */
@Global()
@Module({ imports: [DiscoveryModule], providers: [Jobs], exports: [Jobs] })
export class JobsModule {}
