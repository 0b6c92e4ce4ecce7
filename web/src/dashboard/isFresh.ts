import type { DashboardView } from '@framelift/contracts';

/** Nothing has happened on the account yet. */
export const isFresh = ({ affiliate, stats, recentSales, recentCashouts }: DashboardView): boolean =>
  !stats.totalClicks && !stats.totalSales && !affiliate.totalEarned && !recentSales.length && !recentCashouts.length;
