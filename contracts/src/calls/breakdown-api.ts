import { type Static, Type } from 'typebox';
import { Euros, Nullable } from './fields.ts';

/** What an affiliate's figures may be told apart by. */
export const BREAKDOWNS = ['campaign', 'page', 'referrer'] as const;
export const BreakdownBy = Type.Enum([...BREAKDOWNS]);
export type BreakdownBy = (typeof BREAKDOWNS)[number];

export const BreakdownView = Type.Object({
  rows: Type.Array(
    Type.Object({
      name: Nullable(Type.String({ description: 'Campaign, page or host; null: not known, or none' })),
      clicks: Type.Integer(),
      sales: Type.Integer({ description: 'Credited less reversed' }),
      conversion: Nullable(Type.Number({ description: 'Percent of clicks that became sales; null without clicks' })),
      commission: Euros,
    }),
    { description: 'The most commission first; all of them sum to the dashboard’s figures of the range' },
  ),
});
export type BreakdownView = Static<typeof BreakdownView>;
