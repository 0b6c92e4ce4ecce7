import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Jobs } from './jobs.ts';

/** Imported once; providers with jobs need no setup. */
@Global()
@Module({ imports: [DiscoveryModule], providers: [Jobs], exports: [Jobs] })
export class JobsModule {}
