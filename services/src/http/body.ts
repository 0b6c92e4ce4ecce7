import { type ArgumentMetadata, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { refusals } from '@framelift/contracts';
import { Refused } from '../platform/refused.ts';
import { absenceOf } from './body-class.ts';

const UNKNOWN = 'whitelistValidation';

/** The first message in the order the class declares its fields: the order of the checks. An undeclared field comes last. */
const messagesOf = (errors: ValidationError[]): string[] =>
  errors.flatMap(({ constraints = {}, children = [] }) => [
    ...Object.entries(constraints).flatMap(([name, message]) => (name === UNKNOWN ? [] : [message])),
    ...messagesOf(children),
  ]);

/** The first undeclared field, such as `tiers.0.colour`. */
const unknownIn = (errors: ValidationError[], path = ''): string | undefined => {
  for (const { property, constraints = {}, children = [] } of errors) {
    const inner = UNKNOWN in constraints ? path + property : unknownIn(children, `${path}${property}.`);
    if (inner !== undefined) return inner;
  }
  return undefined;
};

/** Accepts only fields of the body's class, with the right types; nothing is converted. */
export const bodyValidation = () =>
  new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    transformOptions: { enableImplicitConversion: false },
    stopAtFirstError: true,
    exceptionFactory: (errors) => {
      const unknown = unknownIn(errors);
      return Refused.inWords(messagesOf(errors)[0] ?? (unknown === undefined ? refusals.badRequest : refusals.unknownField(unknown)));
    },
  });

/** Text that Postgres cannot store (NUL) or that is not Unicode (lone surrogates), anywhere in a body, parameter or query. */
export const isText = (value: unknown, depth = 0): boolean => {
  if (depth > 20) return false;
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  // The library that refuses unknown fields accepts names that every object has.
  return Object.entries(value).every(([name, inner]) => !(name in Object.prototype) && isText(name, depth + 1) && isText(inner, depth + 1));
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
