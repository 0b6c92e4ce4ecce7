import { refuses } from '@framelift/contracts';
import type { TSchema } from 'typebox';
import type { BodySchema } from './body-class.ts';

/** Checks that a browser can make, in the server's order. */
const KEYWORDS = ['type', 'minLength', 'maxLength', 'pattern', 'multipleOf', 'minimum', 'maximum', 'format'];
/** The length of a password is counted as for its hash. */
const ofPassword: Record<string, string> = { minLength: 'minPassword', maxLength: 'maxPassword' };

/** A form's checks of each field of a body: keyword, limit and refusal. The server makes checks without their own refusal. */
export const checksOf = (body: TSchema): Record<string, [keyword: string, limit: unknown, refusal: string][]> => {
  const { properties = {}, required = [] } = body as BodySchema;
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const schema = field.anyOf?.find(({ type }) => type !== 'null') ?? field;
      const texts = schema[refuses];
      const refusalOf = (keyword: string) => (typeof texts === 'object' ? texts[keyword] : texts);
      const isRequired = required.includes(name);
      const own = KEYWORDS.filter((keyword) => keyword in schema && refusalOf(keyword) && (isRequired || keyword !== 'type'));
      const named = (keyword: string) => (schema['format'] === 'password' && ofPassword[keyword]) || keyword;
      return [name, own.map((keyword) => [named(keyword), schema[keyword], refusalOf(keyword)!])];
    }),
  );
};
