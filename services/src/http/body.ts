import { type ArgumentMetadata, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import type { TSchema } from 'typebox';
import { refusals } from '@framelift/contracts';
import { Refused } from '../platform/refused.ts';
import { absenceOf, bodyClass, type BodySchema } from './body-class.ts';

const UNKNOWN = 'whitelistValidation';

/** The first message in the order the class declares its fields: the order of the checks. An undeclared field comes last. */
const messagesOf = (errors: ValidationError[], schema?: BodySchema, path: string[] = []): string[] =>
  errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const field = schema?.properties?.[property];
    const [inner, at] = field
      ? [field.anyOf?.find(({ type }) => type !== 'null') ?? field, field['title'] as string | undefined]
      : [schema?.items, schema?.['title'] ? String(Number(property) + 1) : undefined];
    return [
      ...Object.entries(constraints).flatMap(([name, message]) => (name === UNKNOWN ? [] : [[...path, message].join(': ')])),
      ...messagesOf(children, inner, at ? [[...path, at].join(', ')] : path),
    ];
  });

/** The first undeclared field, such as `tiers.0.colour`. */
const unknownIn = (errors: ValidationError[], path = ''): string | undefined => {
  for (const { property, constraints = {}, children = [] } of errors) {
    const inner = UNKNOWN in constraints ? path + property : unknownIn(children, `${path}${property}.`);
    if (inner !== undefined) return inner;
  }
  return undefined;
};

/** Accepts only fields of the body's class, with the right types; nothing is converted. `schema`: its titles name where a refused field is, after `path`. */
export const bodyValidation = (schema?: BodySchema, path: string[] = []) =>
  new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    transformOptions: { enableImplicitConversion: false },
    stopAtFirstError: true,
    exceptionFactory: (errors) => {
      const unknown = unknownIn(errors);
      return Refused.inWords(
        messagesOf(errors, schema, path)[0] ?? (unknown === undefined ? refusals.badRequest : refusals.unknownField(unknown)),
      );
    },
  });

/** A part of a body that its own schema checks, as it is kept. `path`: where it is, as refusals name it. @throws Refused */
export async function checkedPart(schema: TSchema, given: object, path: string[] = []): Promise<object> {
  // The library refuses a class without fields.
  if (!Object.keys((schema as BodySchema).properties ?? {}).length) {
    const [unknown] = Object.keys(given);
    if (unknown !== undefined) throw Refused.inWords([...path, refusals.unknownField(unknown)].join(': '));
    return {};
  }
  const pipe = bodyValidation(schema as BodySchema, path);
  return JSON.parse(JSON.stringify(await pipe.transform(given, { type: 'body', metatype: bodyClass(schema) }))) as object;
}

/** Text that Postgres cannot store (NUL) or that is not Unicode (lone surrogates), anywhere in a body, parameter or query. */
export const isText = (value: unknown, depth = 0): boolean => {
  if (depth > 20) return false;
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  // The library that refuses unknown fields accepts names that every object has, and drops `prototype`.
  return Object.entries(value).every(
    ([name, inner]) => !(name in Object.prototype) && name !== 'prototype' && isText(name, depth + 1) && isText(inner, depth + 1),
  );
};

@Injectable()
export class TextPipe implements PipeTransform {
  transform(given: unknown, { type, metatype }: ArgumentMetadata): unknown {
    const value = type === 'body' && given === undefined && metatype ? absenceOf(metatype) : given;
    if (type !== 'custom' && !isText(value)) throw new Refused(refusals.badRequest);
    if (type === 'body' && (typeof value !== 'object' || value === null || Array.isArray(value))) throw new Refused(refusals.notAnObject);
    return value;
  }
}
