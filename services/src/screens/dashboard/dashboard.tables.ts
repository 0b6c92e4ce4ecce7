import { dashboard } from './dashboard.projection.ts';

const named = (table: keyof typeof dashboard.tables): string => `${dashboard.schema}.${table}`;

/** Names of tables that other screens and reports list. Their columns are in dashboard.projection.ts and affiliate-sums.ts. */
export const TOTALS = named('totals');
export const CLICKS = named('clicks');
export const CASHOUTS = named('cashouts');
export const METHODS = named('payment_methods');
export const PARTS = named('parts');
export const PART_SUMS = named('part_sums');
export const PROGRAMME_SUMS = named('programme_sums');
