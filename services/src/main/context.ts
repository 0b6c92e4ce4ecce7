import type { INestApplicationContext, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CoreModule } from './core.module.ts';
import { onPools, type Opening } from './opening.ts';

/** A process without HTTP. */
export const openContext = (opening: Opening, modules: readonly Type[], logger: LoggerService | false): Promise<INestApplicationContext> =>
  onPools(opening, (own) => NestFactory.createApplicationContext(CoreModule.forRoot(own, modules), { logger, abortOnError: false }));
