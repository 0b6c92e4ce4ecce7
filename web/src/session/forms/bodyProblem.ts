import { passwordLength } from '@framelift/contracts/rules';

/** The checks of a body, field by field (formChecks.ts). */
export type BodyChecks = Readonly<Record<string, readonly (readonly [keyword: string, limit: unknown, refusal: string])[]>>;

const decimalsOf = (step: number) => Math.round(-Math.log10(step));
// A number or text of the field, which the check before made sure of.
const passes: Record<string, (value: any, limit: any) => boolean> = {
  type: (value, type) => typeof value === type && !Number.isNaN(value),
  minLength: (text, least) => text.length >= least,
  maxLength: (text, most) => text.length <= most,
  minPassword: (text, least) => passwordLength(text) >= least,
  maxPassword: (text, most) => passwordLength(text) <= most,
  pattern: (text, pattern) => new RegExp(pattern, 'u').test(text),
  multipleOf: (number, step) => Number(number.toFixed(decimalsOf(step))) === number,
  minimum: (number, least) => number >= least,
  maximum: (number, most) => number <= most,
  // The server knows which addresses there can be.
  format: (text, format) => format !== 'email' || text.includes('@'),
};

/**
 * The first refusal of a body, as the server would answer it. `also`: what a form checks of a field besides, after the field's own
 * checks.
 */
export function bodyProblem<Body extends object>(
  checks: BodyChecks,
  body: Body,
  also: { [Field in keyof Body]?: () => string | false } = {},
): string | null {
  for (const [field, fieldChecks] of Object.entries(checks) as [keyof Body & string, BodyChecks[string]][]) {
    const value = body[field];
    const failed = fieldChecks.find(([keyword, limit]) => (keyword === 'type' || value != null) && !passes[keyword]!(value, limit));
    const refusal = failed?.[2] ?? also[field]?.();
    if (refusal) return refusal;
  }
  return null;
}
