import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { bodyBytes, refusals } from '@framelift/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClockApart, Conflict, HistoryLost } from '../engine/log/appending/append.ts';
import { CommandReused } from '../engine/log/deciding/command.ts';
import { whyAway } from '../platform/database-away.ts';
import type { Logger } from '../platform/logging.ts';
import { Refused } from '../platform/refused.ts';
import { isPage, type NotFoundPage } from './web.ts';

const texts: Record<number, string> = {
  400: refusals.badRequest,
  401: refusals.unauthorized,
  403: refusals.adminOnly,
  404: refusals.notFound,
  429: refusals.tooManyRequests,
};

/** The same request again, under its Idempotency-Key, does what was asked once. `retryAfter` in seconds. */
const whenAway = { full: { message: refusals.full, retryAfter: 30 }, away: { message: refusals.unavailable, retryAfter: 2 } };

/** Turns errors into a status and the one error shape, `{ "error": "…" }`. Server errors are logged and their text is hidden. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly notFound?: NotFoundPage,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { status, message, retryAfter } = this.answer(error, http.getRequest<FastifyRequest>());
    if (status >= 500) {
      const { id, method, routeOptions } = http.getRequest<FastifyRequest>();
      this.logger.error({ err: error, requestId: id, method, route: routeOptions?.url, status }, 'request failed');
    }
    const reply = http.getResponse<FastifyReply>().status(status);
    if (retryAfter) void reply.header('Retry-After', String(retryAfter));
    // An unknown path is a page of the site, with the status that says so.
    if (status === 404 && this.notFound && isPage(http.getRequest<FastifyRequest>()))
      return void reply
        .headers({
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-cache',
          'Content-Security-Policy': this.notFound.policy,
        })
        .send(this.notFound.html);
    void reply.headers({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }).send({ error: message });
  }

  private answer(error: unknown, { routeOptions }: FastifyRequest): { status: number; message: string; retryAfter?: number | undefined } {
    if (error instanceof Refused) return error;
    if (error instanceof CommandReused) return { status: 422, message: refusals.commandReused };
    if (error instanceof Conflict) return { status: 409, message: refusals.conflict };
    // What the log refused because of its database was not appended either.
    const away = error instanceof HistoryLost || error instanceof ClockApart ? 'away' : whyAway(error);
    if (away) return { status: 503, ...whenAway[away] };
    const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number }).statusCode;
    if (!status || status < 400 || status >= 500) return { status: 500, message: refusals.internal };
    if (status === 413) return { status, message: refusals.bodyTooLarge(routeOptions?.bodyLimit ?? bodyBytes.usual) };
    return { status, message: texts[status] ?? refusals.badRequest };
  }
}
