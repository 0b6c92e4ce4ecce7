import type { TrendRange } from '@framelift/contracts/rules';

/** Times that figures are asked for. */
export const rangeLabels: Record<TrendRange, string> = { '7': '7 days', '30': '30 days', '90': '90 days', all: 'All time' };
