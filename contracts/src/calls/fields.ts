import { type TSchema, Type } from 'typebox';
import { refusals } from '../rules/refusals.ts';
import { rules } from '../rules/rules.ts';
import { termsLimits } from '../rules/terms.ts';

/** Fields that answers and bodies are made of. Money is decimal euros, rates are percent, times are ISO 8601 UTC. */

export const Euros = Type.Number({ description: 'Decimal euros' });
export const Percent = Type.Number({ minimum: 0, maximum: 100, description: 'Percent with two decimals' });
export const Time = Type.String({ format: 'date-time' });
export const Nullable = <T extends TSchema>(schema: T, options: Record<string, unknown> = {}) => Type.Union([schema, Type.Null()], options);

/** What a buyer paid, beside an amount in euros. */
export const PaidInstead = Nullable(
  Type.Object({ amount: Type.Number({ description: 'Decimal, in `currency`' }), currency: Type.String({ description: 'ISO 4217' }) }),
  { description: 'What the buyer paid; null: it was in euros' },
);

/** A page of a list: its items by their name, what else the answer says, and where the next page begins. */
export const Page = <T extends Record<string, TSchema>>(fields: T) =>
  Type.Object({ ...fields, next: Nullable(Type.String({ description: 'Ask with after=next for the next page; null on the last' })) });

/** The refusal of a field, or one for each keyword; without one the field is named. `required` is checked before the type. Symbols never reach generated JSON. */
export const refuses: unique symbol = Symbol('refuses');
export type Refuses = string | Record<string, string>;
export const refused = (texts: Refuses) => ({ [refuses]: texts });

export const Username = Type.String({
  minLength: rules.username.minimum,
  maxLength: rules.username.maximum,
  pattern: rules.username.pattern.source,
  ...refused({
    type: refusals.fieldsRequired,
    minLength: refusals.usernameTooShort,
    maxLength: refusals.usernameInvalid,
    pattern: refusals.usernameInvalid,
  }),
});

export const Email = Type.String({
  maxLength: rules.emailMaximum,
  format: 'email',
  ...refused({ type: refusals.fieldsRequired, maxLength: refusals.emailInvalid, format: refusals.emailInvalid }),
});

const Password = (minimum: number, tooShort: string) =>
  Type.String({
    minLength: minimum,
    maxLength: rules.passwordMaximum,
    format: 'password',
    ...refused({ type: refusals.fieldsRequired, minLength: tooShort, maxLength: refusals.passwordTooLong }),
  });

/** The server also checks PASSWORD_MIN and common passwords. */
export const NewPassword = Password(rules.passwordMinimum, refusals.passwordTooShort);

/** A password to compare. One longer than a new password may be is not hashed. */
export const GivenPassword = Password(1, refusals.fieldsRequired);

/** With these every account begins. */
export const registration = { password: NewPassword, email: Email, username: Username };

/** Text that must be there, of several lines or, as `line`, of one. `maximum` in characters, without the spaces around it. */
export const RequiredText = (maximum: number = rules.textMaximum, format: 'lines' | 'line' | 'printed-line' = 'lines') =>
  Type.String({
    minLength: 1,
    maxLength: maximum,
    format,
    ...refused({ type: refusals.fieldsRequired, minLength: refusals.fieldsRequired, maxLength: refusals.textTooLong }),
  });

export const RequiredLine = (maximum: number) => RequiredText(maximum, 'line');

/** One line that reaches a document: of letters that documents can show. */
export const PrintedLine = (maximum: number) => RequiredText(maximum, 'printed-line');

/** Free text that may be left out, null or empty. */
export const FreeText = Type.Optional(
  Nullable(Type.String({ maxLength: rules.textMaximum, format: 'lines', ...refused({ maxLength: refusals.textTooLong }) })),
);

/** What an admin writes with a decision besides the reason that the affiliate sees. */
export const InternalNote = Type.Optional(
  Nullable(
    Type.String({
      maxLength: rules.textMaximum,
      format: 'lines',
      description: 'Only admins see it',
      ...refused({ maxLength: refusals.textTooLong }),
    }),
  ),
);

/** What a command was based on is part of it: the position that its form or dialog was filled from. Later changes are refused with 409. */
const Base = {
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Position that the form was filled from; what changed since is refused with 409. The header `Edit-Base` is its older name',
} as const;
/** A body that must say it. */
export const basedOn = { editBase: Type.Integer({ ...Base, ...refused({ required: refusals.editBaseMissing }) }) };
/** A body that may say it; then the rule decides without. */
export const mayBeBasedOn = { editBase: Type.Optional(Nullable(Type.Integer(Base))) };

/** A decision that says why. */
export const explained = { reason: RequiredText(), internalNote: InternalNote };

/** As admins read it. */
export const NoteView = Nullable(Type.String({ description: 'What the admin noted; only admins see it' }));

/** A day of the calendar, `2026-01-31`. */
export const CalendarDay = (refuses: Refuses, description = 'UTC') =>
  Type.String({ maxLength: 10, format: 'day', description, ...refused(refuses) });

/** A time, which becomes `2026-01-31T12:00:00.000Z` (time.ts). */
export const Moment = (description: string, refuses?: Refuses) =>
  Type.String({
    maxLength: 40,
    format: 'moment',
    description: `${description}; RFC 3339 with its zone, or a day (midnight UTC)`,
    ...(refuses === undefined ? {} : refused(refuses)),
  });

/** Text a browser reports. `maximum` in characters. */
export const BrowserText = (field: string, maximum: number) =>
  Type.String({ maxLength: maximum, ...refused(`${field} must be shorter than or equal to ${maximum} characters`) });

/** Percent, 0–100 in steps of 0.01. */
export const Rate = Type.Number({ ...Percent, multipleOf: 0.01, maximum: rules.maximumRateBps / 100, ...refused(refusals.rateInvalid) });

/** A picture of a payment. */
export const ProofImage = Type.Optional(Nullable(Type.String({ description: 'data:image/…;base64,…', ...refused(refusals.proofInvalid) })));

export const OneOf = <const T extends string[]>(values: readonly [...T], text?: string) =>
  Type.Enum(values, text === undefined ? {} : refused(text));

export const browserText = (field: string, maximum: number) => Type.Optional(Nullable(BrowserText(field, maximum)));

export const MinimumCashout = Type.Number({
  multipleOf: 0.01,
  minimum: termsLimits.minimumCashoutCents.minimum / 100,
  maximum: termsLimits.minimumCashoutCents.maximum / 100,
  description: 'Decimal euros',
  ...refused(refusals.minimumCashoutInvalid),
});

export const HoldDays = Type.Integer({ minimum: 0, maximum: termsLimits.holdDays, ...refused(refusals.holdInvalid) });

export const HoldEnd = Nullable(
  Type.String({ format: 'date-time', description: 'When the commission is no longer on hold; null: it was available at once' }),
);
