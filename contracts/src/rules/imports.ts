/** Programmes that one can move in from; csv: files of our own layout (deploy/RUNBOOK.md). */
export const IMPORT_SOURCES = ['rewardful', 'firstpromoter', 'tapfiliate', 'csv'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];
