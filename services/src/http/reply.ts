import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';

/** A body with the log position it is fresh to, or that it caused; sent as `Log-Position` (docs/architecture.md#read-your-writes). */
export class Reply<T> {
  constructor(
    readonly body: T,
    readonly position: number,
  ) {}
}

/** The response of a command without a result. */
export const done = ({ position }: { position: number }) => new Reply({ success: true as const }, position);

@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((value: unknown) => {
        if (!(value instanceof Reply)) return value;
        if (value.position) context.switchToHttp().getResponse<FastifyReply>().header('Log-Position', String(value.position));
        return value.body;
      }),
    );
  }
}
