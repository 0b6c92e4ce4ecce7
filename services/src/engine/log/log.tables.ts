/** What other floors read of the log by SQL; their columns are those of services/sql/000001-log.sql. */
export const EVENTS = 'log.events';
export const HEAD = 'log.head';

/** What a restored system needs besides the log, and how many rows of it are written at once. */
export const KEPT_KEYS = [{ name: 'vault.keys', rows: 1_000 }];
