import { type ArgumentMetadata, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { refusals } from '@framelift/contracts';
import { Refused } from '../platform/refused.ts';

/** The first message in the order the class declares its fields: the order of the checks. */
const firstMessage = (errors: ValidationError[]): string => {
  for (const { constraints, children } of errors) {
    const own = constraints && Object.entries(constraints).find(([name]) => name !== 'whitelistValidation');
    if (own) return own[1];
    if (children?.length) return firstMessage(children);
  }
  return refusals.badRequest;
};

/** Only what the body's class names gets in, in the right types; nothing is converted. */
export const bodyValidation = () =>
  new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    transformOptions: { enableImplicitConversion: false },
    stopAtFirstError: true,
    exceptionFactory: (errors) => new Refused(firstMessage(errors)),
  });

/** Text that Postgres cannot keep (NUL) or that is no Unicode (lone surrogates), anywhere in a body, parameter or query. */
const isText = (value: unknown, depth = 0): boolean => {
  if (depth > 20) return false;
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  // Names that every object has look known to the library that refuses unknown fields.
  return Object.entries(value).every(([name, inner]) => !(name in Object.prototype) && isText(name, depth + 1) && isText(inner, depth + 1));
};

@Injectable()
export class TextPipe implements PipeTransform {
  transform(value: unknown, { type }: ArgumentMetadata): unknown {
    if (type !== 'custom' && !isText(value)) throw new Refused(refusals.badRequest);
    if (type === 'body' && (typeof value !== 'object' || value === null || Array.isArray(value))) throw new Refused(refusals.badRequest);
    return value;
  }
}
