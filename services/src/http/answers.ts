import { applyDecorators, Body as NestBody, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { type Call, calls } from '@framelift/contracts';
import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { bodyClass } from './body-class.ts';

const CALL = Symbol('call');
const BODY_AT = Symbol('body-at');
const TYPES = 'design:paramtypes';
const table: Record<string, Call> = calls;

type Name = keyof typeof calls;
type BodyOf<N extends Name> = (typeof calls)[N] extends { body: infer B extends TSchema } ? Static<B> : never;
type Declared<N extends Name> = (typeof calls)[N] extends { query: infer Q extends Readonly<Record<string, TSchema>> } ? Q : never;
/** The query of a call as its schema reads it (`Query`). */
export type QueryOf<N extends Name> = { -readonly [K in keyof Declared<N>]?: Static<Declared<N>[K]> };
/** A method with the call's body or query as a parameter. */
type Takes<Given, Parameters extends unknown[]> = [Given] extends [Parameters[number]] ? unknown : never;
type TakesQuery<N extends Name, P extends unknown[]> = [Declared<N>] extends [never] ? unknown : Takes<QueryOf<N>, P>;

/** The body of the method's call, checked by the class derived from the call's schema. */
export const Body = (): ParameterDecorator => (target, method, index) => {
  NestBody()(target, method, index);
  Reflect.defineMetadata(BODY_AT, index, target, method!);
};

/** Binds a method to a call of the contract: verb, path, status, permission, confirmation and body come from the table. */
export const Answers = <N extends Name>(name: N) => {
  const [verb, path] = name.split(' ') as [keyof typeof RequestMethod, string];
  const call = table[name]!;
  return <P extends unknown[], R>(
    target: object,
    method: string,
    descriptor: TypedPropertyDescriptor<(...parameters: P) => R> & Takes<BodyOf<N>, P> & TakesQuery<N, P>,
  ): void => {
    const at: number | undefined = Reflect.getMetadata(BODY_AT, target, method);
    if ((at === undefined) === !!call.body) throw new Error(`${method} must take the body of ${name}, and no other`);
    // Nest's validation finds the derived class as the type of the parameter.
    if (call.body) Reflect.defineMetadata(TYPES, Reflect.getMetadata(TYPES, target, method).with(at, bodyClass(call.body)), target, method);
    applyDecorators(RequestMapping({ path, method: RequestMethod[verb] }), HttpCode(call.status ?? 200), SetMetadata(CALL, call))(
      target,
      method,
      descriptor,
    );
  };
};

/** The call that a method answers. */
export const answeredBy = (handler: object): Call | undefined => Reflect.getMetadata(CALL, handler);

/** The call of a route; pages and files have none. */
export const callAt = (method: string, path: string | undefined): Call | undefined => table[`${method} ${path}`];

/** The call that a request was matched to. */
export const callOf = ({ method, routeOptions }: FastifyRequest): Call | undefined => callAt(method, routeOptions?.url);
