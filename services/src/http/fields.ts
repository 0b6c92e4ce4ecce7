import { base58 } from '@scure/base';
import { applyDecorators } from '@nestjs/common';
import { passwordLength, refusals, rules } from '@framelift/contracts';
import { Contains, IsEmail, IsOptional, IsString, Matches, Max, MaxLength, Min, MinLength, ValidateBy, ValidateIf } from 'class-validator';

/** Fields that several bodies have, with their texts (docs/product.md#forms). The first that fails is reported. */

export const Username = () =>
  applyDecorators(
    IsString({ message: refusals.fieldsRequired }),
    MinLength(rules.username.minimum, { message: refusals.usernameTooShort }),
    MaxLength(rules.username.maximum, { message: refusals.usernameInvalid }),
    Matches(rules.username.pattern, { message: refusals.usernameInvalid }),
  );

export const Email = () =>
  applyDecorators(
    IsString({ message: refusals.fieldsRequired }),
    Contains('@', { message: refusals.emailInvalid }),
    MaxLength(rules.emailMaximum, { message: refusals.emailInvalid }),
    IsEmail({ allow_utf8_local_part: false }, { message: refusals.emailInvalid }),
  );

const passwordIs = (name: string, validate: (characters: number) => boolean, message: string) =>
  ValidateBy({ name, validator: { validate: (value) => typeof value === 'string' && validate(passwordLength(value)) } }, { message });

/** PASSWORD_MIN, where it is higher, and commonness are checked where the settings are known. */
export const NewPassword = () =>
  applyDecorators(
    IsString({ message: refusals.fieldsRequired }),
    passwordIs('longEnough', (characters) => characters >= rules.passwordMinimum, refusals.passwordTooShort),
    passwordIs('shortEnough', (characters) => characters <= rules.passwordMaximum, refusals.passwordTooLong),
  );

/** A password that is compared, not made: none that is longer than a new one may be gets hashed. */
export const GivenPassword = () =>
  applyDecorators(
    IsString({ message: refusals.fieldsRequired }),
    MinLength(1, { message: refusals.fieldsRequired }),
    passwordIs('shortEnough', (characters) => characters <= rules.passwordMaximum, refusals.passwordTooLong),
  );

/** Text that must be there. `maximum` in characters. */
export const RequiredText = (maximum: number = rules.textMaximum) =>
  applyDecorators(
    IsString({ message: refusals.fieldsRequired }),
    MinLength(1, { message: refusals.fieldsRequired }),
    MaxLength(maximum, { message: refusals.textTooLong }),
  );

/** A number with at most two decimals. The library's own check throws at numbers as small as 1e-7, which are written without a point. */
export const TwoDecimals = (message: string) =>
  ValidateBy(
    { name: 'twoDecimals', validator: { validate: (value) => Number.isFinite(value) && Number(Number(value).toFixed(2)) === value } },
    { message },
  );

/** An Ed25519 public key in base58: 32 bytes, which their length as text does not tell. */
const isSolanaAddress = (text: unknown): boolean => {
  // Decoding takes time that grows with the square of the length.
  if (typeof text !== 'string' || text.length > 44) return false;
  try {
    return base58.decode(text).length === 32;
  } catch {
    return false;
  }
};
export const SolanaAddress = (message: string) =>
  ValidateBy({ name: 'solanaAddress', validator: { validate: isSolanaAddress } }, { message });

/** Percent, 0–100 in steps of 0.01. */
export const Rate = () =>
  applyDecorators(
    TwoDecimals(refusals.rateInvalid),
    Min(0, { message: refusals.rateInvalid }),
    Max(rules.maximumRateBps / 100, { message: refusals.rateInvalid }),
  );

/** Free text that may be left out, null or empty. */
export const FreeText = () =>
  applyDecorators(
    IsString({ message: refusals.badRequest }),
    MaxLength(rules.textMaximum, { message: refusals.textTooLong }),
    IsOptional(),
  );

/** A field that may be missing, but not null. */
export const Optional = (name: string) => ValidateIf((body: object) => (body as Record<string, unknown>)[name] !== undefined);
