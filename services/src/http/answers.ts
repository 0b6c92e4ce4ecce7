import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { type Call, calls } from '@framelift/contracts';
import type { FastifyRequest } from 'fastify';

const CALL = Symbol('call');
const table: Record<string, Call> = calls;

/**
 * Makes a method answer a call of the contract: its verb, path and status, who may make it, and whether the password must have
 * been given within the last ten minutes are those of the table.
 */
export const Answers = (name: keyof typeof calls): MethodDecorator => {
  const [method, path] = name.split(' ') as [keyof typeof RequestMethod, string];
  const call = table[name]!;
  return applyDecorators(
    RequestMapping({ path, method: RequestMethod[method] }),
    HttpCode(call.status ?? 200),
    SetMetadata(CALL, call),
  ) as MethodDecorator;
};

/** The call that a method answers. */
export const answeredBy = (handler: object): Call | undefined => Reflect.getMetadata(CALL, handler);

/** The call of a route; pages and files are none. */
export const callAt = (method: string, path: string | undefined): Call | undefined => table[`${method} ${path}`];

/** The call that a request was matched to. */
export const callOf = ({ method, routeOptions }: FastifyRequest): Call | undefined => callAt(method, routeOptions?.url);
