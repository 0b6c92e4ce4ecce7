import { type Static, type TSchema, Type } from 'typebox';
import { TREND_RANGES } from '../rules/rules.ts';

export const Range = Type.Enum([...TREND_RANGES], { description: 'Days, or all' });

/** Figures over time, as charts and the tables behind them show them. Money is decimal euros. */

const Day = Type.String({ format: 'date', description: 'First day (UTC) of what the figures are of' });
const Unit = Type.Enum(['day', 'week', 'month'], { description: 'What one point stands for' });
const trends = <T extends Record<string, TSchema>>(figures: T) => {
  const points = Type.Array(Type.Object({ from: Day, ...figures }), { description: 'Oldest first, without gaps' });
  return Type.Object({
    unit: Unit,
    points,
    before: Type.Union([points, Type.Null()], { description: 'As many points right before them; null for `range=all`' }),
  });
};

/** All points of `range=all` sum to the dashboard’s figures: refunds count on the day they happen. */
export const AffiliateTrendsView = trends({
  clicks: Type.Integer(),
  sales: Type.Integer({ description: 'Credited less reversed' }),
  commission: Type.Number({ description: 'Earned less taken back' }),
});
export const AdminTrendsView = trends({
  revenue: Type.Number(),
  payouts: Type.Number(),
  outstanding: Type.Number({ description: 'Owed to affiliates at the end of it; their debts count against it' }),
  clicks: Type.Integer(),
  sales: Type.Integer(),
  conversion: Type.Union([Type.Number(), Type.Null()], { description: 'Percent of clicks that became sales; null without clicks' }),
});

export type AffiliateTrendsView = Static<typeof AffiliateTrendsView>;
export type AdminTrendsView = Static<typeof AdminTrendsView>;
