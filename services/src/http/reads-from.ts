import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  mixin,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { accountStream, refusals } from '@framelift/contracts';
import { catchError, map, type Observable } from 'rxjs';
import { Log } from '../engine/log/log.ts';
import { Freshness } from '../engine/projecting/freshness.ts';
import { type Projection, PROJECTIONS } from '../engine/projecting/projection.ts';
import { Refused } from '../platform/refused.ts';
import type { SignedRequest } from './allow.ts';
import { Reply } from './reply.ts';

const RETRY_S = 1;

interface WaitedRequest extends SignedRequest {
  freshTo?: number;
}

/** The position the client has seen (`Log-After`), if any. */
const seenBy = ({ headers }: SignedRequest): number | undefined => {
  const position = Number(headers['log-after']);
  return Number.isSafeInteger(position) && position >= 0 ? position : undefined;
};

const waitingFor = (names: readonly string[], isOwn: boolean): MethodDecorator => {
  class ReadModelInterceptor implements NestInterceptor {
    constructor(
      private readonly freshness: Freshness,
      private readonly log: Log,
      @Inject(PROJECTIONS) projections: readonly Projection[],
    ) {
      const unknown = names.filter((name) => !projections.some((p) => p.name === name));
      if (unknown.length) throw new Error(`A view reads from ${unknown.join(', ')}, which is no projection`);
    }

    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const request = context.switchToHttp().getRequest<WaitedRequest>();
      const partitions = isOwn ? [this.log.partitionOf(accountStream(request.account!))] : 'all';
      const { position, reached } = await this.freshness.upTo(names, partitions, seenBy(request));
      request.freshTo = position;
      return next.handle().pipe(
        // A kept answer brings the position that it shows.
        map((view) => (view instanceof Reply ? view : new Reply(view, position))),
        catchError((error: unknown) => {
          // A read model that lags cannot tell that a thing is missing.
          const isMissing = error instanceof Refused && error.kind === 'missing';
          throw isMissing && !reached ? new Refused(refusals.behind, 'unavailable', RETRY_S) : error;
        }),
      );
    }
  }
  return UseInterceptors(mixin(ReadModelInterceptor)) as MethodDecorator;
};

/** Waits until these read models reach the position the client has seen, and responds with theirs. An unknown name fails the start. */
export const ReadsFrom = (...names: string[]): MethodDecorator => waitingFor(names, false);

/** The same for a view of the logged-in account's partition. */
export const ReadsOwnFrom = (...names: string[]): MethodDecorator => waitingFor(names, true);

/** The position the client has seen, which the view must show. */
export const Seen = createParamDecorator((_: unknown, context: ExecutionContext) =>
  seenBy(context.switchToHttp().getRequest<SignedRequest>()),
);

/** The position the view is fresh to. */
export const FreshTo = createParamDecorator(
  (_: unknown, context: ExecutionContext): number => context.switchToHttp().getRequest<WaitedRequest>().freshTo!,
);
