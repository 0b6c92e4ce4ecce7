import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { leaves } from '@framelift/contracts';
import { mergeMap, type Observable } from 'rxjs';
import { Log } from '../engine/log/log.ts';
import { answeredBy } from './answers.ts';

/** An answer that leaves is sent once everything that it can show is archived (docs/architecture.md#what-leaves). */
@Injectable()
export class LeavingInterceptor implements NestInterceptor {
  constructor(private readonly log: Log) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const call = answeredBy(context.getHandler());
    if (!call || !leaves(call)) return next.handle();
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        await this.log.barrier.afterArchived();
        return answer;
      }),
    );
  }
}
