import { Type } from 'typebox';

/** What calls are asked with, each a schema that OpenAPI publishes and services/src/http/query.ts reads the text by. */

/** Most entries of a page. */
export const MAX_PAGE = 500;
export const After = Type.String({ maxLength: 500, format: 'cursor', description: 'The `next` of the page before' });
export const Limit = Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: 'Entries of a page' });
export const Position = Type.Integer({ minimum: 0, description: 'A position of the log' });

/** `maximum` in characters. */
export const QueryText = (description: string, maximum = 200) => Type.String({ maxLength: maximum, description });

export const AtPositionOrTime = Type.String({
  maxLength: 40,
  format: 'position',
  description: 'A position of the log, or a time as RFC 3339',
});

/** Narrows a list to one affiliate. */
export const OfAffiliate = QueryText('The id of an affiliate', 40);

export const paged = { after: After, limit: Limit };

/** A list that can be searched and sorted by these names; `-` before one turns the order round. */
export const listed = <const S extends string>(...sorts: readonly S[]) => ({
  ...paged,
  search: QueryText('Part of a name, an address or an id'),
  sort: Type.Enum(sorts.flatMap((name) => [name, `-${name}`] as const) as [S | `-${S}`, ...(S | `-${S}`)[]]),
});
