import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isoOf, refusals, refuses } from '@framelift/contracts';
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { UUID } from '../engine/log/event.ts';
import { Refused } from '../platform/refused.ts';
import { answeredBy } from './answers.ts';
import { isText } from './body.ts';
import { cursorFrom } from './list-query.ts';
import { problemOf } from './problem.ts';

interface Schema {
  type?: string;
  enum?: readonly unknown[];
  format?: string;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

/** A position may have leading zeros, as in the sequence of a public event. */
const WHOLE = /^0*\d{1,15}$/;
/** A text in the form that is passed on; undefined: it does not match the format. */
const forms: Record<string, (text: string) => string | undefined> = {
  moment: isoOf,
  position: (text) => (WHOLE.test(text) ? text : isoOf(text)),
  cursor: (text) => (cursorFrom(text) ? text : undefined),
  uuid: (text) => (UUID.test(text) ? text : undefined),
};

function valueOf(name: string, schema: Schema, text: string): unknown {
  const refuse = (keyword: string, of: Schema = schema): never => {
    throw Refused.inWords(problemOf(name, of, keyword));
  };
  if (schema.items) {
    const texts = text.split(',');
    if (texts.length > (schema.maxItems ?? Infinity)) refuse('maxItems');
    return texts.map((one) => valueOf(name, schema.items!, one));
  }
  if (schema.enum) return schema.enum.includes(text) ? text : refuse('enum');
  if (schema.type === 'integer') {
    if (!WHOLE.test(text)) refuse(schema.minimum === undefined ? 'type' : 'minimum');
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
    return Number(text) < minimum || Number(text) > maximum ? refuse('minimum') : Number(text);
  }
  if (text.length > (schema.maxLength ?? Infinity)) refuse('maxLength');
  return schema.format === undefined ? text : (forms[schema.format]!(text) ?? refuse('format'));
}

/** Parses a query by the call's declaration; an empty text counts as absent. @throws Refused, naming the parameter */
export function readQuery(declared: Readonly<Record<string, TSchema>>, query: object, isStrict: boolean): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, raw] of Object.entries(query) as [string, unknown][]) {
    const schema = Object.hasOwn(declared, name) ? (declared[name] as Schema & { [refuses]?: string }) : undefined;
    if (!schema && isStrict) throw new Refused(refusals.unknownParameter(name));
    if (!schema || raw === '') continue;
    if (typeof raw !== 'string' || !isText(raw)) throw new Refused(refusals.oneText(name));
    const text = raw.trim();
    if (text) read[name] = valueOf(name, schema, text);
  }
  return read;
}

/** The query of the call. Opened links may have added parameters, so only calls of accounts refuse unknown ones. */
export const Query = createParamDecorator((_: unknown, context: ExecutionContext): Record<string, unknown> => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  // By the handling method: HEAD has no call in the table.
  const call = answeredBy(context.getHandler())!;
  return readQuery(call.query ?? {}, request.query as object, call.permission !== 'public');
});
