import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, pino } from 'pino';

export type Logger = pino.Logger;

/** JSON lines on stdout, or stderr for programs whose stdout is a result. Never a password, token, e-mail or payout address. */
export const createLogger = (level: string, to: 'stdout' | 'stderr' | DestinationStream = 'stdout'): Logger =>
  pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    typeof to === 'string' ? pino.destination({ fd: to === 'stdout' ? 1 : 2, sync: true }) : to,
  );

/** Nest uses the same logger; its start-up messages are debug. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown) => logger.debug(String(message)),
  debug: (message: unknown) => logger.debug(String(message)),
  verbose: (message: unknown) => logger.trace(String(message)),
  warn: (message: unknown) => logger.warn(String(message)),
  error: (message: unknown, ...rest: unknown[]) => logger.error({ detail: rest.map(String) }, String(message)),
  fatal: (message: unknown) => logger.fatal(String(message)),
});
