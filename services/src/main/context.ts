import type { INestApplicationContext, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CoreModule } from './core.module.ts';
import { type Opening, orClosed } from './opening.ts';

/** A process without HTTP. */
export function openContext(opening: Opening, modules: readonly Type[], logger: LoggerService | false): Promise<INestApplicationContext> {
  class Root {}
  const imports = [CoreModule.forRoot(opening), ...modules];
  return orClosed(opening, NestFactory.createApplicationContext({ module: Root, imports }, { logger, abortOnError: false }));
}
