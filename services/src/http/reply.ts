import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';

/**
 * A body with the log position it is fresh to, or that it caused; sent as `Log-Position` (docs/architecture.md#read-your-writes).
 * `repeated`: its command was applied before; sent as `Idempotent-Replayed`.
 */
export class Reply<T> {
  constructor(
    readonly body: T,
    readonly position: number,
    readonly repeated = false,
  ) {}
}

interface Caused {
  position: number;
  repeated?: boolean;
}

/** The response of a command. */
export const replyTo = <T>({ position, repeated = false }: Caused, body: T): Reply<T> => new Reply(body, position, repeated);

/** The response of a command without a result. */
export const done = (outcome: Caused): Reply<{ success: true }> => replyTo(outcome, { success: true });

@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((value: unknown) => {
        if (!(value instanceof Reply)) return value;
        const reply = context.switchToHttp().getResponse<FastifyReply>();
        if (value.position) reply.header('Log-Position', String(value.position));
        if (value.repeated) reply.header('Idempotent-Replayed', 'true');
        return value.body;
      }),
    );
  }
}
