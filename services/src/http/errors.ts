import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { bodyBytes, errorView, type Refusal, refusals } from '@framelift/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClockApart, Conflict, HistoryLost } from '../engine/log/appending/append.ts';
import { CommandReused } from '../engine/log/deciding/command.ts';
import { whyAway } from '../platform/database-away.ts';
import type { Logger } from '../platform/logging.ts';
import { type RefusalKind, Refused } from '../platform/refused.ts';
import type { Pages } from './site/pages.ts';
import { isPage } from './site/web.ts';

const statuses: Record<RefusalKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  mismatch: 422,
  tooMany: 429,
  badStore: 502,
  unavailable: 503,
};

/** Texts of the framework's errors, by status. */
const texts: Record<number, Refusal> = {
  400: refusals.badRequest,
  401: refusals.unauthorized,
  403: refusals.adminOnly,
  404: refusals.notFound,
  429: refusals.tooManyRequests,
};

/** A repeat under the same Idempotency-Key is applied once. */
const whenAway = { full: new Refused(refusals.full, 'unavailable', 30), away: new Refused(refusals.unavailable, 'unavailable', 2) };

interface Answer extends ReturnType<typeof errorView> {
  status: number;
  /** Seconds. */
  retryAfter?: number | undefined;
}
const answerOf = ({ message, code, kind, retryAfter }: Refused): Answer => ({ status: statuses[kind], error: message, code, retryAfter });

/** Maps errors to a status and the one error shape, `{ error, code }`. Server errors are logged; the text of an error that is no refusal is hidden. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly pages?: Pages,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.refuse(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** The same for routes beside Nest. */
  refuse(error: unknown, request: FastifyRequest, response: FastifyReply): void {
    const { status, retryAfter, error: text, code } = this.answer(error, request);
    if (status >= 500) {
      const { id, method, routeOptions } = request;
      const facts = { err: error, requestId: id, method, route: routeOptions?.url, status };
      if (error instanceof Refused) this.logger.warn(facts, 'request refused for now');
      else this.logger.error(facts, 'request failed');
    }
    const reply = response.status(status);
    if (retryAfter) void reply.header('Retry-After', String(retryAfter));
    // An unknown path gets a page of the site, with status 404.
    if (status === 404 && this.pages && isPage(request)) return void this.pages.sendNotFound(request, reply);
    void reply.headers({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }).send({ error: text, code });
  }

  private answer(error: unknown, { routeOptions }: FastifyRequest): Answer {
    if (error instanceof Refused) return answerOf(error);
    if (error instanceof CommandReused) return answerOf(new Refused(refusals.commandReused, 'mismatch'));
    if (error instanceof Conflict) return answerOf(new Refused(refusals.conflict, 'conflict'));
    // Appends that the log refused because of its database did not happen either.
    const away = error instanceof HistoryLost || error instanceof ClockApart ? 'away' : whyAway(error);
    if (away) return answerOf(whenAway[away]);
    const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number }).statusCode;
    if (!status || status < 400 || status >= 500) return { status: 500, ...errorView(refusals.internal) };
    if (status === 413) return { status, ...errorView(refusals.bodyTooLarge(routeOptions?.bodyLimit ?? bodyBytes.usual)) };
    return { status, ...errorView(texts[status] ?? refusals.badRequest) };
  }
}
