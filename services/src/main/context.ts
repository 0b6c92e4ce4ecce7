import type { INestApplicationContext, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CoreModule } from './core.module.ts';
import { onPools, type Opening } from './opening.ts';

/** A process without HTTP. */
export const openContext = (opening: Opening, modules: readonly Type[], logger: LoggerService | false): Promise<INestApplicationContext> =>
  onPools(opening, (pools) => NestFactory.createApplicationContext(CoreModule.forRoot(pools, modules), { logger, abortOnError: false }));
